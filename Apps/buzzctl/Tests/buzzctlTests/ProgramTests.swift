import CommandLineKit
import Foundation
import Testing

// The only use of internals: the declarations themselves, to walk every command.
@testable import buzzctl

@Suite("buzzctl")
struct ProgramTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Goldens")

    static let paths: [[String]] = {
        func walk(_ command: Command, _ path: [String]) -> [[String]] {
            [path] + command.commands.flatMap { walk($0, path + [$0.name]) }
        }
        return walk(Buzzctl.root, [])
    }()

    @Test("declarations are sound and every example parses")
    func faults() {
        #expect(Buzzctl.root.faults() == [])
    }

    @Test("help of each command is as agreed", arguments: paths)
    func help(_ path: [String]) throws {
        let outcome = try Binary.run(path + ["--help"])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let file = Self.folder.appendingPathComponent((["buzzctl"] + path).joined(separator: "-") + ".txt")
        // To accept a change: run the tests with UPDATE_GOLDENS=1 and read the difference before committing
        // it.
        if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
            try outcome.output.write(to: file, atomically: true, encoding: .utf8)
        }
        #expect(try outcome.output == String(contentsOf: file, encoding: .utf8))
        #expect(try Binary.run(["help"] + path).output == outcome.output)
    }

    @Test("there is a golden for each command and no other")
    func goldens() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(Self.paths.map { (["buzzctl"] + $0).joined(separator: "-") + ".txt" }))
    }

    @Test("the version, and a call without a command")
    func basics() throws {
        #expect(try Binary.run(["--version"]) == Outcome(status: 0, output: "buzzctl 0.1.0\n", errors: ""))
        #expect(
            try Binary.run([])
                == Outcome(
                    status: 2, output: "", errors: "buzzctl: a command is missing\nSee: buzzctl --help\n"))
        #expect(
            try Binary.run(["event", "verfy"])
                == Outcome(
                    status: 2, output: "",
                    errors: """
                        buzzctl: unknown command "verfy"; did you mean "verify"?
                        See: buzzctl event --help

                        """))
    }

    @Test("a reader that went away ends it in silence, a full disk with a reason")
    func outputs() throws {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let gone = try Binary.run(["--help"], output: pipe.fileHandleForWriting)
        #expect(gone == Outcome(status: 141, output: "", errors: ""))
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        #expect(
            try Binary.run(["--help"], output: full)
                == Outcome(
                    status: 1, output: "",
                    errors: """
                        buzzctl: cannot write the output: no space left on device
                        Check the disk or device that it goes to.

                        """))
    }

    @Test(
        "a closed stream is an error, and no file takes its place",
        arguments: [
            (">&-", "--version", 1, "cannot write the output: "),
            ("<&-", "event id", 5, "cannot read or write standard input: "),
            ("2>&- >&-", "key generate --key-file $FOLDER/new", 1, ""),
        ] as [(String, String, Int32, String)])
    func closedStreams(_ closing: String, _ words: String, _ status: Int32, _ text: String) throws {
        let folder = try TemporaryFolder()
        let process = Process()
        let errors = Pipe()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", "\"$BUZZCTL\" \(words) \(closing)"]
        process.environment = ["BUZZCTL": Binary.path, "FOLDER": folder.path]
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let said = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == status)
        #expect(String(decoding: said, as: UTF8.self).hasPrefix(text.isEmpty ? "" : "buzzctl: \(text)"))
        if words.hasPrefix("key") {
            let key = try String(contentsOfFile: folder.path + "/new", encoding: .utf8)
            #expect(key.hasPrefix("nsec1") && key.utf8.count == 64)
        }
    }

    @Test("the bash completion script offers commands")
    func completion() throws {
        let outcome = try Binary.run(["completion", "bash"])
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("complete -o default -F _buzzctl buzzctl"))
    }

    @Test(
        "times for people",
        arguments: [
            (0, "1970-01-01 00:00:00Z"), (951_782_400, "2000-02-29 00:00:00Z"),
            (1_700_000_000, "2023-11-14 22:13:20Z"),
            (4_107_542_399, "2100-02-28 23:59:59Z"), (4_107_542_400, "2100-03-01 00:00:00Z"),
            (253_402_300_799, "9999-12-31 23:59:59Z"), (253_402_300_800, "253402300800"), (-1, "-1"),
        ] as [(Int64, String)])
    func times(_ seconds: Int64, _ text: String) {
        #expect(UTCTime.text(seconds) == text)
    }
}
