internal import CommandLineKit
internal import NostrCore
internal import ThreadRefs

/// `message thread`: a thread as a tree (spec thread-refs).
enum MessageThread {
    private static let id = Parameter<EventID>.argument(
        .eventEntity, help: "Any message of the thread: its id as hex, note1… or nevent1…")

    static let command = Command(
        "thread",
        abstract: "Show a thread as a tree",
        discussion: """
            Fetches the thread's first message and up to 1,000 of its replies. Replies whose parents are \
            missing, that answer each other in a circle, or that are nested too deep stand at the end, \
            named as such.
            """,
        parameters: [id],
        examples: [
            Example(
                "buzzctl message thread 512cef144534bad7c828b9094c8f6891ccd4b1152595a90b15b1739df70000ab",
                "Shows a message with all that answers it")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let id = invocation[id]
        let fetching = try Fetching(invocation, console)
        let first = try await fetching.events([Filter(ids: [id], limit: 1)])
        guard let start = first.events.first else { throw missing(id) }
        // What a message claims as its root is only where to look; the tree is made of parents.
        let root = ThreadReference(tags: start.tags).root.flatMap { EventID(hex: $0) } ?? id
        var replies = Filter(kinds: MessageGroup.kinds, limit: 1_000)
        replies.setTag("e", [root.hex])
        let answer = try await fetching.events([Filter(ids: [root], limit: 1), replies])
        var events = answer.events
        if !events.contains(where: { $0.id == id }) { events.append(start) }
        var writer = RecordWriter(console, invocation.format, of: ThreadMessageRecord.self)
        for record in records(events, root: root) { try writer.add(record) }
        try writer.finish()
        return first.hasBad || answer.hasBad ? .invalidInput : .done
    }

    /// The tree in reading order, and after it what has no place in it.
    private static func records(_ events: [VerifiedEvent], root: EventID) -> [ThreadMessageRecord] {
        let events = events.sorted { Event.newestFirst($1.event, $0.event) }
        let byID = Dictionary(events.map { ($0.id.hex, $0) }) { first, _ in first }
        let index = ThreadIndex(events.map { ThreadIndex.Message(id: $0.id.hex, tags: $0.tags) })
        let inTree = index.thread(under: root.hex)
        let placed = Set(inTree)
        let rest = events.map(\.id.hex).filter { !placed.contains($0) }
        return (inTree + rest).compactMap { id in
            byID[id].map { ThreadMessageRecord(event: $0, place: index.place(of: id) ?? .cycle) }
        }
    }

    /// The failure of a command that needs a message which the relay does not show.
    static func missing(_ id: EventID) -> Failure {
        Failure(
            .refused, "cannot find \(id.hex)", why: "the relay shows this key no such event",
            remedy: "Check the id, the relay, and that the key may read the channel.")
    }
}
