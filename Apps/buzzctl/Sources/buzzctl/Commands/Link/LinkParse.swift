internal import CommandLineKit
internal import DeepLinks

/// `link parse`: where a link leads, or why it leads nowhere (spec deep-links).
enum LinkParse {
    private static let links = Parameter<[String]>.arguments(
        .text("LINK"), help: "A link; standard input, one a line, if absent or -")
    private static let secret = Parameter<Bool>.flag(
        "secret", help: "Print invite codes and receipts too, with which anyone can join")

    static let command = Command(
        "parse",
        abstract: "Show where links lead",
        discussion: """
            What is no link that the app opens is reported with its number, and the rest goes on. Invites \
            are best given on standard input, where other users of the machine can't read their codes.
            """,
        parameters: [secret, LinkGroup.development, links],
        examples: [
            Example("buzzctl link parse 'buzz://agent/new?card=a1'", "Shows where a link leads"),
            Example("buzzctl link parse --output jsonl - < links.txt", "Reads a file of links"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        var writer = RecordWriter(console, invocation.format, of: LinkRecord.self)
        var code = ExitCode.done
        let policy = LinkGroup.policy(invocation)
        func parse(_ text: String, _ report: (String) -> Void) throws {
            do {
                let link = try DeepLink.parse(text, policy: policy)
                try writer.add(LinkRecord(link: link, showsSecrets: invocation[secret]))
            } catch let error as DeepLinkError {
                report(error.description)
                code = .invalidInput
            }
        }
        let links = invocation[links]
        if links.isEmpty || links == ["-"] {
            let input = try LineInput(nil, console)
            let count = try input.forEach { number, bytes in
                let text = (bytes ?? []).trimmingSpace()
                try parse(String(decoding: text, as: UTF8.self)) { input.report(number, $0) }
            }
            if count == 0 { throw input.nothing("link") }
        } else {
            for (index, text) in links.enumerated() {
                try parse(text) { console.sayAlways("argument \(index + 1): \($0)") }
            }
        }
        try writer.finish()
        return code
    }
}
