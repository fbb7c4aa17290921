internal import CommandLineKit
internal import NostrCore

/// `nip98 header`: the Authorization header of one request.
enum NIP98Header {
    static let command = Command(
        "header",
        abstract: "Sign an HTTP request",
        discussion: """
            Prints the Authorization header's value. Whoever has it can send this one request in the key's \
            name for a minute, so it is printed and nothing is sent.
            """,
        parameters: [NIP98Group.url, NIP98Group.method, NIP98Group.body],
        examples: [
            Example(
                "buzzctl nip98 header --url https://relay.example/query --method POST --body filters.json --key-file admin.key -o json",
                "Signs a request with a body")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        if invocation[SharedOptions.keyFile] == "-", invocation[NIP98Group.body] == "-" {
            throw UsageError.refused("standard input can't hold both the key and the body")
        }
        let keys = try invocation.keyPair(console)
        let body = try NIP98Group.bodyBytes(invocation, console)
        let template = try NIP98.template(
            url: invocation[NIP98Group.url], method: invocation[NIP98Group.method], body: body,
            now: WallClock.now())
        let event = try template.signed(by: keys)
        try console.write(AuthorizationRecord(event: event), invocation.format)
        return .done
    }
}
