/// Which messages were shown, shared by all processes of an app: at each wake one call finds the newest
/// message not yet shown and claims it (spec push-cache).
///
/// The files lie under `<caches>/notifications`, one store a scope, readable by their owner alone. A value
/// holds no open file and no lock between calls, so it may be copied, kept and used by many threads at once.
/// Calls block: up to ``lockTimeout`` when another process holds the lock, a few milliseconds otherwise.
public struct PushCache: Sendable {
    /// The caches directory, which the system may delete at any time.
    public let directory: String
    /// How long a call waits for the lock before it goes on without; two seconds unless said otherwise.
    public let lockTimeout: Duration

    let posix: Posix

    /// Names the caches directory; nothing is touched until a call needs it.
    public init(directory: String, lockTimeout: Duration = .seconds(2)) {
        self.directory = directory
        self.lockTimeout = lockTimeout
        self.posix = Posix(before: nil)
    }

    /// For tests: names each step on disk just before it is taken.
    package init(
        directory: String, lockTimeout: Duration = .seconds(2),
        beforeFileOperation: @escaping @Sendable (FileOperation) -> Void
    ) {
        self.directory = directory
        self.lockTimeout = lockTimeout
        self.posix = Posix(before: beforeFileOperation)
    }

    /// The messages that count as shown in a scope, in the order in which they were claimed.
    ///
    /// Empty if there is no store, if it is corrupt, or after a revocation. Takes no lock: a store is
    /// replaced whole.
    ///
    /// - Throws: ``PushCacheError/unreadable(_:)`` if the store, or the directory, can't be read.
    public func shownMessages(in scope: Scope) throws(PushCacheError) -> [ShownMessage] {
        guard let files = try CacheDirectory(caches: directory, creating: false, posix: posix) else {
            return []
        }
        defer { files.close() }
        let stem = scope.fileStem
        if files.contains(FileNames.tombstone(stem)) { return [] }
        var buffer: [UInt8] = []
        switch files.readStore(stem, through: &buffer) {
        case .store(let store): return store.entries.compactMap(\.message)
        case .absent, .corrupt: return []
        case .unreadable(let error): throw .unreadable(error)
        }
    }
}

/// What stands on disk for a scope.
enum StoredState: Equatable, Sendable {
    case absent
    case store(Store)
    case corrupt(StoreDefect)
    case unreadable(FileSystemError)
}

extension CacheDirectory {
    /// Reads a scope's store once, through a buffer that many reads may share.
    func readStore(_ stem: String, through buffer: inout [UInt8]) -> StoredState {
        do {
            switch try read(FileNames.store(stem), into: &buffer) {
            case nil: return .absent
            case .tooLarge(let count):
                return .corrupt(.tooLarge(bytes: count, limit: Store.maximumBytes))
            case .bytes(let count):
                do {
                    return .store(try Store(parsing: buffer, count: count))
                } catch {
                    return .corrupt(error)
                }
            }
        } catch {
            return .unreadable(error)
        }
    }
}
