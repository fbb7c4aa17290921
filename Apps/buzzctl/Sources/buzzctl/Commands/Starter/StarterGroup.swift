internal import CommandLineKit

/// `starter`: the channels that each new community gets (spec relay §7).
enum StarterGroup {
    static let command = Command(
        group: "starter",
        abstract: "Make a community's first channels",
        discussion: "Their ids follow from the relay's address, so that all clients make the same ones.",
        examples: [
            Example("buzzctl starter plan --relay wss://relay.example", "Shows the channels and their ids")
        ],
        commands: [StarterPlan.command, StarterEnsure.command])
}
