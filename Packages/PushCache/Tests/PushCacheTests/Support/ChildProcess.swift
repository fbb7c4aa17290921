internal import Foundation
internal import Synchronization

/// A running ClaimHelper.
final class ChildProcess: Sendable {
    /// How a process ended, or that it is stopped.
    enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(Int32)
        case stopped(Int32)
    }

    struct CouldNotStart: Error, Sendable {
        let code: Int32
    }

    let identifier: pid_t
    private let input: Int32
    private let output: Int32

    /// Starts the helper, which lies beside the test program.
    init(_ arguments: [String]) throws {
        (identifier, input, output) = try Self.starting.withLock { _ in try Self.spawn(arguments) }
    }

    /// One start at a time: no other child may be born between the making of a pipe and its close-on-exec
    /// mark.
    private static let starting = Mutex<Void>(())

    private static func spawn(_ arguments: [String]) throws -> (pid_t, Int32, Int32) {
        let (toChild, fromChild) = (try pipe(), try pipe())
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, toChild.read, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, fromChild.write, 1)
        let words = [helperPath] + arguments
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe words.map { word in
            unsafe word.withCString { unsafe strdup($0) }
        }
        unsafe pointers.append(nil)
        defer { unsafe pointers.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let code = unsafe posix_spawn(&child, helperPath, &actions, nil, pointers, environ)
        close(toChild.read)
        close(fromChild.write)
        guard code == 0 else {
            close(toChild.write)
            close(fromChild.read)
            throw CouldNotStart(code: code)
        }
        return (child, toChild.write, fromChild.read)
    }

    deinit {
        close(input)
        close(output)
    }

    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Lets a waiting helper go on by one step.
    func release() {
        var byte: UInt8 = 1
        _ = unsafe write(input, &byte, 1)
    }

    /// The next line of its output; nil at the end.
    func line() -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe read(output, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// All lines up to the end of its output.
    func lines() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }

    /// Waits until it ended, or until it is stopped if `orStopped`.
    @discardableResult
    func wait(orStopped: Bool = false) -> Ending {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, orStopped ? WUNTRACED : 0) < 0, errno == EINTR {}
        let low = status & 0x7F
        if status & 0xFF == 0x7F { return .stopped(status >> 8 & 0xFF) }
        return low == 0 ? .exited(status >> 8 & 0xFF) : .killed(low)
    }

    /// Starts a helper, waits for it, and returns its lines.
    static func run(_ arguments: [String]) throws -> (lines: [String], ending: Ending) {
        let child = try ChildProcess(arguments)
        let lines = child.lines()
        return (lines, child.wait())
    }

    private static let helperPath: String = {
        let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let folder = URL(fileURLWithPath: program.isEmpty ? CommandLine.arguments[0] : program)
        return folder.deletingLastPathComponent().appendingPathComponent("ClaimHelper").path
    }()

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard unsafe Foundation.pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 })
        else {
            throw CouldNotStart(code: errno)
        }
        return (ends[0], ends[1])
    }
}
