internal import CommandLineKit
internal import NostrCore

/// `nip19 decode`: what such a text, or a nostr: URI, holds.
enum NIP19Decode {
    private static let texts = Parameter<[String]>.arguments(
        .text("TEXT"), help: "A text or nostr: URI; standard input, one a line, if absent or -")
    private static let secret = Parameter<Bool>.flag("secret", help: "Print secret keys of nsec texts too")

    static let command = Command(
        "decode",
        abstract: "Show what an npub, note, nevent or the like holds",
        discussion: """
            What can't be decoded is reported with its number, and the rest goes on. Give an nsec on \
            standard input only; its public key is shown, and the secret one with --secret.
            """,
        parameters: [secret, texts],
        examples: [
            Example(
                "buzzctl nip19 decode nostr:npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d",
                "Shows a key as hex"),
            Example("buzzctl nip19 decode --output jsonl - < texts.txt", "Decodes a file"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        var writer = RecordWriter(console, invocation.format, of: EntityRecord.self)
        var code = ExitCode.done
        // No text is repeated in a message: it may be a secret key, pasted by mistake.
        func decode(_ text: String, isArgument: Bool, _ report: (String) -> Void) throws {
            do {
                let isURI = text.prefix(6).lowercased() == "nostr:"
                let entity = isURI ? try NostrEntity(uri: text) : try NostrEntity(text)
                if isArgument, case .secretKey = entity {
                    report("a secret key; give it on standard input, and keep it off the command line")
                    code = .invalidInput
                    return
                }
                try writer.add(EntityRecord(entity: entity, showsSecret: invocation[secret]))
            } catch let error as NIP19Error {
                report(error.description)
                code = .invalidInput
            }
        }
        let texts = invocation[texts]
        if texts.isEmpty || texts == ["-"] {
            let input = try LineInput(nil, console)
            let count = try input.forEach { number, bytes in
                let text = String(decoding: (bytes ?? []).trimmingSpace(), as: UTF8.self)
                try decode(text, isArgument: false) { input.report(number, $0) }
            }
            if count == 0 { throw input.nothing("text") }
        } else {
            for (index, text) in texts.enumerated() {
                try decode(text, isArgument: true) { console.sayAlways("argument \(index + 1): \($0)") }
            }
        }
        try writer.finish()
        return code
    }
}
