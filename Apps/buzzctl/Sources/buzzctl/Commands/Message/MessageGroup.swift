internal import CommandLineKit

/// `message`: write and read a channel's messages.
enum MessageGroup {
    /// The kinds that are messages of a channel (spec relay §4.2).
    static let kinds: [UInt16] = [9, 40002]

    static let channel = Parameter<String>.requiredOption("channel", .channel, help: "The channel")

    static let command = Command(
        group: "message",
        abstract: "Write and read a channel's messages",
        examples: [
            Example(
                "buzzctl message list --channel 0f0e0d0c-0b0a-4908-8706-050403020100",
                "Shows a channel's newest messages")
        ],
        commands: [MessageSend.command, MessageList.command, MessageThread.command])
}
