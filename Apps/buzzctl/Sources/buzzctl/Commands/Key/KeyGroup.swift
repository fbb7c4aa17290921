internal import CommandLineKit

/// `key`: make, show and convert keys.
enum KeyGroup {
    static let secret = Parameter<Bool>.flag("secret", help: "Print the secret key too, as nsec and hex")

    static let command = Command(
        group: "key",
        abstract: "Make, show and convert keys",
        discussion: """
            A secret key is never taken from the command line, where other users of the machine can read it, \
            and is only printed with --secret.
            """,
        examples: [Example("buzzctl key show --key-file admin.key", "Shows the public key of a secret one")],
        commands: [KeyGenerate.command, KeyShow.command, KeyConvert.command])
}
