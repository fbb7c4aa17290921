/// Everything a command may touch of the process: streams, environment, terminal.
///
/// A value, so that a test hands in its own. Data goes to ``output``, talk to ``errorOutput``.
public struct Console: Sendable {
    /// How much a program says on standard error.
    public enum Verbosity: Int, Sendable, Comparable {
        /// Errors only.
        case quiet
        /// Errors, notes and progress.
        case normal
        /// Details too.
        case verbose

        /// Less talk before more.
        public static func < (left: Verbosity, right: Verbosity) -> Bool { left.rawValue < right.rawValue }
    }

    /// Standard input.
    public var input: ByteSource
    /// Standard output.
    public var output: TextOutput
    /// Standard error.
    public var errorOutput: TextOutput
    /// The environment.
    public var environment: Environment
    /// Whether standard input is a terminal.
    public var inputIsTerminal: Bool
    /// Whether standard output is a terminal.
    public var outputIsTerminal: Bool
    /// Whether standard error is a terminal.
    public var errorIsTerminal: Bool
    /// The columns of the terminal; 80 without one.
    public var width: Int
    /// False once `--no-color` was given.
    public var allowsColour = true
    /// How much to say.
    public var verbosity = Verbosity.normal

    /// A console of the caller's making; nothing is a terminal unless said.
    public init(
        input: ByteSource, output: TextOutput, errorOutput: TextOutput,
        environment: Environment = Environment(),
        inputIsTerminal: Bool = false, outputIsTerminal: Bool = false, errorIsTerminal: Bool = false,
        width: Int = 80
    ) {
        self.input = input
        self.output = output
        self.errorOutput = errorOutput
        self.environment = environment
        self.inputIsTerminal = inputIsTerminal
        self.outputIsTerminal = outputIsTerminal
        self.errorIsTerminal = errorIsTerminal
        self.width = width
    }

    /// The process's own console.
    public static func standard() -> Console {
        Console(
            input: .standardInput, output: TextOutput(descriptor: 1, threshold: 65_536),
            errorOutput: TextOutput(descriptor: 2, threshold: 0), environment: .process,
            inputIsTerminal: System.isTerminal(0), outputIsTerminal: System.isTerminal(1),
            errorIsTerminal: System.isTerminal(2),
            width: System.terminalWidth(1) ?? System.terminalWidth(2) ?? 80)
    }

    /// Says something on standard error unless the program is to be quiet.
    ///
    /// A failure to write is dropped: talk is no reason to stop work.
    public func note(_ text: String) {
        if verbosity >= .normal { sayAlways(text) }
    }

    /// Says a detail on standard error if asked to be verbose.
    public func detail(_ text: String) {
        if verbosity >= .verbose { sayAlways(text) }
    }

    /// Says something on standard error in any case, made safe for a terminal.
    public func sayAlways(_ text: String) {
        try? errorOutput.write(DisplayText.safe(text, keepingNewlines: true) + "\n")
    }

    /// Opens a path for reading; `-` or nil is standard input.
    public func source(_ path: String?) throws(FileError) -> ByteSource {
        guard let path, path != "-" else { return input }
        return try .file(path)
    }

    /// Whether text on standard output may be coloured: a terminal, and neither `--no-color`, NO_COLOR nor a
    /// dumb one.
    public var coloursOutput: Bool { outputIsTerminal && coloursAtAll }

    /// Whether text on standard error may be coloured.
    public var coloursErrors: Bool { errorIsTerminal && coloursAtAll }

    private var coloursAtAll: Bool {
        allowsColour && environment["NO_COLOR"] == nil && environment["TERM"] != "dumb"
    }
}
