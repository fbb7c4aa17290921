internal import CommandLineKit
internal import NostrCore

/// `key convert`: public keys between hex and npub.
enum KeyConvert {
    private static let keys = Parameter<[String]>.arguments(
        .text("KEY"),
        help: "A public key as hex or npub, in either letter case; standard input if absent or -")

    static let command = Command(
        "convert",
        abstract: "Convert public keys between hex and npub",
        discussion: """
            Without keys, reads one a line from standard input. What is no public key is reported with its \
            number, and the rest goes on. For a secret key use key show.
            """,
        parameters: [keys],
        examples: [
            Example(
                "buzzctl key convert npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d",
                "Shows both forms"),
            Example(
                "cut -f1 members.tsv | buzzctl key convert --output jsonl", "Converts a column of a file"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        var writer = RecordWriter(console, invocation.format, of: PublicKeyRecord.self)
        var code = ExitCode.done
        // The text is never repeated in a message: it may be a secret key, pasted by mistake.
        func convert(_ text: String, _ report: (String) -> Void) throws {
            do {
                try writer.add(PublicKeyRecord(key: PublicKey(typed: text)))
            } catch let error as KeyError {
                report(Self.reason(error))
                code = .invalidInput
            }
        }
        let keys = invocation[keys]
        if keys.isEmpty || keys == ["-"] {
            let input = try LineInput(nil, console)
            let count = try input.forEach { number, bytes in
                let text = (bytes ?? []).trimmingSpace()
                try convert(String(decoding: text, as: UTF8.self)) { input.report(number, $0) }
            }
            if count == 0 { throw input.nothing("key") }
        } else {
            for (index, text) in keys.enumerated() {
                try convert(text) { console.sayAlways("argument \(index + 1): \($0)") }
            }
        }
        try writer.finish()
        return code
    }

    private static func reason(_ error: KeyError) -> String {
        if case .wrongPrefix(_, "nsec") = error {
            return "a secret key; use key show, and keep secret keys off the command line"
        }
        return error.description
    }
}
