/// What is wrong with a command line.
public enum UsageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A group was called without one of its commands.
    case missingCommand
    /// No command of the group has this name.
    case unknownCommand(String, suggestions: [String])
    /// No such option here; `home` is the command that has it, if one further down does.
    case unknownOption(String, suggestions: [String], home: String?)
    /// An option that takes a value ends the line, or another option follows; `next` is that word.
    case missingValue(String, placeholder: String, next: String?)
    /// A flag was given a value.
    case unexpectedValue(String)
    /// An option that counts once was given twice.
    case repeated(String)
    /// A value is not what it should be; `text` is nil for secrets.
    case badValue(of: String, text: String?, problem: ValueProblem)
    /// A required argument or option is missing.
    case missing(String, help: String)
    /// One argument too many.
    case unexpectedArgument(String)
    /// A command's own rule about its parameters.
    case refused(String)

    /// One sentence that says what is wrong and what was probably meant.
    public var description: String {
        switch self {
        case .missingCommand: return "a command is missing"
        case .unknownCommand(let word, let suggestions):
            return "unknown command \(Self.quote(word))" + Self.question(suggestions)
        case .unknownOption(let word, let suggestions, let home):
            if let home { return "\(word) belongs to \"\(home)\": write it after that command" }
            return "unknown option \(Self.quote(word))" + Self.question(suggestions)
        case .missingValue(let option, let placeholder, let next):
            let start = "\(option) needs a value \(placeholder)"
            return next.map {
                "\(start), but the option \($0) follows; write \(option)=\($0) if that is the value"
            }
                ?? start
        case .unexpectedValue(let option): return "\(option) takes no value"
        case .repeated(let option): return "\(option) is given twice, but counts once"
        case .badValue(let name, let text, let problem):
            let found = text.map { ", found \(Self.quote($0))" } ?? ""
            return "\(name): expected \(problem.expected)\(found)" + Self.question(problem.suggestions)
        case .missing(let name, let help): return "\(name) is missing (\(help))"
        case .unexpectedArgument(let word): return "unexpected argument \(Self.quote(word))"
        case .refused(let reason): return reason
        }
    }

    private static func quote(_ word: String) -> String {
        Redaction.hides(word)
            ? Redaction.placeholder : "\"\(DisplayText.truncated(DisplayText.safe(word), to: 100))\""
    }

    private static func question(_ suggestions: [String]) -> String {
        guard let last = suggestions.last else { return "" }
        let quoted = suggestions.dropLast().map { "\"\($0)\"" }
        let all = quoted.isEmpty ? "\"\(last)\"" : "\(quoted.joined(separator: ", ")) or \"\(last)\""
        return "; did you mean \(all)?"
    }
}

extension UsageError: ExitReporting {
    /// Always ``ExitCode/usage``.
    public var exitCode: ExitCode { .usage }
}

/// A usage error, and the command in which it came up.
public struct ParseFailure: Error, Equatable, Sendable {
    /// What is wrong.
    public let error: UsageError
    /// The names from the program to that command.
    public let path: [String]
}
