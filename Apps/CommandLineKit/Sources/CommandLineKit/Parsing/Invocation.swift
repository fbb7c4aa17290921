/// A command as called: where it stands, and what its parameters hold.
public struct Invocation: Sendable {
    /// The commands from the program to the one called.
    public let path: [Command]
    let values: [String: [any Sendable]]

    /// The names from the program to the command.
    public var names: [String] { path.map(\.name) }

    /// What a parameter holds.
    ///
    /// The parameter must be declared by the command or a group above it: anything else is a mistake in the
    /// program.
    public subscript<Value>(parameter: Parameter<Value>) -> Value {
        let name = parameter.declaration.spelling
        guard let value = parameter.read(values[name] ?? []) else {
            preconditionFailure("\(name) is not declared by \(names.joined(separator: " "))")
        }
        return value
    }

    /// Whether the parameter was given, on the line or by its variable.
    public func isGiven(_ parameter: some ParameterDeclaring) -> Bool {
        given.contains(parameter.declaration.spelling)
    }

    let given: Set<String>
}

/// What a command line asks for.
public enum ParseOutcome: Sendable {
    /// To run a command.
    case run(Invocation)
    /// To show the help of the last command of the path.
    case help([Command])
    /// To show the program's version.
    case version
}
