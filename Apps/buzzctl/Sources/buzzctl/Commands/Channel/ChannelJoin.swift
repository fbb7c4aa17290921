internal import CommandLineKit
internal import NostrCore

/// `channel join`: into an open channel (kind 9021).
enum ChannelJoin {
    static let command = Command(
        "join",
        abstract: "Join an open channel",
        discussion: "Joining a channel that the key is in changes nothing and is no error.",
        parameters: [WriteOptions.dryRun, ChannelGroup.id],
        examples: [
            Example("buzzctl channel join 0f0e0d0c-0b0a-4908-8706-050403020100", "Joins a channel")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let keys = try invocation.keyPair(console)
        var publishing = try Publishing(invocation, console) { keys }
        let template = EventTemplate(
            kind: 9021, createdAt: WallClock.now(), tags: [["h", invocation[ChannelGroup.id]]])
        try await publishing.publish(template, by: keys)
        return try publishing.finish()
    }
}
