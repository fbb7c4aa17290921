import CommandLineKit
import Foundation
import Testing

@Suite("Completions")
struct CompletionTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let words: [String]
        let offered: [String]
        var testDescription: String { "\(words)" }
    }

    static let lines: [Line] = [
        Line(words: ["l"], offered: ["list"]),
        Line(words: [""], offered: ["list", "stock", "completion", "help", "--output", "-o"]),
        Line(words: ["stock", ""], offered: ["buy", "help"]),
        Line(words: ["--output", "json", "stock", "b"], offered: ["buy"]),
        Line(words: ["--output", "j"], offered: ["json", "jsonl"]),
        Line(words: ["list", "--sort", ""], offered: ["name", "price"]),
        Line(words: ["list", "--so"], offered: ["--sort"]),
        Line(words: ["completion", "z"], offered: ["zsh"]),
        Line(words: ["list", "--limit", ""], offered: []),
    ]

    @Test("bash offers the words of the place", arguments: lines)
    func bash(_ line: Line) throws {
        let script =
            Completion.script(for: Shop.root, .bash) + """

                COMP_WORDS=(shop \(line.words.map { "'\($0)'" }.joined(separator: " ")))
                COMP_CWORD=\(line.words.count)
                _shop
                printf '%s\\n' "${COMPREPLY[@]}"
                """
        let (status, output) = try run("/bin/bash", ["-u", "-c", script])
        #expect(status == 0)
        let found = output.split(separator: "\n").map(String.init)
        if line.words == [""] {
            for word in line.offered { #expect(found.contains(word)) }
        } else if line.words == ["stock", ""] {
            #expect(Array(found.prefix(2)) == line.offered)
        } else {
            #expect(found == line.offered)
        }
    }

    static func isInstalled(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

    @Test("zsh reads the script", .enabled(if: isInstalled("/usr/bin/zsh"), "zsh is not installed"))
    func zsh() throws {
        #expect(try run("/usr/bin/zsh", ["-n", "-c", Completion.script(for: Shop.root, .zsh)]).0 == 0)
    }

    @Test("fish offers the words", .enabled(if: isInstalled("/usr/bin/fish"), "fish is not installed"))
    func fish() throws {
        let script = Completion.script(for: Shop.root, .fish) + "\ncomplete -C 'shop --output json stock b'\n"
        let (status, output) = try run("/usr/bin/fish", ["-N", "-c", script])
        #expect(status == 0)
        #expect(output == "buy\tBuy something\n")
    }

    @Test("texts with quotes stay texts")
    func quotes() throws {
        let leaf = Command("x", abstract: "It's \\ $(touch /nowhere) `a`", examples: []) { _, _ in .done }
        let root = Command(group: "p", abstract: "P", examples: [], commands: [leaf])
        #expect(Completion.script(for: root, .zsh).contains("'x:It'\\''s \\ $(touch /nowhere) `a`'"))
        #expect(Completion.script(for: root, .fish).contains("-d 'It\\'s \\\\ $(touch /nowhere) `a`'"))
    }

    private func run(_ path: String, _ arguments: [String]) throws -> (Int32, String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }
}
