internal import CommandLineKit
internal import NostrCore

/// `nip98 verify`: whether a header is good for a request.
enum NIP98Verify {
    private static let moment = Parameter<FilterOptions.Moment?>.option(
        "at", .moment, help: "When the request arrived, in place of now")
    private static let exact = Parameter<Bool>.flag("exact", help: "Compare URLs byte for byte")
    private static let requirePayload = Parameter<Bool>.flag(
        "require-payload", help: "Refuse a header that does not sign the body")

    static let command = Command(
        "verify",
        abstract: "Check the Authorization header of a request",
        discussion: """
            Reads the header's value, perhaps with its name before it. Ends with 0 when it is good for the \
            request, with 5 and the reason when it is not. That it was used before can't be seen here.
            """,
        parameters: [
            NIP98Group.url, NIP98Group.method, NIP98Group.body, moment, exact, requirePayload, LineInput.file,
        ],
        examples: [
            Example(
                "buzzctl nip98 verify --url https://relay.example/query --method POST --body filters.json header.txt",
                "Checks a header that was recorded")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let path = invocation[LineInput.file]
        if path ?? "-" == "-", invocation[NIP98Group.body] == "-" {
            throw UsageError.refused("standard input can't hold both the header and the body")
        }
        let now = WallClock.now()
        var header = try Array(TextInput.all(console.source(path)).utf8).trimmingSpace()
        let name = Array("authorization:".utf8)
        if header.prefix(name.count).map({ (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) == name {
            header = Array(header.dropFirst(name.count)).trimmingSpace()
        }
        let request = NIP98.Request(
            url: invocation[NIP98Group.url], method: invocation[NIP98Group.method],
            body: try NIP98Group.bodyBytes(invocation, console))
        let verdict: HeaderVerdictRecord
        do throws(NIP98Error) {
            let event = try NIP98.verify(
                header: String(decoding: header, as: UTF8.self), request: request,
                now: invocation[moment]?.seconds(now: now) ?? now,
                url: invocation[exact] ? .exact : .normalized,
                payload: invocation[requirePayload] ? .required : .optional)
            verdict = HeaderVerdictRecord(event: event, reason: nil)
        } catch {
            verdict = HeaderVerdictRecord(event: nil, reason: error.description)
        }
        try console.write(verdict, invocation.format)
        return verdict.event == nil ? .invalidInput : .done
    }
}
