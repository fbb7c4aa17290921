internal import CommandLineKit
internal import NostrCore

/// `nip44 encrypt`: a payload that one other key can read.
enum NIP44Encrypt {
    private static let to = Parameter<Bytes32>.requiredOption(
        "to", .publicKey, help: "Whose secret key may read it")

    static let command = Command(
        "encrypt",
        abstract: "Encrypt a text for a key",
        discussion: """
            Takes the whole file as one text of 1 to 65,535 bytes; one line feed at its end is dropped. The \
            same text gives another payload each time.
            """,
        parameters: [to, LineInput.file],
        examples: [
            Example(
                "buzzctl nip44 encrypt --to npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d --key-file admin.key note.txt",
                "Encrypts a file for one reader")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let (text, key) = try NIP44Group.input(
            invocation, console, with: invocation[to], limit: NIP44.standardLimit)
        let payload: String
        do throws(NIP44Error) {
            payload = try key.encrypt(text)
        } catch {
            throw NIP44Group.failure("encrypt the text", error)
        }
        try console.write(PayloadRecord(payload: payload), invocation.format)
        return .done
    }
}
