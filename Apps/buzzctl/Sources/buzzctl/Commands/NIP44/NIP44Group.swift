internal import CommandLineKit
internal import NostrCore

/// `nip44`: texts that two keys share.
enum NIP44Group {
    static let command = Command(
        group: "nip44",
        abstract: "Encrypt and decrypt texts between two keys",
        discussion: "Version 2 of NIP-44. The own key comes from --key-file or BUZZ_PRIVATE_KEY.",
        examples: [
            Example(
                "buzzctl nip44 encrypt --to npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d note.txt",
                "Encrypts a file for one reader")
        ],
        commands: [NIP44Encrypt.command, NIP44Decrypt.command])

    /// The text of the file argument, which must not be where the key comes from, and the key shared with the
    /// other side.
    static func input(
        _ invocation: Invocation, _ console: Console, with other: Bytes32, limit: Int
    ) throws -> (text: String, key: ConversationKey) {
        let path = invocation[LineInput.file]
        if invocation[SharedOptions.keyFile] == "-", path ?? "-" == "-" {
            throw UsageError.refused("standard input can't hold both the key and the text")
        }
        let keys = try invocation.keyPair(console)
        guard let publicKey = PublicKey(other) else {
            throw UsageError.refused("the other side's key is no public key")
        }
        let text = try TextInput.all(console.source(path), limit: limit)
        do throws(NIP44Error) {
            return (text, try ConversationKey(keys.secretKey, publicKey))
        } catch {
            throw failure("prepare the key", error)
        }
    }

    static func failure(_ purpose: String, _ error: NIP44Error) -> Failure {
        Failure(
            .invalidInput, "cannot \(purpose)", why: "\(error)",
            remedy: "Check the text, the key file, and the other side's key.")
    }
}
