extension PushCache {
    /// Ends a scope, at sign-out or when its community is removed: empties its store and leaves a tombstone.
    ///
    /// After it returned, no claim wins in that scope, not even in an extension process that is already past
    /// its query, until ``restore(_:)``. The tombstone is written first and without the lock, so a revocation
    /// counts from then on even where it throws ``PushCacheError/lockTimeout(_:)``; a claim that was under
    /// way meanwhile may still win.
    ///
    /// - Throws: ``PushCacheError`` if the tombstone could not be written, the store not removed, or the lock
    ///   not had.
    public func revoke(_ scope: Scope) throws(PushCacheError) {
        let stem = scope.fileStem
        if let files = try CacheDirectory(caches: directory, creating: true, posix: posix) {
            defer { files.close() }
            do {
                try files.entomb(stem)
            } catch {
                throw .notWritable(error)
            }
        }
        try change { files throws(FileSystemError) in
            // Again: the system may have deleted the directory since.
            try files.entomb(stem)
            try files.removeStore(stem)
        }
    }

    /// Lifts a scope's tombstone, at the next sign-in; what was shown before the revocation is forgotten.
    ///
    /// Nothing happens if the scope is not revoked.
    ///
    /// - Throws: ``PushCacheError`` if the tombstone still stands.
    public func restore(_ scope: Scope) throws(PushCacheError) {
        let stem = scope.fileStem
        try change(needsLock: true) { files throws(FileSystemError) in
            guard files.contains(FileNames.tombstone(stem)) else { return }
            // A claim that held no lock, or one from before the tombstone, may have left a store.
            try files.removeStore(stem)
            try files.remove(FileNames.tombstone(stem))
            files.flushNames()
        }
    }

    /// Removes the stores of all scopes but these.
    ///
    /// Each removed store leaves a tombstone, so that an extension process past its query can't make it anew:
    /// a removed scope comes back through ``restore(_:)`` and not by being retained. A scope without a store
    /// leaves none, since files are named by a hash; use ``revoke(_:)`` to end a scope that is known by name.
    ///
    /// - Throws: ``PushCacheError`` for the first store that could not be removed; the others are gone all
    ///   the same.
    public func retain(_ scopes: Set<Scope>) throws(PushCacheError) {
        let kept = Set(scopes.map(\.fileStem))
        try change(needsLock: true) { files throws(FileSystemError) in
            let stems = Set(try files.names().compactMap(FileNames.stem(ofStore:)))
            try Self.each(stems.subtracting(kept)) { (stem) throws(FileSystemError) in
                try files.entomb(stem)
                try files.removeStore(stem)
            }
        }
    }

    /// Forgets everything that was shown, as the system does when it deletes the directory.
    ///
    /// Messages shown before may be shown once more. Tombstones stay, and so does the lock file, which others
    /// may hold.
    ///
    /// - Throws: ``PushCacheError`` for the first file that could not be removed; the others are gone all the
    ///   same.
    public func purge() throws(PushCacheError) {
        try change(needsLock: true) { files throws(FileSystemError) in
            let names = try files.names().filter {
                FileNames.stem(ofStore: $0) != nil || FileNames.isTemporary($0)
            }
            try Self.each(names) { (name) throws(FileSystemError) in try files.remove(name) }
            files.flushNames()
        }
    }

    /// Does something to all of them, then throws what went wrong first.
    private static func each<Element>(
        _ elements: some Sequence<Element>, _ body: (Element) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        var first: FileSystemError?
        for element in elements {
            do {
                try body(element)
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
    }

    /// Changes files under the lock.
    ///
    /// Without a directory there is nothing to change. Without the lock nothing is changed if it is needed,
    /// and else the change is made and the missing lock reported afterwards.
    private func change(
        needsLock: Bool = false, _ body: (CacheDirectory) throws(FileSystemError) -> Void
    ) throws(PushCacheError) {
        var fault: PushCacheError?
        let session = begin(creating: !needsLock, fault: &fault)
        defer { session?.end() }
        if let fault, needsLock || session == nil { throw fault }
        guard let session else { return }
        do {
            try body(session.files)
        } catch {
            throw .notWritable(error)
        }
        if let fault { throw fault }
    }
}

extension CacheDirectory {
    /// Leaves a tombstone, unless there is one.
    fileprivate func entomb(_ stem: String) throws(FileSystemError) {
        let name = FileNames.tombstone(stem)
        if contains(name) { return }
        do {
            try mark(name)
        } catch {
            // Another revocation may have come first.
            if !contains(name) { throw error }
        }
    }

    fileprivate func removeStore(_ stem: String) throws(FileSystemError) {
        try remove(FileNames.store(stem))
        try remove(FileNames.corrupt(stem))
        flushNames()
    }
}
