import Foundation
import Testing

/// The built nse-sim, named by `NSE_SIM` as `Scripts/test` does.
enum BuiltProgram {
    static let path = ProcessInfo.processInfo.environment["NSE_SIM"]

    /// A finished run.
    struct Run {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs it to its end, with a text on standard input.
    ///
    /// It is waited for on a thread of its own: the embedded relays of a test answer on the shared pool meanwhile.
    static func run(_ arguments: [String], input: String = "") async throws -> Run {
        let path = try #require(path)
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try runBlocking(path, arguments, input) })
            }
        }
    }

    private static func runBlocking(_ path: String, _ arguments: [String], _ input: String) throws -> Run {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files rather than pipes: nothing to drain while it runs.
        let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try Data(input.utf8).write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        process.standardInput = try FileHandle(forReadingFrom: files[0])
        process.standardOutput = try FileHandle(forWritingTo: files[1])
        process.standardError = try FileHandle(forWritingTo: files[2])
        try process.run()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus, output: try String(contentsOf: files[1], encoding: .utf8),
            errors: try String(contentsOf: files[2], encoding: .utf8))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips where the program was not built for the tests.
    static var needsProgram: Self {
        .enabled(
            if: BuiltProgram.path != nil,
            "NSE_SIM does not name the built nse-sim; run Scripts/test Integration")
    }
}
