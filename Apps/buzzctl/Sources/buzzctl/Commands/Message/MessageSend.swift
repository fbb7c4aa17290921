internal import CommandLineKit
internal import NostrCore
internal import ThreadRefs

/// `message send`: a message to a channel (kind 9).
enum MessageSend {
    /// The longest message that the official builders make, in bytes (spec relay §4.1).
    private static let limit = 65_536

    private static let text = Parameter<String?>.optionalArgument(
        .text("TEXT"), help: "The message; standard input if absent or -")
    private static let channel = Parameter<String?>.option(
        "channel", .channel, help: "The channel; that of the answered message if absent")
    private static let replyTo = Parameter<EventID?>.option(
        "reply-to", .eventEntity, help: "The message that this one answers")
    private static let broadcast = Parameter<Bool>.flag(
        "broadcast", help: "Show a reply in the channel too, not only in its thread")
    private static let mentions = Parameter<[Bytes32]>.options(
        "mention", .publicKey, help: "Whom to notify")

    static let command = Command(
        "send",
        abstract: "Send a message to a channel",
        discussion: """
            The answered message is fetched first, in a dry run too, since a reply in a thread must name \
            the thread's first message. One line feed at the end of standard input is dropped.
            """,
        parameters: [channel, replyTo, broadcast, mentions, WriteOptions.dryRun, text],
        examples: [
            Example(
                "buzzctl message send --channel 0f0e0d0c-0b0a-4908-8706-050403020100 'Lunch?'",
                "Writes to a channel"),
            Example(
                "uptime | buzzctl message send --broadcast --reply-to 512cef144534bad7c828b9094c8f6891ccd4b1152595a90b15b1739df70000ab",
                "Answers a message, in its thread and in the channel"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let given = invocation[text]
        let readsInput = given ?? "-" == "-"
        if readsInput, invocation[SharedOptions.keyFile] == "-" {
            throw UsageError.refused("standard input can't hold both the key and the message")
        }
        guard invocation[channel] != nil || invocation[replyTo] != nil else {
            throw UsageError.refused("no place to send it: give --channel UUID or --reply-to ID")
        }
        if invocation[broadcast], invocation[replyTo] == nil {
            throw UsageError.refused("--broadcast is for replies: every other message stands in the channel")
        }
        let keys = try invocation.keyPair(console)
        let content = try readsInput ? TextInput.all(console.input, limit: limit) : given ?? ""
        guard content.utf8.contains(where: { $0 > 0x20 }), content.utf8.count <= limit else {
            throw Failure(
                .invalidInput, "cannot send the message", why: "it is empty, or longer than \(limit) bytes",
                remedy: "Shorten it, or send it in parts.")
        }
        let parent = try await parent(invocation, console, keys)
        guard let place = invocation[channel] ?? parent?.event.firstValue(ofTag: "h") else {
            return .invalidInput
        }
        var tags = [["h", place]]
        if let parent { tags += ThreadReference.replyTags(to: parent.id.hex, parentTags: parent.tags) }
        var mentioned: Set<Bytes32> = []
        tags += invocation[mentions].filter { mentioned.insert($0).inserted }.map { ["p", $0.hex] }
        if invocation[broadcast] { tags.append(ThreadReference.broadcastTag) }
        var publishing = try Publishing(invocation, console) { keys }
        try await publishing.publish(
            EventTemplate(kind: 9, createdAt: WallClock.now(), tags: tags, content: content), by: keys)
        return try publishing.finish()
    }

    /// The answered message, which must stand in the channel that was named.
    private static func parent(
        _ invocation: Invocation, _ console: Console, _ keys: KeyPair
    ) async throws -> VerifiedEvent? {
        guard let id = invocation[replyTo] else { return nil }
        let answer = try await Fetching(invocation, console, keys: keys).events([Filter(ids: [id], limit: 1)])
        guard let event = answer.events.first else { throw MessageThread.missing(id) }
        guard let home = event.event.firstValue(ofTag: "h").flatMap(UUIDText.canonical) else {
            throw Failure(
                .invalidInput, "cannot answer \(id.hex)", why: "it stands in no channel",
                remedy: "Check the id: messages of channels are answered with this command.")
        }
        if let channel = invocation[channel], channel != home {
            throw Failure(
                .invalidInput, "cannot answer \(id.hex)", why: "it stands in channel \(home)",
                remedy: "Leave --channel out, or name that one.")
        }
        return event
    }
}
