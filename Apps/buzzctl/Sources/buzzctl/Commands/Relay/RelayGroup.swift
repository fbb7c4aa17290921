internal import CommandLineKit

/// `relay`: look at a relay itself.
enum RelayGroup {
    static let command = Command(
        group: "relay",
        abstract: "Look at a relay",
        examples: [
            Example(
                "buzzctl relay info --relay wss://relay.example", "Shows what the relay says about itself")
        ],
        commands: [RelayInfo.command])
}
