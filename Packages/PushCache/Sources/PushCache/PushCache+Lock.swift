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
        // Each round follows a deletion by the system; a directory that keeps vanishing is as one that is not there.
        for _ in 0..<8 {
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
                case .replaced: files.close()
                case .timedOut:
                    fault = .lockTimeout(lockTimeout)
                    return Session(files: files, lock: nil)
                }
            } catch {
                fault = .notWritable(error)
                return Session(files: files, lock: nil)
            }
        }
        fault = .lockTimeout(lockTimeout)
        return nil
    }
}
