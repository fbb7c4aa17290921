internal import Glibc

/// A whole program: its commands, run with a console.
public struct Program: Sendable {
    /// The root of the commands; its name is the program's.
    public let root: Command
    /// What `--version` prints.
    public let version: String

    /// States both.
    public init(_ root: Command, version: String) {
        self.root = root
        self.version = version
    }

    /// Runs the command that the words ask for and says how it ended.
    ///
    /// Errors are printed on standard error: what failed, why, and what to do. A closed pipe ends it in
    /// silence.
    public func run(_ words: [String], console: Console) async -> ExitCode {
        var console = console
        do {
            let code = try await perform(words, &console)
            try console.output.flush()
            return code
        } catch {
            return report(error, console)
        }
    }

    /// Runs with the process's own words and console, and ends the process.
    ///
    /// Ignores SIGPIPE first, so that a closed pipe is an error and not the end.
    public func runAndExit() async -> Never {
        System.ignoreBrokenPipes()
        System.occupyStandardDescriptors()
        let code = await run(Array(CommandLine.arguments.dropFirst()), console: .standard())
        exit(Int32(code.rawValue))
    }

    private func perform(_ words: [String], _ console: inout Console) async throws -> ExitCode {
        switch try Parser(root, environment: console.environment).parse(words) {
        case .version:
            try console.output.write("\(root.name) \(version)\n")
            return .done
        case .help(let path):
            let width = console.outputIsTerminal ? console.width : 80
            try console.output.write(HelpPage(path).text(width: width))
            return .done
        case .run(let invocation):
            console.apply(invocation)
            guard let run = invocation.path.last?.run else { return .usage }
            do {
                return try await run(invocation, console)
            } catch let error as UsageError {
                throw ParseFailure(error: error, path: invocation.names)
            }
        }
    }

    private func report(_ error: any Error, _ console: Console) -> ExitCode {
        if error as? OutputError == .readerGone { return .readerGone }
        // What was printed before the fault comes first, if it can be printed at all.
        try? console.output.flush()
        let prefix = console.coloursErrors ? Style.red.applied(to: "\(root.name):") : "\(root.name):"
        if let failure = error as? ParseFailure {
            let path = failure.path.joined(separator: " ")
            console.sayError(prefix, "\(failure.error)\nSee: \(path) --help")
            return .usage
        }
        console.sayError(prefix, "\(error)")
        return (error as? any ExitReporting)?.exitCode ?? .refused
    }
}

extension Console {
    fileprivate mutating func apply(_ invocation: Invocation) {
        if invocation.isGiven(CommonOptions.noColor) { allowsColour = false }
        if invocation.isGiven(CommonOptions.verbose) { verbosity = .verbose }
        if invocation.isGiven(CommonOptions.quiet) { verbosity = .quiet }
    }

    fileprivate func sayError(_ prefix: String, _ text: String) {
        try? errorOutput.write("\(prefix) \(DisplayText.safe(text, keepingNewlines: true))\n")
    }
}
