// The only file that calls the system's file functions with pointers.

internal import Glibc

/// Why a file of the data directory can't be used.
public enum FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system refused; `code` is its error number.
    case system(operation: String, path: String, code: Int32)
    /// Another process holds the lock.
    case locked(path: String)

    /// What was tried, on which path, and why it failed.
    public var description: String {
        switch self {
        case .system(let operation, let path, let code):
            "could not \(operation) \(path): \(unsafe String(cString: strerror(code)))"
        case .locked(let path):
            "\(path) is locked: another process uses this data directory; stop it or choose another directory"
        }
    }
}

/// Small files, whole.
enum SystemFiles {
    /// Makes a directory that only its owner may enter, and those above it.
    static func makeDirectory(_ path: String) throws(FileError) {
        var partial = path.hasPrefix("/") ? "/" : ""
        for component in path.split(separator: "/") {
            partial += (partial.isEmpty || partial.hasSuffix("/") ? "" : "/") + component
            guard unsafe mkdir(partial, 0o700) != 0, errno != EEXIST, errno != EROFS else { continue }
            throw .system(operation: "make the directory", path: partial, code: errno)
        }
    }

    /// The bytes of a file, or nil if there is none.
    static func read(_ path: String, atMost limit: Int) throws(FileError) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        if file < 0, errno == ENOENT { return nil }
        guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
        defer { _ = close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while bytes.count < limit {
            let count = unsafe buffer.withUnsafeMutableBytes { target in
                unsafe Glibc.read(file, target.baseAddress, min(target.count, limit - bytes.count))
            }
            guard count >= 0 else { throw .system(operation: "read", path: path, code: errno) }
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    /// Writes a file that only its owner may read, so that it is there whole or not at all.
    static func writePrivately(_ bytes: [UInt8], to path: String) throws(FileError) {
        let temporary = path + ".new"
        let file = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(operation: "create", path: temporary, code: errno) }
        defer { _ = close(file) }
        try write(bytes, to: file, path: temporary)
        guard fchmod(file, 0o600) == 0, fsync(file) == 0, unsafe rename(temporary, path) == 0 else {
            throw .system(operation: "write", path: path, code: errno)
        }
    }

    static func remove(_ path: String) {
        _ = unsafe unlink(path)
    }

    fileprivate static func write(_ bytes: [UInt8], to file: Int32, path: String) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .system(operation: "write", path: path, code: errno) }
            rest = rest.dropFirst(count)
        }
    }
}

/// A file that only grows.
///
/// What was appended is with the kernel and survives the death of the process.
struct AppendedFile: ~Copyable {
    private let file: Int32
    let path: String

    init(_ path: String) throws(FileError) {
        file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(operation: "open", path: path, code: errno) }
        self.path = path
    }

    deinit {
        _ = close(file)
    }

    func append(_ bytes: [UInt8]) throws(FileError) {
        try SystemFiles.write(bytes, to: file, path: path)
    }
}

/// Keeps other processes out of a directory until it is gone, or its process is.
struct DirectoryLock: ~Copyable, Sendable {
    private let file: Int32

    init(directory: String) throws(FileError) {
        let path = directory + "/lock"
        // Not a property before the lock is held: from then on deinit closes it, when init throws too.
        let opened = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw .system(operation: "open", path: path, code: errno) }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            _ = close(opened)
            throw code == EWOULDBLOCK
                ? .locked(path: path) : .system(operation: "lock", path: path, code: code)
        }
        file = opened
    }

    deinit {
        // A child process that has just been forked holds a copy of the descriptor; unlocking reaches that too.
        _ = flock(file, LOCK_UN)
        _ = close(file)
    }
}
