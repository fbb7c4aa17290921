internal import CommandLineKit
internal import NostrCore

/// `message list`: a channel's newest messages, oldest first.
enum MessageList {
    private static let since = Parameter<FilterOptions.Moment?>.option(
        "since", .moment, help: "Not older than this")
    private static let until = Parameter<FilterOptions.Moment?>.option(
        "until", .moment, help: "Not newer than this")
    private static let limit = Parameter<Int64>.option(
        "limit", .integer(in: 1...1_000), defaultText: "50", help: "At most this many, the newest")

    static let command = Command(
        "list",
        abstract: "Show a channel's messages",
        discussion: """
            The newest stand last, as in a conversation. As JSON each is the event itself. A message that \
            was edited later is shown as first written.
            """,
        parameters: [MessageGroup.channel, since, until, limit],
        examples: [
            Example(
                "buzzctl message list --channel 0f0e0d0c-0b0a-4908-8706-050403020100 --since 1d",
                "Shows the messages of the last day")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let now = WallClock.now()
        var filter = Filter(
            kinds: MessageGroup.kinds, since: invocation[since]?.seconds(now: now),
            until: invocation[until]?.seconds(now: now), limit: Int(exactly: invocation[limit]))
        filter.setTag("h", [invocation[MessageGroup.channel]])
        let answer = try await Fetching(invocation, console).events([filter])
        var writer = RecordWriter(console, invocation.format, of: MessageRecord.self)
        for event in answer.events.sorted(by: { Event.newestFirst($1.event, $0.event) }) {
            try writer.add(MessageRecord(event: event))
        }
        try writer.finish()
        return answer.hasBad ? .invalidInput : .done
    }
}
