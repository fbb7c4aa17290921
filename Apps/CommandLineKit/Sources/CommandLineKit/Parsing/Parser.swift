/// Reads a command line by the declarations of a program.
///
/// Options may stand anywhere after the command that declares them, among arguments too. `--` ends the
/// options. A lone `-` is an argument, and so is a minus sign followed by a digit. An option's name is never
/// abbreviated.
public struct Parser: Sendable {
    private let root: Command
    private let environment: Environment

    /// A parser for a program and the variables its options fall back to.
    public init(_ root: Command, environment: Environment) {
        self.root = root
        self.environment = environment
    }

    /// Reads the words after the program's name.
    ///
    /// - Throws: ``ParseFailure`` with the first thing that is wrong.
    public func parse(_ words: [String]) throws(ParseFailure) -> ParseOutcome {
        var state = ParseState(root)
        do throws(UsageError) {
            try state.read(words)
            if state.wantsHelp { return .help(state.path) }
            if state.wantsVersion { return .version }
            return .run(try state.invocation(environment))
        } catch {
            // Someone who asks for help gets it, however wrong the rest of the line is.
            let options = words.prefix { $0 != "--" }
            if options.contains("--help") || options.contains("-h") { return .help(state.path) }
            throw ParseFailure(error: error, path: state.path.map(\.name))
        }
    }
}

/// What has been read of a line.
private struct ParseState {
    var path: [Command]
    var wantsHelp = false
    var wantsVersion = false
    private var texts: [String: [String]] = [:]
    private var arguments: [String] = []
    private var current: Command

    init(_ root: Command) {
        path = [root]
        current = root
    }

    mutating func read(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        var optionsEnded = false
        while let word = rest.popFirst() {
            let bytes = Array(word.utf8)
            let looksLikeOption = bytes.count > 1 && bytes[0] == UInt8(ascii: "-")
            if optionsEnded || !looksLikeOption || (0x30...0x39).contains(bytes[1]) {
                try readWord(word, &rest)
            } else if word == "--" {
                optionsEnded = true
            } else if bytes[1] == UInt8(ascii: "-") {
                try readLong(word, &rest)
            } else {
                try readShort(word, &rest)
            }
        }
    }

    private mutating func readWord(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        guard current.isGroup else { return arguments.append(word) }
        if let next = current.command(named: word) {
            path.append(next)
            current = next
        } else if word == "help" {
            wantsHelp = true
            while let name = rest.first, !name.hasPrefix("-") {
                rest.removeFirst()
                try readHelpTopic(name)
            }
        } else {
            throw unknownCommand(word)
        }
    }

    private mutating func readHelpTopic(_ name: String) throws(UsageError) {
        guard let next = current.command(named: name) else { throw unknownCommand(name) }
        path.append(next)
        current = next
    }

    private func unknownCommand(_ word: String) -> UsageError {
        let names = current.commands.map(\.name) + ["help"]
        return .unknownCommand(word, suggestions: Suggestions.closest(to: word, in: names))
    }

    private mutating func readLong(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        guard let declaration = option({ $0.name.utf8.elementsEqual(name.utf8) }) else {
            throw unknownOption("--\(name)", name)
        }
        if declaration.kind == .flag {
            guard parts.count == 1 else { throw .unexpectedValue("--\(name)") }
            return try note(declaration, "")
        }
        try note(declaration, parts.count == 2 ? String(parts[1]) : value(of: declaration, &rest))
    }

