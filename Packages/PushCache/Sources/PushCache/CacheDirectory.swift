/// The open directory of the stores: whole files in, whole files out.
struct CacheDirectory: Sendable {
    /// How much older than the file being written another writer's temporary file is when it counts as left
    /// behind.
    static let leftoverAge: Int64 = 60

    let posix: Posix
    private let directory: Posix.File

    /// Opens the directory, made first if asked to; nil if it is not there.
    init?(caches: String, creating: Bool, posix: Posix) throws(PushCacheError) {
        self.posix = posix
        // An empty path must not lead to the root directory.
        let caches = caches.isEmpty ? "." : caches
        let path = "\(caches)/\(FileNames.directory)"
        do {
            directory = try posix.openDirectory(path)
            return
        } catch {
            guard error.isAbsence else { throw .unreadable(error) }
        }
        guard creating else { return nil }
        do {
            // The system may have removed the caches directory itself.
            try posix.createDirectory(caches)
            try posix.createDirectory(path)
            directory = try posix.openDirectory(path)
        } catch {
            throw .notWritable(error)
        }
    }

    func close() {
        posix.close(directory)
    }

    // MARK: Reading

    /// Reads a regular file into a buffer; nil if nothing has that name.
    func read(_ name: String, into buffer: inout [UInt8]) throws(FileSystemError) -> Content? {
        let file: Posix.File
        do {
            file = try posix.openToRead(name, in: directory)
        } catch {
            if error.isAbsence { return nil }
            throw error
        }
        defer { posix.close(file) }
        let status = try posix.status(of: file, named: name)
        guard status.isRegular else { throw .notAFile(name, isDirectory: status.isDirectory) }
        guard let size = Int(exactly: status.size), size <= Store.maximumBytes else {
            return .tooLarge(bytes: status.size)
        }
        return .bytes(count: try posix.read(file, named: name, into: &buffer, limit: size))
    }

    /// What a file holds.
    enum Content: Equatable, Sendable {
        /// This many bytes of the buffer.
        case bytes(count: Int)
        /// More than a store can have; not read.
        case tooLarge(bytes: Int64)
    }

    /// Whether anything has that name; false also if the directory does not tell.
    func contains(_ name: String) -> Bool {
        ((try? posix.status(of: name, in: directory)) ?? nil) != nil
    }

    func names() throws(FileSystemError) -> [String] {
        try posix.names(in: directory)
    }

    // MARK: Writing

    /// How a written file gets its name.
    enum Placing: Sendable {
        /// In place of what has it.
        case replacing
        /// Only if nothing has it.
        case ifAbsent
    }

    /// Writes a file so that its name leads to the old bytes or to the new ones, at every instant.
    ///
    /// The bytes are flushed; the name is left to ``flushNames()``.
    func write(_ bytes: [UInt8], to name: String, _ placing: Placing) throws(FileSystemError) {
        let temporary = FileNames.fresh(for: name)
        let file = try posix.create(temporary, in: directory)
        do {
            defer { posix.close(file) }
            // Before the bytes, so that a full disk gets back what killed writers left on it.
            removeLeftovers(olderThan: file, named: temporary)
            try posix.write(bytes, to: file, named: temporary)
            try posix.flush(file, named: temporary)
            switch placing {
            case .replacing: try posix.rename(temporary, to: name, in: directory)
            case .ifAbsent:
                try posix.link(temporary, as: name, in: directory)
                try posix.remove(temporary, in: directory)
            }
        } catch {
            try? posix.remove(temporary, in: directory)
            throw error
        }
    }

    /// Makes an empty file whose existence is all that counts, so that no reader can find half of one.
    func mark(_ name: String) throws(FileSystemError) {
        let file = try posix.create(name, in: directory)
        defer { posix.close(file) }
        try posix.flush(file, named: name)
        flushNames()
    }

    /// Sets a file aside, in place of an earlier one.
    func rename(_ name: String, to newName: String) throws(FileSystemError) {
        try posix.rename(name, to: newName, in: directory)
    }

    func remove(_ name: String) throws(FileSystemError) {
        try posix.remove(name, in: directory)
    }

    /// Makes renamed and removed names last through a loss of power.
    ///
    /// A refusal changes nothing for any running process, so it is not reported.
    func flushNames() {
        try? posix.flushDirectory(directory)
    }

    /// Removes what killed writers left behind, judged by the file system's own clock.
    private func removeLeftovers(olderThan file: Posix.File, named name: String) {
        guard let now = try? posix.status(of: file, named: name).modifiedAt,
            let names = try? posix.names(in: directory)
        else { return }
        for leftover in names where FileNames.isTemporary(leftover) && leftover != name {
            guard let status = try? posix.status(of: leftover, in: directory),
                status.modifiedAt < now.subtractingReportingOverflow(Self.leftoverAge).partialValue
            else { continue }
            try? posix.remove(leftover, in: directory)
        }
    }
}

extension CacheDirectory {
    /// How an attempt to take the lock ended.
    enum LockAttempt: Sendable {
        case held(FileLock)
        case timedOut
        /// The directory or the lock file went away meanwhile: the system may delete both at any time.
        case replaced
    }

    /// Takes the lock of this directory, opened anew so that two threads exclude each other too.
    func lock(until deadline: SuspendingClock.Instant) throws(FileSystemError) -> LockAttempt {
        let file: Posix.File
        do {
            file = try posix.openLock(FileNames.lock, in: directory)
        } catch {
            if error.isAbsence { return .replaced }
            throw error
        }
        do {
            var pause: UInt32 = 250
            while try !posix.tryLock(file, named: FileNames.lock) {
                guard SuspendingClock.now < deadline else {
                    posix.close(file)
                    return .timedOut
                }
                // Random, so that many waiters don't ask at once; short, since a claim takes about a
                // millisecond.
                Posix.sleep(microseconds: UInt32.random(in: pause / 2...pause))
                pause = min(pause * 2, 4000)
            }
            // Whoever deleted the file while we waited may have let others lock its successor.
            let held = try posix.status(of: file, named: FileNames.lock)
            let named = try posix.status(of: FileNames.lock, in: directory)
            if held.identity == named?.identity { return .held(FileLock(posix: posix, file: file)) }
        } catch {
            posix.unlock(file)
            throw error
        }
        posix.unlock(file)
        return .replaced
    }
}

/// A lock that is held until it is released.
struct FileLock: Sendable {
    fileprivate let posix: Posix
    fileprivate let file: Posix.File

    func release() {
        posix.unlock(file)
    }
}
