extension Command {
    /// What is wrong with the declarations of a whole program, for its tests; empty when all is well.
    ///
    /// Looks for names that clash, defaults that their own type refuses, arguments that can never be reached,
    /// missing help or examples, and examples that do not parse.
    public func faults() -> [String] {
        faults(path: [], root: self)
    }

    private func faults(path: [Command], root: Command) -> [String] {
        let here = path + [self]
        let title = here.map(\.name).joined(separator: " ")
        var result: [String] = []
        if abstract.isEmpty { result.append("\(title): no abstract") }
        if examples.isEmpty { result.append("\(title): no example") }
        let inScope = [Declaration.help, .version] + here.flatMap(\.parameters)
        result += Self.repeated(inScope.map(\.spelling)).map { "\(title): \($0) is declared twice" }
        result += Self.repeated(inScope.compactMap(\.short).map { "-\($0)" }).map {
            "\(title): \($0) is declared twice"
        }
        result += Self.repeated(commands.map(\.name) + (isGroup ? ["help"] : [])).map {
            "\(title): command \($0) is declared twice"
        }
        result += parameters.flatMap { $0.faults() }.map { "\(title): \($0)" }
        let arguments = parameters.filter { $0.kind == .argument }
        if isGroup, !arguments.isEmpty { result.append("\(title): a group takes no arguments") }
        for (first, second) in zip(arguments, arguments.dropFirst()) {
            if first.repeats {
                result.append("\(title): \(second.name) follows \(first.name), which takes the rest")
            }
            if !first.isRequired, second.isRequired {
                result.append("\(title): \(second.name) is required, \(first.name) before it is not")
            }
        }
        for example in examples {
            if let reason = root.fault(of: example) {
                result.append("\(title): example \(example.line): \(reason)")
            }
        }
        return result + commands.flatMap { $0.faults(path: here, root: root) }
    }

    private func fault(of example: Example) -> String? {
        let words = Self.shellWords(example.line)
        guard let start = words.firstIndex(of: name) else { return "does not call \(name)" }
        do throws(ParseFailure) {
            _ = try Parser(self, environment: Environment()).parse(Array(words[(start + 1)...]))
            return nil
        } catch {
            return error.error.description
        }
    }

    /// The words of one command in a simple shell line: after the last pipe or opening parenthesis, up to the
    /// next redirection, semicolon or closing parenthesis.
    ///
    /// Single quotes hold words together.
    static func shellWords(_ line: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        var hasWord = false
        for character in line {
            switch character {
            case "'":
                isQuoted.toggle()
                hasWord = true
            case _ where isQuoted:
                word.append(character)
            case " ":
                if hasWord { words.append(word) }
                (word, hasWord) = ("", false)
            case "|", "(":
                (words, word, hasWord) = ([], "", false)
            case ">", ";", ")":
                return hasWord ? words + [word] : words
            case "<" where !words.isEmpty && !zip(line, line.dropFirst()).contains { $0 == ("<", "(") }:
                return hasWord ? words + [word] : words
            default:
                word.append(character)
                hasWord = true
            }
        }
        return hasWord ? words + [word] : words
    }

    private static func repeated(_ words: [String]) -> [String] {
        var seen: Set<String> = []
        return words.filter { !seen.insert($0).inserted }
    }
}

extension Declaration {
    fileprivate func faults() -> [String] {
        var result: [String] = []
        if help.isEmpty { result.append("\(spelling) has no help") }
        if help.hasSuffix(".") { result.append("the help of \(spelling) ends in a full stop") }
        if let defaultText {
            do throws(ValueProblem) {
                _ = try check(defaultText)
            } catch {
                result.append("the default of \(spelling): expected \(error.expected)")
            }
        }
        return result
    }
}
