// The only file of this target that passes pointers to the system.

internal import CLinux
internal import Glibc

/// A child process with pipes to its standard input and output.
///
/// Calls block; each child is driven by one thread of its own, never by the pool that the relay answers on.
final class ChildProcess {
    /// How a process ended.
    enum Ending: Equatable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)
    }

    /// What came next on standard output.
    enum Output: Equatable, Sendable {
        case line([UInt8])
        case end
        case timedOut
    }

    struct SpawnFailure: Error, CustomStringConvertible {
        let executable: String
        let code: Int32

        var description: String {
            let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
            return "can't start \(executable): \(text)"
        }
    }

    let pid: pid_t
    private var input: Int32
    private let output: Int32
    private var pending: [UInt8] = []
    private var ending: Ending?

    /// Starts a program; its standard error is this process's own.
    init(executable: String, arguments: [String]) throws(SpawnFailure) {
        var toChild: [Int32] = [-1, -1]
        var fromChild: [Int32] = [-1, -1]
        guard unsafe buzz_pipe(&toChild) == 0 else {
            throw SpawnFailure(executable: executable, code: errno)
        }
        guard unsafe buzz_pipe(&fromChild) == 0 else {
            let code = errno
            toChild.forEach { _ = close($0) }
            throw SpawnFailure(executable: executable, code: code)
        }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        var argv = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe argv.forEach { unsafe free($0) } }
        var child: pid_t = 0
        let status = unsafe posix_spawn(&child, executable, &actions, nil, &argv, environ)
        close(toChild[0])
        close(fromChild[1])
        guard status == 0 else {
            close(toChild[1])
            close(fromChild[0])
            throw SpawnFailure(executable: executable, code: status)
        }
        pid = child
        input = toChild[1]
        output = fromChild[0]
    }

    deinit {
        finishInput()
        close(output)
        if ending == nil {
            Glibc.kill(pid, SIGKILL)
            _ = waitpid(pid, nil, 0)
        }
    }

    /// Writes a line to the child's standard input; false if it reads no more.
    func send(line: [UInt8]) -> Bool {
        let bytes = line + [0x0A]
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe write(input, $0.baseAddress, $0.count)
            }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Closes the child's standard input: it reads the end.
    func finishInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    /// The next line of the child's standard output, waiting at most until the instant.
    ///
    /// Lines end at 0x0A only.
    func nextLine(until deadline: ContinuousClock.Instant) -> Output {
        while true {
            if let end = pending.firstIndex(of: 0x0A) {
                let line = Array(pending[..<end])
                pending.removeFirst(end + 1)
                return .line(line)
            }
            let left = (deadline - .now) / Duration.milliseconds(1)
            guard left > 0 else { return .timedOut }
            var item = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&item, 1, Int32(min(left.rounded(.up), 60_000)))
            if ready == 0 || ready < 0 && errno == EINTR { continue }
            guard ready > 0 else { return .end }
            var chunk = [UInt8](repeating: 0, count: 16384)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
            if count > 0 {
                pending.append(contentsOf: chunk[..<count])
            } else if count == 0 || errno != EINTR {
                return .end
            }
        }
    }

    /// Ends the child at once.
    func kill() {
        if ending == nil { Glibc.kill(pid, SIGKILL) }
    }

    /// Waits for the child's end.
    func wait() -> Ending {
        if let ending { return ending }
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        // As the system's macros take a wait status apart: the low seven bits name a signal, else the code follows.
        let signal = status & 0x7F
        let result: Ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
        ending = result
        return result
    }
}

/// Threads for work that blocks.
enum OwnThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs the work on a new thread; on the calling one if the system has none to give.
    static func run(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let work = unsafe Unmanaged.passRetained(Work(body))
        let status = unsafe pthread_create(
            &thread, nil,
            { pointer in
                if let pointer = unsafe pointer {
                    unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                }
                return nil
            }, work.toOpaque())
        if status == 0 {
            pthread_detach(thread)
        } else {
            unsafe work.takeRetainedValue().body()
        }
    }
}

/// Facts about this process.
enum ThisProcess {
    /// The program's own path, for starting it again.
    static func executablePath() -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return CommandLine.arguments[0] }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
