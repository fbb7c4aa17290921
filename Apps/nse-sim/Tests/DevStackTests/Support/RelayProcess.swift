import Foundation

/// A relay in a process of its own: the program DevStackHost, built next to the tests.
///
/// Spawned by hand: Foundation's `Process` crashes now and then while other threads open and close files.
final class RelayProcess: Sendable {
    let url: String
    let port: UInt16
    private let child: pid_t
    /// The relay ends when this is closed.
    private let input: Int32

    init(directory: String, port: UInt16 = 0) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(fileURLWithPath: tests).deletingLastPathComponent()
            .appendingPathComponent("DevStackHost").path
        let toChild = try Self.pipe()
        let fromChild = try Self.pipe()
        let started = Self.spawn(
            [program, directory, String(port), "1000000"], input: toChild.read, output: fromChild.write)
        _ = close(toChild.read)
        _ = close(fromChild.write)
        let line = started == nil ? "" : Self.line(from: fromChild.read)
        _ = close(fromChild.read)
        guard let started, let bound = UInt16(line.split(separator: ":").last ?? "") else {
            _ = close(toChild.write)
            throw DidNotStart(output: line)
        }
        child = started
        input = toChild.write
        url = line
        self.port = bound
    }

    deinit {
        killHard()
        var status: Int32 = 0
        _ = unsafe waitpid(child, &status, 0)
        _ = close(input)
    }

    /// Ends it at once, without a chance to tidy up; does nothing when it is gone.
    func killHard() {
        // Not waited for until deinit, so the number is still this child's.
        kill(child, SIGKILL)
        var info = unsafe siginfo_t()
        _ = unsafe waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT)
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard unsafe Foundation.pipe(&ends) == 0 else { throw DidNotStart(output: "no pipe: \(errno)") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(_ arguments: [String], input: Int32, output: Int32) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        var child: pid_t = 0
        let status = unsafe posix_spawn(&child, arguments[0], &actions, nil, &words, &environment)
        return status == 0 ? child : nil
    }

    private static func line(from file: Int32) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(file, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }

    struct DidNotStart: Error {
        let output: String
    }
}
