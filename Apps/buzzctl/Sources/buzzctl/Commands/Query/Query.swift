internal import CommandLineKit
internal import NostrCore
internal import RelayClient

/// `query`: stored events of a relay (NIP-01 filters over the relay's HTTP side).
enum Query {
    static let command = Command(
        "query",
        abstract: "Fetch stored events from a relay",
        discussion: """
            All options given must match an event, each with any of its values. Every event is verified; one \
            that fails is left out and reported, and the program ends with 5.
            """,
        parameters: FilterOptions.all,
        examples: [
            Example(
                "buzzctl query --kind 9 --channel 0f0e0d0c-0b0a-4908-8706-050403020100 --since 2h",
                "Shows a channel's messages of the last two hours"),
            Example(
                "buzzctl query --filter '{\"kinds\":[0],\"limit\":5}' --output jsonl",
                "Prints five profiles"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let now = WallClock.now()
        let filters = try FilterOptions.filters(of: invocation, now: now)
        let relay = try RelayAccess.http(invocation, console)
        console.detail("POST \(relay.relayURL.http)/query")
        let answer: EventArray
        do throws(RelayHTTPError) {
            answer = try await relay.query(filters, now: now, timeout: RelayAccess.timeout(invocation))
        } catch {
            throw RelayAccess.failure(error, relay.relayURL)
        }
        var bad = answer.rejected.count
        for rejected in answer.rejected {
            console.sayAlways("event \(rejected.index + 1) of the answer left out: \(rejected.reason)")
        }
        var writer = RecordWriter(console, invocation.format, of: EventRecord.self)
        for event in answer.events {
            do {
                try writer.add(EventRecord(event: event.verify()))
            } catch let error as VerificationError {
                bad += 1
                console.sayAlways("event \(event.id.hex) left out: \(error)")
            }
        }
        try writer.finish()
        return bad == 0 ? .done : .invalidInput
    }
}
