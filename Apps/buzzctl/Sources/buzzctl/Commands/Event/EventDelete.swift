internal import CommandLineKit
internal import NostrCore

/// `event delete`: takes events back (NIP-09), or removes others' from a channel (spec relay, kind 9005).
enum EventDelete {
    private static let ids = Parameter<[EventID]>.arguments(
        .eventEntity, isRequired: true, help: "An event's id as hex, note1… or nevent1…")
    private static let reason = Parameter<String?>.option(
        "reason", .text("TEXT"), help: "Why, for all to read")
    private static let channel = Parameter<String?>.option(
        "channel", .channel, help: "Remove another's event as an owner or admin of this channel")

    static let command = Command(
        "delete",
        abstract: "Ask a relay to delete events",
        discussion: """
            Sends a deletion for each id: kind 5 for one's own events, kind 9005 with --channel. On a \
            terminal it asks first; elsewhere it needs --yes. Copies that others fetched remain theirs.
            """,
        parameters: [reason, channel] + WriteOptions.all + [ids],
        examples: [
            Example(
                "buzzctl event delete 512cef144534bad7c828b9094c8f6891ccd4b1152595a90b15b1739df70000ab --yes",
                "Takes an event back without asking"),
            Example(
                "buzzctl event delete --dry-run 512cef144534bad7c828b9094c8f6891ccd4b1152595a90b15b1739df70000ab",
                "Shows the deletion that would be sent"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let ids = invocation[ids]
        let what = ids.count == 1 ? "event \(ids[0].hex)" : "these \(ids.count) events"
        guard try WriteOptions.agrees(invocation, console, to: "Delete \(what)?") else {
            console.note("Nothing was sent.")
            return .refused
        }
        let keys = try invocation.keyPair(console)
        var publishing = try Publishing(invocation, console) { keys }
        let now = WallClock.now()
        for id in ids {
            let template: EventTemplate
            let reason = invocation[reason]
            if let channel = invocation[channel] {
                template = EventTemplate(
                    kind: 9005, createdAt: now,
                    tags: [["h", channel], ["e", id.hex]] + (reason.map { [["public_reason", $0]] } ?? []))
            } else {
                // One target an event: a relay takes no more.
                template = EventTemplate(
                    kind: 5, createdAt: now, tags: [["e", id.hex]], content: reason ?? "")
            }
            try await publishing.publish(template, by: keys)
        }
        return try publishing.finish()
    }
}
