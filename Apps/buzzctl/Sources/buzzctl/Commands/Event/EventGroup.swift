internal import CommandLineKit

/// `event`: work on events, in files and at a relay.
enum EventGroup {
    static let command = Command(
        group: "event",
        abstract: "Write, sign, check, send and fetch events",
        discussion:
            "Events are read as JSON lines: one event a line, lines end at the line feed (0x0A) only.",
        examples: [Example("buzzctl event verify events.jsonl", "Checks each event of a file")],
        commands: [
            EventNew.command, EventSign.command, EventVerify.command, EventIDCommand.command,
            EventPublish.command, EventGet.command, EventDelete.command,
        ])
}
