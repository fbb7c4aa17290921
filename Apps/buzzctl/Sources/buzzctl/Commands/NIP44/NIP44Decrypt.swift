internal import CommandLineKit
internal import NostrCore

/// `nip44 decrypt`: what a payload says.
enum NIP44Decrypt {
    private static let from = Parameter<Bytes32>.requiredOption(
        "from", .publicKey, help: "Who encrypted it, or whom one encrypted it for")

    static let command = Command(
        "decrypt",
        abstract: "Decrypt a payload",
        discussion: """
            Takes the whole file as one payload. The table shows line feeds as \\n; JSON has the text as it \
            was.
            """,
        parameters: [from, LineInput.file],
        examples: [
            Example(
                "buzzctl nip44 decrypt --from npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d -o json payload.txt",
                "Decrypts what this key sent")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let (text, key) = try NIP44Group.input(
            invocation, console, with: invocation[from], limit: 2 * NIP44.standardLimit)
        let payload = String(decoding: Array(text.utf8).trimmingSpace(), as: UTF8.self)
        let plaintext: String
        do throws(NIP44Error) {
            plaintext = try key.decryptText(payload)
        } catch {
            throw NIP44Group.failure("decrypt the payload", error)
        }
        try console.write(PlaintextRecord(plaintext: plaintext), invocation.format)
        return .done
    }
}
