internal import CommandLineKit
internal import NostrCore

/// The options of commands that change something at a relay.
enum WriteOptions {
    static let dryRun = Parameter<Bool>.flag("dry-run", help: "Show what would be sent, and send nothing")
    static let yes = Parameter<Bool>.flag(
        "yes", help: "Do not ask before what can't be undone; needed where no terminal can be asked")

    static let all: [any ParameterDeclaring] = [dryRun, yes]

    /// The kinds that take something away for good: deletions, removals, bans (spec relay §4.2, NIP-62).
    private static let destructiveKinds: Set<UInt16> = [5, 62, 9001, 9005, 9008, 9022, 9031, 9040]

    /// Whether events of a kind are only sent once somebody has agreed.
    static func isDestructive(_ kind: UInt16) -> Bool { destructiveKinds.contains(kind) }

    /// Makes sure that someone wants what can't be undone.
    ///
    /// - Parameter isInputTaken: standard input holds data, so nobody can answer there.
    /// - Returns: false if the person said no.
    static func agrees(
        _ invocation: Invocation, _ console: Console, to question: String, isInputTaken: Bool = false
    ) throws -> Bool {
        if invocation[yes] || invocation[dryRun] { return true }
        guard canAsk(invocation, console, isInputTaken: isInputTaken) else {
            throw UsageError.refused(noAnswer)
        }
        return try console.confirms(question)
    }

    /// What is said where ``agrees(_:_:to:isInputTaken:)`` has nobody to ask.
    static let noAnswer = "this can't be undone and no terminal can be asked: give --yes"

    /// Whether someone has agreed already, or can be asked.
    static func canAgree(_ invocation: Invocation, _ console: Console, isInputTaken: Bool) -> Bool {
        invocation[yes] || invocation[dryRun] || canAsk(invocation, console, isInputTaken: isInputTaken)
    }

    private static func canAsk(_ invocation: Invocation, _ console: Console, isInputTaken: Bool) -> Bool {
        console.canAsk && !isInputTaken && invocation[SharedOptions.keyFile] != "-"
    }
}
