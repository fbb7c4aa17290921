internal import CommandLineKit

/// `event`: work on events in files.
enum EventGroup {
    static let command = Command(
        group: "event",
        abstract: "Compute ids of events and check them",
        discussion:
            "Events are read as JSON lines: one event a line, lines end at the line feed (0x0A) only.",
        examples: [Example("buzzctl event verify events.jsonl", "Checks each event of a file")],
        commands: [EventIDCommand.command, EventVerify.command])
}
