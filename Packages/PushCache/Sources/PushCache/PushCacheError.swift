public import NostrCore

/// What can be wrong with the cache on disk, and what that means for what is shown.
public enum PushCacheError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A file or the directory could not be read; it was left as it is.
    case unreadable(FileSystemError)
    /// A store is not what this package writes; it counted as empty and was set aside under a name, if that
    /// worked.
    case corrupt(StoreDefect, keptAs: String?)
    /// Something could not be written; what stood there before still stands.
    case notWritable(FileSystemError)
    /// Another process held the lock for the whole wait.
    case lockTimeout(Duration)

    /// What happened, what follows from it and what to do.
    public var description: String {
        switch self {
        case .unreadable(let error):
            "\(error); shown messages can't be told there. Check the permissions of the caches directory."
        case .corrupt(let defect, let name?):
            "\(defect); read as empty and kept as \(name) for inspection."
        case .corrupt(let defect, nil):
            "\(defect); read as empty and left in place."
        case .notWritable(let error):
            "\(error); nothing was recorded. Check the space and the permissions of the caches directory."
        case .lockTimeout(let duration):
            "the lock was held by another process for \(duration); gone on without it. "
                + "Look for a process that is stopped inside a claim."
        }
    }
}

/// Why a store's bytes can't be used.
public enum StoreDefect: Error, Equatable, Sendable, CustomStringConvertible {
    /// More bytes than a store can have.
    case tooLarge(bytes: Int64, limit: Int)
    /// Not strict JSON; a store cut short ends up here.
    case malformed(JSONError)
    /// JSON, but not a store.
    case wrongShape(JSONShapeError)

    /// One sentence with what was expected and found.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit): "store of \(bytes) bytes, over the limit of \(limit)"
        case .malformed(let error): "store is not JSON: \(error)"
        case .wrongShape(let error): "store has another shape: \(error)"
        }
    }
}
