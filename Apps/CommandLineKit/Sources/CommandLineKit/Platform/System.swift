// The only file that touches the C library's pointers.

internal import Glibc

/// The C library in values.
enum System {
    /// Writes all the bytes, however many calls that takes.
    static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(OutputError) {
        var start = 0
        while start < bytes.count {
            let (count, code) = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[start...])
                let count = unsafe write(descriptor, rest.baseAddress, rest.count)
                return (count, errno)
            }
            if count > 0 {
                start += count
                continue
            }
            switch code {
            case EINTR where count < 0: continue
            case EAGAIN where count < 0: waitUntil(descriptor, POLLOUT)
            case EPIPE where count < 0: throw .readerGone
            default: throw .failed(reason: count < 0 ? reason(code) : "nothing was taken")
            }
        }
    }

    /// Reads what is there, at most `limit` bytes; an empty array is the end.
    static func read(_ descriptor: Int32, limit: Int, name: String) throws(FileError) -> [UInt8] {
        while true {
            var count = 0
            var code: Int32 = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
                count = unsafe Glibc.read(descriptor, buffer.baseAddress, limit)
                code = errno
                initialized = max(0, count)
            }
            if count >= 0 { return bytes }
            switch code {
            case EINTR: continue
            case EAGAIN: waitUntil(descriptor, POLLIN)
            default: throw .failed(name: name, reason: reason(code))
            }
        }
    }

    /// Opens a file; the descriptor is the caller's to close.
    static func open(_ path: String, flags: Int32, mode: mode_t = 0) -> Result<Int32, SystemError> {
        while true {
            let descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC, mode)
            if descriptor >= 0 { return .success(descriptor) }
            if errno != EINTR { return .failure(SystemError(code: errno)) }
        }
    }

    /// The type and permission bits of an open file.
    static func mode(of descriptor: Int32) -> mode_t? {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? status.st_mode : nil
    }

    /// Removes a file; a failure is ignored, since it only cleans up after another.
    static func remove(_ path: String) {
        _ = unsafe unlink(path)
    }

    /// Whether the descriptor is a terminal.
    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The terminal's columns, or nil if it is none or does not say.
    static func terminalWidth(_ descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// A variable of the process's environment.
    static func environmentVariable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// Makes a write to a closed pipe fail with EPIPE instead of ending the process.
    static func ignoreBrokenPipes() {
        _ = signal(SIGPIPE, SIG_IGN)
    }

    /// Takes the standard descriptors that the caller closed, so that no file opened later gets their number.
    ///
    /// They are opened the wrong way round: reading from the first or writing to the others still fails.
    static func occupyStandardDescriptors() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 {
            _ = unsafe Glibc.open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// The system's text for an error number, in lower case at its start.
    static func reason(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        let string = unsafe String(cString: text)
        return string.prefix(1).lowercased() + string.dropFirst()
    }

    private static func waitUntil(_ descriptor: Int32, _ events: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        _ = unsafe poll(&request, 1, -1)
    }
}

/// An error number of the C library.
struct SystemError: Error {
    let code: Int32

    var reason: String { System.reason(code) }
}

/// An open file, closed when the last reference goes.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }
}