    private mutating func readShort(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let declaration = option({ $0.short == letter }) else {
                throw unknownOption("-\(letter)", nil)
            }
            if declaration.kind == .flag {
                try note(declaration, "")
                continue
            }
            // What follows the letter is the value; an equals sign between them is taken off.
            if letters.first == "=" { letters.removeFirst() }
            return try note(declaration, letters.isEmpty ? value(of: declaration, &rest) : String(letters))
        }
    }

    private func value(of option: Declaration, _ rest: inout ArraySlice<String>) throws(UsageError) -> String
    {
        guard let next = rest.first else {
            throw .missingValue(option.spelling, placeholder: option.placeholder, next: nil)
        }
        let isOption = self.option { candidate in
            let name = next.split(separator: "=", maxSplits: 1).first.map(String.init) ?? next
            return name == candidate.spelling || candidate.short.map { next == "-\($0)" } ?? false
        }
        guard isOption == nil, next != "--" else {
            throw .missingValue(option.spelling, placeholder: option.placeholder, next: next)
        }
        rest.removeFirst()
        return next
    }

    private func option(_ matches: (Declaration) -> Bool) -> Declaration? {
        for command in path.reversed() {
            if let found = command.parameters.first(where: { $0.isOption && matches($0) }) { return found }
        }
        return [.help, .version].first(where: matches)
    }

    private func unknownOption(_ word: String, _ name: String?) -> UsageError {
        let known = ([.help] + path.flatMap(\.parameters)).filter(\.isOption)
        let home = name.flatMap { name in current.home(of: name, path: path.map(\.name)) }
        let suggestions =
            name.map { Suggestions.closest(to: $0, in: known.map(\.name)).map { "--\($0)" } } ?? []
        return .unknownOption(word, suggestions: suggestions, home: home)
    }

    private mutating func note(_ declaration: Declaration, _ text: String) throws(UsageError) {
        if declaration.spelling == Declaration.help.spelling { wantsHelp = true }
        if declaration.spelling == Declaration.version.spelling { wantsVersion = true }
        guard declaration.repeats || texts[declaration.spelling] == nil else {
            throw .repeated(declaration.spelling)
        }
        texts[declaration.spelling, default: []].append(text)
    }

    func invocation(_ environment: Environment) throws(UsageError) -> Invocation {
        guard !current.isGroup else { throw .missingCommand }
        var texts = texts
        var rest = arguments[...]
        for argument in current.parameters where argument.kind == .argument {
            let taken = argument.repeats ? rest : rest.prefix(1)
            rest = rest.dropFirst(taken.count)
            if !taken.isEmpty { texts[argument.spelling] = Array(taken) }
        }
        if let surplus = rest.first { throw .unexpectedArgument(surplus) }
        var values: [String: [any Sendable]] = [:]
        var given: Set<String> = []
        for declaration in path.flatMap(\.parameters) {
            var name = declaration.spelling
            var found = texts[name]
            if found == nil, let variable = declaration.variable, let text = environment[variable] {
                name = "$\(variable)"
                found = [text]
            }
            if found != nil { given.insert(declaration.spelling) }
            if found == nil, let text = declaration.defaultText { found = [text] }
            guard let found else {
                if declaration.isRequired { throw .missing(declaration.spelling, help: declaration.help) }
                continue
            }
            values[declaration.spelling] = try checked(found, declaration, name)
        }
        return Invocation(path: path, values: values, given: given)
    }

    private func checked(
        _ texts: [String], _ declaration: Declaration, _ name: String
    ) throws(UsageError) -> [any Sendable] {
        var values: [any Sendable] = []
        for text in texts {
            do throws(ValueProblem) {
                values.append(try declaration.check(text))
            } catch {
                throw .badValue(of: name, text: declaration.isSecret ? nil : text, problem: error)
            }
        }
        return values
    }
}

extension Declaration {
    var isOption: Bool { kind == .flag || kind == .option }
}

extension Command {
    /// The command below this one that has an option of the name.
    fileprivate func home(of name: String, path: [String]) -> String? {
        for command in commands {
            let below = path + [command.name]
            if command.parameters.contains(where: { $0.isOption && $0.name == name }) {
                return below.joined(separator: " ")
            }
            if let found = command.home(of: name, path: below) { return found }
        }
        return nil
    }
}
