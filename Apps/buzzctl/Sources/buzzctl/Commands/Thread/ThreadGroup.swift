internal import CommandLineKit

/// `thread`: which message answers which.
enum ThreadGroup {
    static let command = Command(
        group: "thread",
        abstract: "Tell which message answers which",
        examples: [Example("buzzctl thread ref messages.jsonl", "Shows parent and root of each message")],
        commands: [ThreadRef.command])
}
