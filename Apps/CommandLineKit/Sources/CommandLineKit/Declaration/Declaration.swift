/// What help, completions and the parser know of a parameter: data, no behaviour but the check of its text.
public struct Declaration: Sendable {
    /// How the parameter is given.
    public enum Kind: Sendable, Equatable {
        /// `--name`, without a value.
        case flag
        /// `--name VALUE` or `--name=VALUE`.
        case option
        /// By its place.
        case argument
        /// By an environment variable only, as secrets are.
        case environment
    }

    /// How it is given.
    public let kind: Kind
    /// The name: without hyphens for options, the placeholder for arguments, the variable for the
    /// environment.
    public let name: String
    /// A short alias, one ASCII letter or digit.
    public internal(set) var short: Character?
    /// Stands for the value in usage lines; empty for flags.
    public internal(set) var placeholder = ""
    /// One or more sentences for help, without a full stop at the end.
    public let help: String
    /// The variable that stands in when the option is absent.
    public internal(set) var variable: String?
    /// The text taken when nothing is given.
    public internal(set) var defaultText: String?
    /// What a shell may offer.
    public internal(set) var hint = CompletionHint.none
    /// Whether it must be given.
    public internal(set) var isRequired = false
    /// Whether it may be given more than once.
    public internal(set) var repeats = false
    /// Whether its text must never be shown.
    public internal(set) var isSecret = false

    let check: @Sendable (String) throws(ValueProblem) -> any Sendable

    init(
        _ kind: Kind, _ name: String, help: String,
        check: @escaping @Sendable (String) throws(ValueProblem) -> any Sendable
    ) {
        self.kind = kind
        self.name = name
        self.help = help
        self.check = check
    }

    /// As messages name it: `--limit`, `FILE` or `$BUZZ_RELAY_URL`.
    public var spelling: String {
        switch kind {
        case .flag, .option: "--\(name)"
        case .argument: name
        case .environment: "$\(name)"
        }
    }
}
