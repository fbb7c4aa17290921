/// A worked example: the line to type, and what it does.
public struct Example: Sendable, Equatable {
    /// The whole line as typed in a shell.
    public let line: String
    /// What it does, a sentence without a full stop.
    public let explanation: String

    /// States both.
    public init(_ line: String, _ explanation: String) {
        self.line = line
        self.explanation = explanation
    }
}

/// A command: a group of others, or one that runs.
public struct Command: Sendable {
    /// What a command does: it gets its parameters and the console, and says how it ended.
    public typealias Run = @Sendable (Invocation, Console) async throws -> ExitCode

    /// The word that calls it.
    public let name: String
    /// One sentence without a full stop.
    public let abstract: String
    /// More to know, shown under the usage line; may be empty.
    public let discussion: String
    /// Its own parameters; those of a group hold for every command in it.
    public let parameters: [Declaration]
    /// At least one.
    public let examples: [Example]
    /// The commands of a group.
    public let commands: [Command]
    /// What it does; nil for a group.
    public let run: Run?

    /// A group of commands.
    public init(
        group name: String, abstract: String, discussion: String = "",
        parameters: [any ParameterDeclaring] = [],
        examples: [Example], commands: [Command]
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.parameters = parameters.map(\.declaration)
        self.examples = examples
        self.commands = commands
        run = nil
    }

    /// A command that runs.
    public init(
        _ name: String, abstract: String, discussion: String = "", parameters: [any ParameterDeclaring] = [],
        examples: [Example], run: @escaping Run
    ) {
        self.name = name
        self.abstract = abstract
        self.discussion = discussion
        self.parameters = parameters.map(\.declaration)
        self.examples = examples
        commands = []
        self.run = run
    }

    /// Whether it is a group.
    public var isGroup: Bool { run == nil }

    func command(named name: String) -> Command? {
        commands.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}

extension Declaration {
    /// `--help`, known to every command.
    static let help = Parameter<Bool>.flag("help", short: "h", help: "Show this help").declaration
    /// `--version`, known to the root.
    static let version = Parameter<Bool>.flag("version", help: "Show the version").declaration
}
