extension PushCache {
    /// The open directory, and its lock if it could be had.
    struct Session: Sendable {
        let files: CacheDirectory
        let lock: FileLock?

        func end() {
            lock?.release()
            files.close()
        }
    }

    /// Opens the directory and takes its lock.
    ///
    /// - Parameters:
    ///   - creating: Whether to make the directory if it is not there.
    ///   - fault: Set if there is no lock, or no directory at all.
    /// - Returns: nil if there is no directory that can be opened.
    func begin(creating: Bool, fault: inout PushCacheError?) -> Session? {
        let deadline = SuspendingClock.now + lockTimeout
        var rounds = 0
        while true {
            let files: CacheDirectory
            do {
                guard let opened = try CacheDirectory(caches: directory, creating: creating, posix: posix)
                else { return nil }
                files = opened
            } catch {
                fault = error
                return nil
            }
            do {
                switch try files.lock(until: deadline) {
                case .held(let lock): return Session(files: files, lock: lock)
                case .timedOut:
                    fault = .lockTimeout(lockTimeout)
                    return Session(files: files, lock: nil)
                case .replaced:
                    // The system deleted the directory in this moment; one that keeps vanishing can't be
                    // locked.
                    rounds += 1
                    if rounds == Self.mostRounds {
                        fault = .lockTimeout(lockTimeout)
                        return Session(files: files, lock: nil)
                    }
                    files.close()
                }
            } catch {
                fault = .notWritable(error)
                return Session(files: files, lock: nil)
            }
        }
    }

    private static let mostRounds = 8
}
