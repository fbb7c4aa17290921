/// Completion scripts for shells, made from a program's declarations.
///
/// The scripts hold all they need; they do not call the program.
public enum Completion: Sendable {
    /// The shells.
    public enum Shell: String, Sendable, CaseIterable {
        /// bash 4 or later.
        case bash
        /// zsh 5 or later.
        case zsh
        /// fish 3 or later.
        case fish
    }

    private static let shell = Parameter<Shell>.argument(.cases("SHELL"), help: "The shell to write for")

    /// The command `completion SHELL`, to be listed by a program's root.
    ///
    /// `program` is the name to show in its examples.
    public static func command(program: String) -> Command {
        Command(
            "completion", abstract: "Print a completion script for a shell",
            parameters: [shell],
            examples: [
                Example(
                    "source <(\(program) completion bash)",
                    "Completes commands and options in this bash session"),
                Example(
                    "\(program) completion fish > ~/.config/fish/completions/\(program).fish",
                    "Does so in fish for good"),
            ],
            run: { invocation, console in
                guard let root = invocation.path.first else { return .usage }
                try console.output.write(script(for: root, invocation[shell]))
                return .done
            })
    }

    /// The script for a program and a shell.
    public static func script(for root: Command, _ shell: Shell) -> String {
        let nodes = CompletionNode.all(root)
        switch shell {
        case .bash: return bash(root.name, nodes)
        case .zsh: return zsh(root.name, nodes)
        case .fish: return fish(root.name, nodes)
        }
    }

    /// The name of a shell function for a program.
    static func function(_ program: String) -> String {
        "_" + program.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    }

    /// A text in single quotes of bash and zsh.
    static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

/// One command as a shell sees it.
struct CompletionNode {
    /// `/key/generate`; empty for the program itself.
    let place: String
    /// The words that may follow, with what they do.
    let commands: [(name: String, help: String)]
    /// The options known here.
    let options: [Declaration]
    /// What may stand as an argument.
    let hints: [CompletionHint]

    static func all(_ root: Command) -> [CompletionNode] {
        walk(root, place: "", inherited: [])
    }

    private static func walk(_ command: Command, place: String, inherited: [Declaration]) -> [CompletionNode]
    {
        let options = command.parameters.filter(\.isOption) + inherited
        let help: [(String, String)] = command.isGroup ? [("help", "Show help")] : []
        let node = CompletionNode(
            place: place, commands: command.commands.map { ($0.name, $0.abstract) } + help,
            options: options + (place.isEmpty ? [.help, .version] : [.help]),
            hints: command.parameters.filter { $0.kind == .argument }.map(\.hint))
        return [node]
            + command.commands.flatMap { walk($0, place: "\(place)/\($0.name)", inherited: options) }
    }

    /// The words offered as arguments.
    var argumentWords: [String] {
        hints.flatMap { hint -> [String] in
            if case .words(let words) = hint { return words }
            return []
        }
    }

    var takesFiles: Bool { hints.contains(.file) }
}

extension Declaration {
    /// `--output` and, if it has one, `-o`.
    var spellings: [String] { ["--\(name)"] + (short.map { ["-\($0)"] } ?? []) }
}
