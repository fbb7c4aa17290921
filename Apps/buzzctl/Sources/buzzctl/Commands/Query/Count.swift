internal import CommandLineKit
internal import NostrCore
internal import RelayClient

/// `count`: how many stored events match.
enum Count {
    static let command = Command(
        "count",
        abstract: "Count stored events of a relay",
        discussion: "Takes the same conditions as query. Several filters are counted each and summed.",
        parameters: FilterOptions.all,
        examples: [Example("buzzctl count --kind 9 --since 7d", "Counts the messages of the last week")],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let now = WallClock.now()
        let filters = try FilterOptions.filters(of: invocation, now: now)
        let relay = try RelayAccess.http(invocation, console)
        console.detail("POST \(relay.relayURL.http)/count")
        let count: Int64
        do throws(RelayHTTPError) {
            count = try await relay.count(filters, now: now, timeout: RelayAccess.timeout(invocation))
        } catch {
            throw RelayAccess.failure(error, relay.relayURL)
        }
        try console.write(CountRecord(count: count), invocation.format)
        return .done
    }
}
