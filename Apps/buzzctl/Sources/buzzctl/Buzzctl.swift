internal import CommandLineKit

/// The program: its shared options and the list of its commands.
enum Buzzctl {
    static let program = Program(root, version: "0.1.0")

    static let root = Command(
        group: "buzzctl",
        abstract: "Run and support a Buzz community",
        discussion: """
            Data goes to standard output, everything else to standard error. Exit codes: 0 done, 1 refused \
            by the other side, 2 usage, 3 unreachable, 4 not authorised, 5 invalid input.
            """,
        parameters: SharedOptions.all + CommonOptions.all,
        examples: [
            Example(
                "buzzctl key generate --key-file admin.key",
                "Makes a key pair and keeps the secret in a new file"),
            Example(
                "buzzctl event verify events.jsonl", "Checks each event of a file and names what is wrong"),
            Example(
                "buzzctl --relay wss://relay.example --key-file admin.key query --kind 9 --limit 20",
                "Shows the newest 20 channel messages"),
        ],
        commands: [
            KeyGroup.command, EventGroup.command, Query.command, Count.command, RelayGroup.command,
            ThreadGroup.command, MessageGroup.command, ChannelGroup.command, StarterGroup.command,
            NIP19Group.command, NIP44Group.command, NIP98Group.command, LinkGroup.command,
            Completion.command(program: "buzzctl"),
        ])
}
