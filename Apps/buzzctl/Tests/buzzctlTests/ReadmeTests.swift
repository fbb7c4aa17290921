import Foundation
import NostrCore
import Testing

@Suite("README")
struct ReadmeTests {
    /// A command of the README and what it prints.
    struct Step: Sendable, CustomTestStringConvertible {
        let command: String
        var output: String
        var testDescription: String { command }
    }

    static let steps: [Step] = {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("README.md")
        var steps: [Step] = []
        var isConsole = false
        for line in ((try? String(contentsOf: file, encoding: .utf8)) ?? "").components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                isConsole = line == "```console"
            } else if isConsole, line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2)), output: ""))
            } else if isConsole, !steps.isEmpty {
                steps[steps.count - 1].output += line + "\n"
            }
        }
        return steps
    }()

    @Test("there are steps to check")
    func exist() {
        #expect(Self.steps.count >= 6)
    }

    @Test("each command prints what the README shows", arguments: steps)
    func prints(_ step: Step) throws {
        let folder = try TemporaryFolder()
        _ = try folder.file("admin.key", Fixed.secretHex + "\n")
        let good = try EventTests.signed("hello")
        let reply = try EventTests.signed("hi", tags: [["e", Event.parse(good).id.hex, "", "reply"]])
        let altered = good.replacingOccurrences(of: "\"hello\"", with: "\"hullo\"")
        let kindless = good.replacingOccurrences(of: "\"kind\":9,", with: "")
        _ = try folder.file("events.jsonl", [good, altered, kindless].joined(separator: "\n"))
        _ = try folder.file("messages.jsonl", [good, reply].joined(separator: "\n"))
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", step.command + " 2>&1"]
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        let directory = URL(fileURLWithPath: Binary.path).deletingLastPathComponent().path
        process.environment = ["PATH": "\(directory):/usr/bin:/bin"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text == step.output)
    }
}
