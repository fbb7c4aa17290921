import Foundation
import Testing

/// The built nse-sim, named by `NSE_SIM` as `Scripts/test` does.
enum BuiltProgram {
    static let path = ProcessInfo.processInfo.environment["NSE_SIM"]

    /// A finished run.
    struct Run: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    struct CannotStart: Error {
        let program: String
        let code: Int32
    }

    /// Runs it to its end, with a text on standard input.
    static func run(_ arguments: [String], input: String = "") async throws -> Run {
        try await run(program: #require(path), arguments, input: input)
    }

    /// Runs any program to its end.
    ///
    /// It is waited for on a thread of its own: the embedded relays of a test answer on the shared pool meanwhile.
    static func run(program: String, _ arguments: [String], input: String = "") async throws -> Run {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try runBlocking(program, arguments, input) })
            }
        }
    }

    private static func runBlocking(_ program: String, _ arguments: [String], _ input: String) throws -> Run {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Files rather than pipes: nothing to drain while it runs.
        let files = ["in", "out", "err"].map { folder.appendingPathComponent($0) }
        try Data(input.utf8).write(to: files[0])
        for file in files.dropFirst() { try Data().write(to: file) }
        let status = wait(for: try spawn(program, arguments, files.map(\.path)))
        return Run(
            status: status, output: try String(contentsOf: files[1], encoding: .utf8),
            errors: try String(contentsOf: files[2], encoding: .utf8))
    }

    /// Starts a program on three files and returns its number.
    ///
    /// Spawned by hand: Foundation's `Process` crashes now and then while other threads open and close files.
    static func spawn(_ program: String, _ arguments: [String], _ files: [String]) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, files[1], O_WRONLY | O_CREAT, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, files[2], O_WRONLY | O_CREAT, 0o600)
        var words = unsafe ([program] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let code = unsafe posix_spawnp(&child, program, &actions, nil, &words, environ)
        guard code == 0 else { throw CannotStart(program: program, code: code) }
        return child
    }

    /// Waits for a program's end: its exit code, or 128 and the signal that ended it.
    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 && errno == EINTR {}
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
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
