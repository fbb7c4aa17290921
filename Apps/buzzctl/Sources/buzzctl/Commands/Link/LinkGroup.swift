internal import CommandLineKit
internal import DeepLinks

/// `link`: the app's links.
enum LinkGroup {
    static let development = Parameter<Bool>.flag(
        "development", help: "Take relays on this machine too, without encryption")

    static let command = Command(
        group: "link",
        abstract: "Read and make the app's links",
        examples: [
            Example("buzzctl link parse 'buzz://agent/new?card=a1'", "Shows where a link leads")
        ],
        commands: [LinkParse.command, LinkBuild.command])

    static func policy(_ invocation: Invocation) -> DeepLinkPolicy {
        invocation[development] ? .development : .production
    }
}
