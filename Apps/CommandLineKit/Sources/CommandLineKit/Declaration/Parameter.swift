/// A flag, an option, an argument or a variable of a command, with the type of what it gives.
///
/// Declare it once as a constant, list it in its ``Command``, and read it from the ``Invocation``.
public struct Parameter<Value: Sendable>: Sendable {
    /// What help and the parser know of it.
    public let declaration: Declaration
    let read: @Sendable ([any Sendable]) -> Value?

    fileprivate init(_ declaration: Declaration, read: @escaping @Sendable ([any Sendable]) -> Value?) {
        self.declaration = declaration
        self.read = read
    }
}

/// Any parameter, whatever its type.
public protocol ParameterDeclaring: Sendable {
    /// What help and the parser know of it.
    var declaration: Declaration { get }
}

extension Parameter: ParameterDeclaring {}

extension Parameter where Value == Bool {
    /// `--name`: true when given.
    public static func flag(_ name: String, short: Character? = nil, help: String) -> Parameter {
        var declaration = Declaration(.flag, name, help: help) { (_) throws(ValueProblem) in true }
        declaration.short = short
        // Saying a flag twice says the same.
        declaration.repeats = true
        return Parameter(declaration) { !$0.isEmpty }
    }
}

extension Parameter {
    /// `--name VALUE`: nil when neither it nor its variable is given.
    public static func option<Element>(
        _ name: String, short: Character? = nil, _ type: ValueType<Element>, variable: String? = nil,
        help: String
    ) -> Parameter where Value == Element? {
        let declaration = declare(.option, name, short, type, variable, help)
        return Parameter(declaration) { $0.first.map { $0 as? Element } ?? .some(nil) }
    }

    /// `--name VALUE` with a default, given as the text a person would type.
    public static func option(
        _ name: String, short: Character? = nil, _ type: ValueType<Value>, variable: String? = nil,
        defaultText: String, help: String
    ) -> Parameter {
        var declaration = declare(.option, name, short, type, variable, help)
        declaration.defaultText = defaultText
        return Parameter(declaration) { $0.first as? Value }
    }

    /// `--name VALUE` that must be given, by its variable if not as an option.
    public static func requiredOption(
        _ name: String, short: Character? = nil, _ type: ValueType<Value>, variable: String? = nil,
        help: String
    ) -> Parameter {
        var declaration = declare(.option, name, short, type, variable, help)
        declaration.isRequired = true
        return Parameter(declaration) { $0.first as? Value }
    }

    /// `--name VALUE` as often as wanted; the values in order.
    public static func options<Element>(
        _ name: String, short: Character? = nil, _ type: ValueType<Element>, help: String
    ) -> Parameter where Value == [Element] {
        var declaration = declare(.option, name, short, type, nil, help)
        declaration.repeats = true
        return Parameter(declaration) { $0.compactMap { $0 as? Element } }
    }

    /// An argument that must be given.
    public static func argument(_ type: ValueType<Value>, help: String) -> Parameter {
        var declaration = declare(.argument, type.placeholder, nil, type, nil, help)
        declaration.isRequired = true
        return Parameter(declaration) { $0.first as? Value }
    }

    /// An argument that may be left out.
    public static func optionalArgument<Element>(
        _ type: ValueType<Element>, help: String
    ) -> Parameter where Value == Element? {
        let declaration = declare(.argument, type.placeholder, nil, type, nil, help)
        return Parameter(declaration) { $0.first.map { $0 as? Element } ?? .some(nil) }
    }

    /// All arguments from here on, at least one if required.
    public static func arguments<Element>(
        _ type: ValueType<Element>, isRequired: Bool = false, help: String
    ) -> Parameter where Value == [Element] {
        var declaration = declare(.argument, type.placeholder, nil, type, nil, help)
        declaration.isRequired = isRequired
        declaration.repeats = true
        return Parameter(declaration) { $0.compactMap { $0 as? Element } }
    }

    /// A variable of the environment that no option can give; its text never shows in a message.
    public static func secretVariable<Element>(
        _ name: String, _ type: ValueType<Element>, help: String
    ) -> Parameter where Value == Element? {
        var declaration = declare(.environment, name, nil, type, name, help)
        declaration.isSecret = true
        return Parameter(declaration) { $0.first.map { $0 as? Element } ?? .some(nil) }
    }

    private static func declare<Element>(
        _ kind: Declaration.Kind, _ name: String, _ short: Character?, _ type: ValueType<Element>,
        _ variable: String?, _ help: String
    ) -> Declaration {
        var declaration = Declaration(kind, name, help: help) { (text) throws(ValueProblem) in
            try type.read(text)
        }
        declaration.short = short
        declaration.placeholder = type.placeholder
        declaration.variable = variable
        declaration.hint = type.hint
        return declaration
    }
}

/// The options that every program of this workspace shares.
public enum CommonOptions: Sendable {
    /// `--output table|json|jsonl`.
    public static let output = Parameter<OutputFormat>.option(
        "output", short: "o", .cases("FORMAT"), defaultText: "table",
        help: "How to print results: a table for people, json or jsonl for programs")
    /// `--quiet`.
    public static let quiet = Parameter<Bool>.flag("quiet", short: "q", help: "Say nothing but errors")
    /// `--verbose`.
    public static let verbose = Parameter<Bool>.flag("verbose", short: "v", help: "Say what is being done")
    /// `--no-color`.
    public static let noColor = Parameter<Bool>.flag(
        "no-color", help: "No colours on a terminal, as NO_COLOR in the environment")
    /// All of them, for the root command; ``Program`` acts on the last three.
    public static let all: [any ParameterDeclaring] = [output, quiet, verbose, noColor]
}
