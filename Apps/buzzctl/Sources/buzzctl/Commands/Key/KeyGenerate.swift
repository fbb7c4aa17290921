internal import CommandLineKit
internal import NostrCore

/// `key generate`: a fresh key pair.
enum KeyGenerate {
    static let command = Command(
        "generate",
        abstract: "Make a key pair",
        discussion: """
            With --key-file the secret is kept in that file, which must not exist and is created for its \
            owner alone (mode 0600). With --secret it is printed.
            """,
        parameters: [KeyGroup.secret],
        examples: [
            Example(
                "buzzctl key generate --key-file admin.key",
                "Keeps the secret in admin.key and shows the public key"),
            Example("buzzctl key generate --secret --output json", "Prints both keys as JSON"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let path = invocation[SharedOptions.keyFile]
        let showsSecret = invocation[KeyGroup.secret]
        if path == "-" {
            throw UsageError.refused("--key-file names the file to create; use --secret to print the key")
        }
        guard path != nil || showsSecret else {
            throw UsageError.refused(
                "the secret would be lost: give --key-file FILE to keep it, or --secret to print it")
        }
        let pair = try KeyPair.random()
        if let path { try PrivateFile.create(path, Array((pair.secretKey.exposedNsec() + "\n").utf8)) }
        let record = KeyRecord(
            publicKey: pair.publicKey, file: path, secret: showsSecret ? pair.secretKey : nil)
        try console.write(record, invocation.format)
        return .done
    }
}
