internal import CommandLineKit
internal import NostrCore

/// `channel create`: a new channel (kind 9007, spec relay §4.3).
enum ChannelCreate {
    private enum Kind: String, CaseIterable, Sendable {
        case stream, forum
    }

    private static let name = Parameter<String>.argument(.text("NAME"), help: "Its name")
    private static let id = Parameter<String?>.option(
        "id", .channel, help: "Its id, in place of a random one")
    private static let kind = Parameter<Kind>.option(
        "type", .cases("TYPE"), defaultText: "stream", help: "What it is for: messages, or topics")
    private static let isPrivate = Parameter<Bool>.flag("private", help: "Only members may see it")
    private static let about = Parameter<String?>.option("about", .text("TEXT"), help: "What it is about")

    static let command = Command(
        "create",
        abstract: "Make a channel",
        discussion: "The key becomes its owner. Prints the channel's id beside what the relay said.",
        parameters: [isPrivate, kind, about, id, WriteOptions.dryRun, name],
        examples: [
            Example("buzzctl channel create releases --about 'What went out'", "Makes an open channel"),
            Example("buzzctl channel create board --private --dry-run", "Shows what would be sent"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let name = invocation[name]
        guard name.utf8.contains(where: { $0 > 0x20 && $0 != UInt8(ascii: "#") }) else {
            throw UsageError.refused("the channel needs a name")
        }
        let keys = try invocation.keyPair(console)
        var publishing = try Publishing(invocation, console) { keys }
        let channel = try invocation[id] ?? UUIDText.random()
        var tags = [
            ["h", channel], ["name", name], ["visibility", invocation[isPrivate] ? "private" : "open"],
            ["channel_type", invocation[kind].rawValue],
        ]
        if let about = invocation[about] { tags.append(["about", about]) }
        let template = EventTemplate(kind: 9007, createdAt: WallClock.now(), tags: tags)
        if let outcome = try await publishing.offer(template.signed(by: keys).verify()) {
            try console.write(NewChannelRecord(channel: channel, outcome: outcome), invocation.format)
            return publishing.code
        }
        return try publishing.finish()
    }
}
