internal import CommandLineKit
internal import Invites
internal import NostrCore

/// `channel list`: the channels that a key may see.
enum ChannelList {
    private static let mine = Parameter<Bool>.flag("mine", help: "Only those that the key is a member of")
    private static let archived = Parameter<Bool>.flag("archived", help: "Archived ones too")

    static let command = Command(
        "list",
        abstract: "List the channels of a relay",
        discussion:
            "Shows what the relay shows to the key, open channels and private ones it is in, up to 1,000.",
        parameters: [mine, archived],
        examples: [
            Example("buzzctl channel list --mine", "Lists the channels that the key is in"),
            Example("buzzctl channel list --archived --output jsonl", "Prints all of them"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let keys = try invocation.keyPair(console)
        let found = try await Channel.all(Fetching(invocation, console, keys: keys), for: keys.publicKey)
        var writer = RecordWriter(console, invocation.format, of: ChannelRecord.self)
        for channel in found.channels {
            if invocation[mine], !channel.existing.isMember { continue }
            if !invocation[archived], channel.existing.isArchived { continue }
            try writer.add(ChannelRecord(channel: channel))
        }
        try writer.finish()
        return found.hasBad ? .invalidInput : .done
    }
}
