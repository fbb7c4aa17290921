internal import CommandLineKit
internal import Invites

/// `starter plan`: names and ids, computed without touching the relay.
enum StarterPlan {
    static let command = Command(
        "plan",
        abstract: "Show the first channels and their ids",
        discussion: """
            Touches no relay and needs no key. The ids follow from the address as it is given: its letter \
            case and port count.
            """,
        examples: [
            Example("buzzctl starter plan --relay wss://relay.example", "Shows the channels and their ids")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        var writer = RecordWriter(console, invocation.format, of: StarterRecord.self)
        for channel in try channels(invocation) {
            try writer.add(StarterRecord(channel: channel, id: channel.id))
        }
        try writer.finish()
        return .done
    }

    /// The channels of the relay that was named, once its address was found to be one.
    static func channels(_ invocation: Invocation) throws -> [StarterChannel] {
        _ = try invocation.relayURL()
        return StarterChannel.plan(relayURL: invocation[SharedOptions.relay] ?? "")
    }
}
