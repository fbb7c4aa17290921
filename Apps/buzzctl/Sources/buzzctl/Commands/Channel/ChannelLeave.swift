internal import CommandLineKit
internal import NostrCore

/// `channel leave`: out of a channel (kind 9022).
enum ChannelLeave {
    static let command = Command(
        "leave",
        abstract: "Leave a channel",
        discussion: """
            Nobody can join a private channel again without a member's help, so it asks first on a \
            terminal; elsewhere it needs --yes.
            """,
        parameters: WriteOptions.all + [ChannelGroup.id],
        examples: [
            Example("buzzctl channel leave 0f0e0d0c-0b0a-4908-8706-050403020100 --yes", "Leaves a channel")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let id = invocation[ChannelGroup.id]
        guard try WriteOptions.agrees(invocation, console, to: "Leave channel \(id)?") else {
            console.note("Nothing was sent.")
            return .refused
        }
        let keys = try invocation.keyPair(console)
        var publishing = try Publishing(invocation, console) { keys }
        let template = EventTemplate(kind: 9022, createdAt: WallClock.now(), tags: [["h", id]])
        try await publishing.publish(template, by: keys)
        return try publishing.finish()
    }
}
