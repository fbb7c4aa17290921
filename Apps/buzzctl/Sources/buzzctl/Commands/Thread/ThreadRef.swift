internal import CommandLineKit
internal import NostrCore
internal import ThreadRefs

/// `thread ref`: what an event's tags say about its place in a thread (spec thread-refs).
enum ThreadRef {
    /// How tags are read.
    private enum Dialect: String, CaseIterable, Sendable {
        case buzz, nip10
    }

    private static let dialect = Parameter<Dialect>.option(
        "dialect", .cases("NAME"), defaultText: "buzz",
        help: "How tags are read: as Buzz does, or as NIP-10 with its lone roots and unmarked tags")
    private static let direct = Parameter<Bool>.flag(
        "dm", help: "The channels are direct messages, which are one conversation each")

    static let command = Command(
        "ref",
        abstract: "Show the parent and root of messages",
        discussion: """
            Reads events as JSON lines and looks at their tags only: ids and signatures may be absent and \
            are not checked. A line that is no event is reported with its number, and the rest goes on.
            """,
        parameters: [dialect, direct, LineInput.file],
        examples: [
            Example("buzzctl thread ref messages.jsonl", "Shows parent and root of each message"),
            Example(
                "buzzctl thread ref --dialect nip10 --output json - < event.json",
                "Reads one as NIP-10 does"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let input = try LineInput(invocation[LineInput.file], console)
        let dialect: ThreadReference.Dialect = invocation[dialect] == .buzz ? .buzz : .nip10
        let isDirect = invocation[direct]
        var writer = RecordWriter(console, invocation.format, of: ThreadRecord.self)
        var code = ExitCode.done
        let count = try input.forEach { number, bytes in
            switch EventForm.event(in: bytes) {
            case .success(let (event, stated)):
                let id = stated ?? event.computedID()
                let reference = ThreadReference(tags: event.tags, dialect: dialect)
                let channel = isDirect ? event.firstValue(ofTag: "h") : nil
                let conversation = reference.conversationID(eventID: id.hex, directMessageChannel: channel)
                try writer.add(
                    ThreadRecord(line: number, id: id, reference: reference, conversation: conversation))
            case .failure(let defect):
                input.report(number, "\(defect.part): \(defect.reason)")
                code = .invalidInput
            }
        }
        if count == 0 { throw input.nothing("event") }
        try writer.finish()
        return code
    }
}
