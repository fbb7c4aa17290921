/// The help of one command, made from its declarations.
public struct HelpPage: Sendable {
    private let path: [Command]

    /// The page of the last command of a path that starts at the program.
    public init(_ path: [Command]) {
        self.path = path
    }

    /// The text, wrapped at a width between 40 and 100 columns.
    public func text(width: Int) -> String {
        guard let command = path.last else { return "" }
        let width = min(100, max(40, width))
        var sections = [[command.abstract + "."], ["Usage: \(usage())"]]
        if !command.discussion.isEmpty {
            sections.append(DisplayText.wrapped(command.discussion, width: width))
        }
        add("Commands", command.commands.map { ($0.name, $0.abstract) }, width, &sections)
        add("Arguments", own(.argument).map { ($0.name, Self.explained($0)) }, width, &sections)
        let options = command.parameters.filter(\.isOption) + (path.count == 1 ? [.help, .version] : [.help])
        add("Options", options.map { (Self.signature($0), Self.explained($0)) }, width, &sections)
        let inherited = path.dropLast().flatMap(\.parameters).filter(\.isOption)
        add("Shared options", inherited.map { (Self.signature($0), Self.explained($0)) }, width, &sections)
        add("Environment", variables(), width, &sections)
        sections.append(["Examples:"] + command.examples.flatMap { Self.example($0, width) })
        if command.isGroup {
            sections.append(["More: \(usageStart()) help COMMAND"])
        }
        return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    /// How the command is called, in one line.
    public func usage() -> String {
        guard let command = path.last else { return "" }
        var words = [usageStart()]
        if command.isGroup { words.append("COMMAND") }
        words.append("[OPTIONS]")
        for option in command.parameters where option.kind == .option && option.isRequired {
            words.append("\(option.spelling) \(option.placeholder)")
        }
        for argument in own(.argument) {
            let name = argument.repeats ? "\(argument.name)..." : argument.name
            words.append(argument.isRequired ? name : "[\(name)]")
        }
        return words.joined(separator: " ")
    }

    private func usageStart() -> String { path.map(\.name).joined(separator: " ") }

    private func own(_ kind: Declaration.Kind) -> [Declaration] {
        path.last?.parameters.filter { $0.kind == kind } ?? []
    }

    private func variables() -> [(String, String)] {
        path.flatMap(\.parameters).compactMap { declaration in
            guard let variable = declaration.variable else { return nil }
            return declaration.kind == .environment
                ? (variable, declaration.help) : (variable, "Stands in for \(declaration.spelling)")
        }
    }

    private static func signature(_ option: Declaration) -> String {
        let short = option.short.map { "-\($0), " } ?? "    "
        return short + option.spelling + (option.kind == .option ? " \(option.placeholder)" : "")
    }

    private static func explained(_ declaration: Declaration) -> String {
        var details: [String] = []
        if case .words(let words) = declaration.hint { details.append(words.joined(separator: ", ")) }
        if let text = declaration.defaultText { details.append("default \(text)") }
        if declaration.repeats, declaration.kind != .flag { details.append("may be repeated") }
        if declaration.isRequired, declaration.kind == .option { details.append("required") }
        return declaration.help + (details.isEmpty ? "" : " (\(details.joined(separator: "; ")))")
    }

    private static func example(_ example: Example, _ width: Int) -> [String] {
        ["  \(example.line)"]
            + DisplayText.wrapped(example.explanation, width: width - 6).map { "      \($0)" }
    }

    private func add(_ title: String, _ rows: [(String, String)], _ width: Int, _ sections: inout [[String]])
    {
        guard !rows.isEmpty else { return }
        // A long left side gets a line of its own instead of pushing all texts to the right.
        let left = min(28, rows.map { DisplayText.width($0.0) }.max() ?? 0)
        var lines = ["\(title):"]
        for (name, text) in rows {
            let wrapped = DisplayText.wrapped(text, width: max(20, width - left - 4))
            let indent = String(repeating: " ", count: left + 4)
            let padding = left - DisplayText.width(name)
            if padding >= 0 {
                lines.append("  \(name)\(String(repeating: " ", count: padding))  \(wrapped[0])")
                lines += wrapped.dropFirst().map { indent + $0 }
            } else {
                lines.append("  \(name)")
                lines += wrapped.map { indent + $0 }
            }
        }
        sections.append(lines)
    }
}
