internal import CommandLineKit
internal import NostrCore

/// `key show`: the public key of a secret one.
enum KeyShow {
    static let command = Command(
        "show",
        abstract: "Show the public key of a secret key",
        parameters: [KeyGroup.secret],
        examples: [
            Example("buzzctl key show --key-file admin.key", "Shows the public key as hex and npub"),
            Example(
                "pass show buzz | buzzctl key show --key-file -",
                "Reads the secret key from a password manager"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let pair = try invocation.keyPair(console)
        let secret = invocation[KeyGroup.secret] ? pair.secretKey : nil
        try console.write(KeyRecord(publicKey: pair.publicKey, secret: secret), invocation.format)
        return .done
    }
}
