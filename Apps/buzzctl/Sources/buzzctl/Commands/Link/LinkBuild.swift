internal import CommandLineKit
internal import DeepLinks
internal import NostrCore

/// `link build`: a link from its parts (spec deep-links).
enum LinkBuild {
    private enum Form: String, CaseIterable, Sendable {
        case message, invite, agent, repo, project, pr, issue
    }

    private static let form = Parameter<Form>.argument(
        .cases("FORM"), help: "What to link to")
    private static let channel = Parameter<String?>.option(
        "channel", .text("UUID"), help: "A message's channel")
    private static let id = Parameter<String?>.option(
        "id", .text("ID"), help: "The id of a message, pull request or issue")
    private static let thread = Parameter<String?>.option(
        "thread", .text("ID"), help: "The thread to open a message in")
    private static let codeFile = Parameter<String?>.option(
        "code-file", .file(), help: "The file with an invite's code; - is standard input")
    private static let card = Parameter<String?>.option("card", .text("ID"), help: "An agent's card")
    private static let owner = Parameter<Bytes32?>.option(
        "owner", .publicKey, help: "The key of a repository's or project's owner")
    private static let identifier = Parameter<String?>.option(
        "name", .text("NAME"), help: "The name of a repository or project, its d tag")

    static let command = Command(
        "build",
        abstract: "Make a link from its parts",
        discussion: """
            message needs --channel and --id, invite --relay and --code-file, agent --card, repo and project \
            --owner and --name, pr and issue --id. An invite's link lets anyone join: share it with care.
            """,
        parameters: [channel, id, thread, codeFile, card, owner, identifier, LinkGroup.development, form],
        examples: [
            Example(
                "buzzctl link build message --channel 0f0e0d0c-0b0a-4908-8706-050403020100 --id 512cef144534bad7c828b9094c8f6891ccd4b1152595a90b15b1739df70000ab",
                "Links to a message"),
            Example(
                "buzzctl link build invite --relay wss://relay.example --code-file code.txt",
                "Makes the forms of an invite"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        func needed<Value>(_ parameter: Parameter<Value?>) throws -> Value {
            guard let value = invocation[parameter] else {
                let name = parameter.declaration.spelling
                throw UsageError.refused("a link to \(invocation[form].rawValue) needs \(name)")
            }
            return value
        }
        func address() throws -> EntityAddress {
            try EntityAddress(owner: needed(owner).hex, identifier: needed(identifier))
        }
        func event() throws -> EntityEvent {
            let isGiven = invocation[owner] != nil || invocation[identifier] != nil
            return try EntityEvent(id: needed(id), repository: isGiven ? address() : nil)
        }
        let link: DeepLink
        do {
            switch invocation[form] {
            case .message:
                link = .message(
                    try MessageLink(channel: needed(channel), id: needed(id), thread: invocation[thread]))
            case .invite:
                let source = try console.source(needed(codeFile))
                let relay = try RelayOrigin(
                    needed(SharedOptions.relay), policy: LinkGroup.policy(invocation))
                let code = try Array(TextInput.all(source, limit: 4_096).utf8).trimmingSpace()
                link = .invite(try InviteLink(relay: relay, code: String(decoding: code, as: UTF8.self)))
            case .agent: link = .agent(try AgentLink(card: needed(card)))
            case .repo: link = .repository(try address())
            case .project: link = .project(try address())
            case .pr: link = .pullRequest(try event())
            case .issue: link = .issue(try event())
            }
        } catch let error as DeepLinkError {
            throw UsageError.refused(error.description)
        }
        try console.write(LinkTextRecord(link: link), invocation.format)
        return .done
    }
}
