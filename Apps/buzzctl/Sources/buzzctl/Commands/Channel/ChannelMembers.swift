internal import CommandLineKit
internal import NostrCore

/// `channel members`: who is in a channel (kind 39002).
enum ChannelMembers {
    static let command = Command(
        "members",
        abstract: "List the members of a channel",
        parameters: [ChannelGroup.id],
        examples: [
            Example(
                "buzzctl channel members 0f0e0d0c-0b0a-4908-8706-050403020100 --output jsonl",
                "Prints keys and roles")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let id = invocation[ChannelGroup.id]
        var filter = Filter(kinds: [Channel.membersKind], limit: 1)
        filter.setTag("d", [id])
        let answer = try await Fetching(invocation, console).events([filter])
        guard let list = answer.events.min(by: { Event.newestFirst($0.event, $1.event) }) else {
            throw Failure(
                .refused, "cannot list the members of \(id)", why: "the relay shows this key no such channel",
                remedy: "Check the id, and that the key may see the channel.")
        }
        var writer = RecordWriter(console, invocation.format, of: MemberRecord.self)
        for tag in list.tags where tag.count > 1 && tag[0] == "p" {
            // The relay signed the list; a value that is no key is of no use to anyone.
            guard let key = Bytes32(hex: tag[1]).flatMap({ PublicKey($0) }) else { continue }
            try writer.add(MemberRecord(key: key, role: tag.count > 3 ? tag[3] : "member"))
        }
        try writer.finish()
        return answer.hasBad ? .invalidInput : .done
    }
}
