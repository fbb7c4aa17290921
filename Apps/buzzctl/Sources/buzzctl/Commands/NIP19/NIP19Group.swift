internal import CommandLineKit

/// `nip19`: the texts that start with npub, note, nevent and so on.
enum NIP19Group {
    static let command = Command(
        group: "nip19",
        abstract: "Encode and decode npub, note, nevent and the like",
        examples: [
            Example(
                "buzzctl nip19 decode npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d",
                "Shows what the text holds")
        ],
        commands: [NIP19Encode.command, NIP19Decode.command])
}
