internal import Glibc
internal import Synchronization

/// Where bytes are read from: standard input, a file, or a test's own bytes.
public struct ByteSource: Sendable {
    /// What messages call it: a path, or `standard input`.
    public let name: String
    /// Gives at most that many bytes, and none at the end.
    public let read: @Sendable (Int) throws(FileError) -> [UInt8]

    /// A source with its own way of reading.
    public init(name: String, read: @escaping @Sendable (Int) throws(FileError) -> [UInt8]) {
        self.name = name
        self.read = read
    }

    /// The bytes given, in order.
    public init(name: String, bytes: [UInt8]) {
        let position = Mutex(0)
        self.init(name: name) { (limit) throws(FileError) in
            position.withLock { start in
                let end = min(bytes.count, start + max(0, limit))
                defer { start = end }
                return Array(bytes[start..<end])
            }
        }
    }

    /// The process's standard input.
    public static let standardInput = ByteSource(name: "standard input") { (limit) throws(FileError) in
        try System.read(0, limit: limit, name: "standard input")
    }

    /// Opens a file for reading.
    ///
    /// - Throws: ``FileError/cannotOpen(name:reason:)``, for a folder too.
    public static func file(_ path: String) throws(FileError) -> ByteSource {
        try file(path) { (_) throws(FileError) in }
    }

    static func file(
        _ path: String, checkingMode check: (mode_t) throws(FileError) -> Void
    ) throws(FileError) -> ByteSource {
        let file: Descriptor
        switch System.open(path, flags: O_RDONLY) {
        case .success(let number): file = Descriptor(number)
        case .failure(let error): throw .cannotOpen(name: path, reason: error.reason)
        }
        let mode = System.mode(of: file.number) ?? 0
        guard mode & S_IFMT != S_IFDIR else { throw .cannotOpen(name: path, reason: System.reason(EISDIR)) }
        try check(mode)
        return ByteSource(name: path) { (limit) throws(FileError) in
            try System.read(file.number, limit: limit, name: path)
        }
    }

    /// Everything up to the end.
    ///
    /// - Throws: ``FileError/tooLong(name:limit:)`` as soon as more than `limit` bytes came.
    public func readAll(limit: Int) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let part = try read(65_536)
            if part.isEmpty { return bytes }
            guard part.count <= limit - bytes.count else { throw .tooLong(name: name, limit: limit) }
            bytes.append(contentsOf: part)
        }
    }
}
