internal import CommandLineKit
internal import NostrCore
internal import RelayClient

/// `relay info`: the relay's own document (NIP-11).
enum RelayInfo {
    static let command = Command(
        "info",
        abstract: "Show what a relay says about itself",
        discussion:
            "Needs no key. As JSON the document is printed as the relay sent it, unknown members too.",
        examples: [
            Example(
                "buzzctl relay info --relay wss://relay.example",
                "Shows name, software, NIPs and extensions"),
            Example(
                "buzzctl relay info --relay wss://relay.example --output json",
                "Prints the whole document"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let relay = try invocation.relayURL()
        console.detail("GET \(relay.http)/")
        let transport = RelayAccess.transport()
        let information: RelayInformation
        do throws(RelayHTTPError) {
            information = try await RelayHTTP.information(
                of: relay, transport: transport, timeout: RelayAccess.timeout(invocation))
        } catch {
            throw RelayAccess.failure(error, relay)
        }
        try console.write(RelayInformationRecord(information: information), invocation.format)
        return .done
    }
}
