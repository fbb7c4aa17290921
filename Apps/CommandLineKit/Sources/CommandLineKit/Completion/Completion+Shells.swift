extension Completion {
    static func bash(_ program: String, _ nodes: [CompletionNode]) -> String {
        var lines = [
            "# bash completion for \(program)",
            "\(function(program))() {",
            "    local here='' word index current=\"${COMP_WORDS[COMP_CWORD]}\"",
            "    local previous=\"${COMP_WORDS[COMP_CWORD - 1]}\"",
            "    for ((index = 1; index < COMP_CWORD; index++)); do",
            "        word=\"${COMP_WORDS[index]}\"",
            "        case \"$here/$word\" in",
            "            \(places(nodes))) here=\"$here/$word\" ;;",
            "        esac",
            "    done",
            "    COMPREPLY=()",
            "    case \"$here $previous\" in",
        ]
        for (pattern, hint) in valuePatterns(nodes) {
            guard case .words(let words) = hint else { continue }
            let list = words.joined(separator: " ")
            lines.append("        \(pattern)) COMPREPLY=($(compgen -W '\(list)' -- \"$current\")); return ;;")
        }
        // Any other value of an option: no words of ours, so the shell offers files.
        for (pattern, hint) in valuePatterns(nodes) where !hint.hasWords {
            lines.append("        \(pattern)) return ;;")
        }
        lines += ["    esac", "    case \"$here\" in"]
        for node in nodes {
            let words = node.commands.map(\.name) + node.argumentWords + node.options.flatMap(\.spellings)
            let list = words.joined(separator: " ")
            lines.append("        '\(node.place)') COMPREPLY=($(compgen -W '\(list)' -- \"$current\")) ;;")
        }
        lines += ["    esac", "}", "complete -o default -F \(function(program)) \(program)"]
        return lines.joined(separator: "\n") + "\n"
    }

    static func zsh(_ program: String, _ nodes: [CompletionNode]) -> String {
        var lines = [
            "#compdef \(program)",
            "\(function(program))() {",
            "    local here='' word previous=\"${words[CURRENT - 1]}\"",
            "    local -i index",
            "    local -a entries",
            "    for ((index = 2; index < CURRENT; index++)); do",
            "        word=\"${words[index]}\"",
            "        case \"$here/$word\" in",
            "            \(places(nodes))) here=\"$here/$word\" ;;",
            "        esac",
            "    done",
            "    case \"$here $previous\" in",
        ]
        for (pattern, hint) in valuePatterns(nodes) {
            switch hint {
            case .words(let words):
                lines.append("        \(pattern)) compadd -- \(words.joined(separator: " ")); return ;;")
            case .file: lines.append("        \(pattern)) _files; return ;;")
            case .none: lines.append("        \(pattern)) return ;;")
            }
        }
        lines += ["    esac", "    case \"$here\" in"]
        for node in nodes {
            let entries =
                node.commands.map { "\($0.name):\($0.help)" } + node.argumentWords
                + node.options.map { "--\($0.name):\($0.help)" }
            let files = node.takesFiles ? "; _files" : ""
            let list = entries.map { quoted($0) }.joined(separator: " ")
            lines.append("        '\(node.place)') entries=(\(list))\(files) ;;")
        }
        lines += [
            "    esac", "    _describe '\(program)' entries", "}", "compdef \(function(program)) \(program)",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    static func fish(_ program: String, _ nodes: [CompletionNode]) -> String {
        let at = "_\(function(program))_at"
        var lines = [
            "# fish completion for \(program)",
            "function \(at)",
            "    set -l here ''",
            "    for word in (commandline -opc)",
            "        switch \"$here/$word\"",
            "            case \(nodes.map { "'\($0.place)'" }.filter { $0 != "''" }.joined(separator: " "))",
            "                set here \"$here/$word\"",
            "        end",
            "    end",
            "    test \"$here\" = \"$argv[1]\"",
            "end",
            "complete -c \(program) -f",
        ]
        for node in nodes {
            let start = "complete -c \(program) -n '\(at) \"\(node.place)\"'"
            for command in node.commands {
                lines.append("\(start) -a \(command.name) -d \(fishQuoted(command.help))")
            }
            for word in node.argumentWords { lines.append("\(start) -a \(word)") }
            if node.takesFiles { lines.append("\(start) -F") }
            for option in node.options {
                let short = option.short.map { " -s \($0)" } ?? ""
                lines.append(
                    "\(start)\(short) -l \(option.name)\(fishValue(option)) -d \(fishQuoted(option.help))")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func fishValue(_ option: Declaration) -> String {
        guard option.kind == .option else { return "" }
        switch option.hint {
        case .words(let words): return " -x -a '\(words.joined(separator: " "))'"
        case .file: return " -r -F"
        case .none: return " -x"
        }
    }

    /// Inside single quotes fish reads only `\'` and `\\` as escapes.
    private static func fishQuoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }

    /// The places of all commands as one pattern of `case`.
    private static func places(_ nodes: [CompletionNode]) -> String {
        nodes.map(\.place).filter { !$0.isEmpty }.joined(separator: "|")
    }

    /// For each option with a value where it is known: a pattern of `place option`, and what its value may
    /// be.
    private static func valuePatterns(_ nodes: [CompletionNode]) -> [(String, CompletionHint)] {
        nodes.flatMap { node in
            node.options.filter { $0.kind == .option }.map { option in
                (option.spellings.map { "'\(node.place) \($0)'" }.joined(separator: "|"), option.hint)
            }
        }
    }
}

extension CompletionHint {
    fileprivate var hasWords: Bool {
        if case .words = self { return true }
        return false
    }
}
