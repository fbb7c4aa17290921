/// A step that the cache takes on disk.
public enum FileOperation: String, CaseIterable, Hashable, Sendable {
    /// Opening the directory of the stores.
    case openDirectory
    /// Making the directory of the stores.
    case createDirectory
    /// Opening the lock file, or making it.
    case openLock
    /// Trying to take the lock.
    case lock
    /// Letting go of the lock.
    case unlock
    /// Opening a file to read it.
    case open
    /// Asking for a file's kind, size and time.
    case inspect
    /// Reading a file's bytes.
    case read
    /// Making a new file.
    case create
    /// Writing a file's bytes.
    case write
    /// Flushing a file to the disk.
    case flush
    /// Giving a file its final name, in place of what had it.
    case rename
    /// Giving a file its final name only if nothing has it.
    case link
    /// Reading the names in the directory.
    case list
    /// Removing a file.
    case remove
    /// Flushing the directory's names to the disk.
    case flushDirectory
}

/// A step that the system refused.
public struct FileSystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The step.
    public let operation: FileOperation
    /// The system's error number (`errno`).
    public let code: Int32
    /// The name of the file within its directory, or the directory's path.
    public let name: String

    /// States a refusal.
    public init(_ operation: FileOperation, code: Int32, name: String) {
        self.operation = operation
        self.code = code
        self.name = name
    }

    /// The step, the name and the system's words for the error.
    public var description: String {
        "\(operation.rawValue) of \(name) failed: \(Posix.text(of: code)) (errno \(code))"
    }
}
