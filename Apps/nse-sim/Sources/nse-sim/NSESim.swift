internal import CommandLineKit

/// The program.
@main
enum NSESim {
    static let root = Command(
        group: "nse-sim",
        abstract: "Everything around the notification service extension, on one Linux machine",
        discussion: """
            Real signed events, a real relay over real sockets, and the extension as a fresh process per wake, under \
            iOS's limits: 30 seconds, 24 MB, no write outside its caches.
            """,
        parameters: CommonOptions.all,
        examples: [
            Example("nse-sim demo", "See which notification each of five pushes shows"),
            Example("nse-sim wake --times 64 --parallel 64", "Wake 64 processes at once"),
        ],
        commands: [DemoCommand.command, UpCommand.command, WakeCommand.command, ExtensionCommand.command])

    static func main() async {
        ExtensionCommand.enterLimits(root, Array(CommandLine.arguments.dropFirst()))
        await Program(root, version: "0.1").runAndExit()
    }
}
