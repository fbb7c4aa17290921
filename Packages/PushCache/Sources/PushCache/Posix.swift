// The only file that calls the system, and so the only one that says `unsafe`. Everything above it deals in
// values.

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The system calls that the cache needs: each checked where it is made, each naming itself to a test's hook
/// first.
struct Posix: Sendable {
    /// An open file; closed by ``Posix/close(_:)`` and by nothing else.
    struct File: Sendable {
        let descriptor: Int32
    }

    /// What the system says about a file.
    struct Status: Equatable, Sendable {
        let isRegular: Bool
        let isDirectory: Bool
        let size: Int64
        /// When it was last written, in seconds of the file system's clock.
        let modifiedAt: Int64
        /// Which file it is, whatever its name.
        let identity: [UInt64]
    }

    /// Called before each step that could change or show the disk's state; nil outside of tests.
    let before: (@Sendable (FileOperation) -> Void)?

    // MARK: Directories

    func openDirectory(_ path: String) throws(FileSystemError) -> File {
        // The last component must not be a link: it is a name of ours, in a directory that others may write.
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        return File(
            descriptor: try check(.openDirectory, path) { unsafe path.withCString { unsafe open($0, flags) } }
        )
    }

    /// Makes a directory for its owner alone; one that is there already is fine.
    func createDirectory(_ path: String) throws(FileSystemError) {
        do {
            _ = try check(.createDirectory, path) { unsafe path.withCString { unsafe mkdir($0, 0o700) } }
        } catch {
            if !error.isTaken { throw error }
        }
    }

    /// The names in a directory, without `.` and `..`.
    func names(in directory: File) throws(FileSystemError) -> [String] {
        // A second descriptor, since closing the stream closes the one that it was made from.
        let descriptor = try check(.list, ".") {
            unsafe openat(directory.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }
        guard let stream = unsafe fdopendir(descriptor) else {
            let code = errno
            close(File(descriptor: descriptor))
            throw FileSystemError(.list, code: code, name: ".")
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
                    unsafe String(cString: $0)
                }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    func flushDirectory(_ directory: File) throws(FileSystemError) {
        _ = try check(.flushDirectory, ".") { fsync(directory.descriptor) }
    }

    // MARK: Files

    func openToRead(_ name: String, in directory: File) throws(FileSystemError) -> File {
        // O_NONBLOCK: a pipe under a store's name must not make the extension wait.
        try openFile(.open, name, in: directory, flags: O_RDONLY | O_NONBLOCK)
    }

    /// Makes a file that only its owner may read and write; fails if the name is taken.
    func create(_ name: String, in directory: File) throws(FileSystemError) -> File {
        let file = try openFile(.create, name, in: directory, flags: O_WRONLY | O_CREAT | O_EXCL)
        // A narrow umask must not leave a file that its own writer can't read.
        guard fchmod(file.descriptor, 0o600) == 0 else {
            let code = errno
            close(file)
            throw FileSystemError(.create, code: code, name: name)
        }
        return file
    }

    func status(of file: File, named name: String) throws(FileSystemError) -> Status {
        var result = stat()
        _ = try check(.inspect, name) { unsafe fstat(file.descriptor, &result) }
        return Status(result)
    }

    /// What stands under a name, a link for itself; nil if nothing does.
    func status(of name: String, in directory: File) throws(FileSystemError) -> Status? {
        var result = stat()
        do {
            _ = try check(.inspect, name) {
                unsafe name.withCString {
                    unsafe fstatat(directory.descriptor, $0, &result, AT_SYMLINK_NOFOLLOW)
                }
            }
        } catch {
            if error.isAbsence { return nil }
            throw error
        }
        return Status(result)
    }

    /// Reads a file from its start into a buffer, which grows as needed; at most `limit` bytes.
    ///
    /// Returns how many bytes it read; what else the buffer holds has no meaning.
    func read(
        _ file: File, named name: String, into buffer: inout [UInt8], limit: Int
    ) throws(FileSystemError) -> Int {
        if buffer.count < limit { buffer.append(contentsOf: repeatElement(0, count: limit - buffer.count)) }
        var filled = 0
        while filled < limit {
            let count = try check(.read, name) {
                unsafe buffer.withUnsafeMutableBytes { bytes in
                    unsafe Self.systemRead(
                        file.descriptor, UnsafeMutableRawBufferPointer(rebasing: bytes[filled..<limit]))
                }
            }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    func write(_ bytes: [UInt8], to file: File, named name: String) throws(FileSystemError) {
        var written = 0
        while written < bytes.count {
            written += try check(.write, name) {
                unsafe bytes.withUnsafeBytes { buffer in
                    unsafe Self.systemWrite(
                        file.descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
                }
            }
        }
    }

    func flush(_ file: File, named name: String) throws(FileSystemError) {
        _ = try check(.flush, name) { fsync(file.descriptor) }
    }

    /// Gives a file another name, in place of the file that had it.
    func rename(_ name: String, to newName: String, in directory: File) throws(FileSystemError) {
        _ = try check(.rename, newName) {
            unsafe name.withCString { old in
                unsafe newName.withCString { new in
                    unsafe renameat(directory.descriptor, old, directory.descriptor, new)
                }
            }
        }
    }

    /// Gives a file a second name, unless anything has that name.
    func link(_ name: String, as newName: String, in directory: File) throws(FileSystemError) {
        _ = try check(.link, newName) {
            unsafe name.withCString { old in
                unsafe newName.withCString { new in
                    unsafe linkat(directory.descriptor, old, directory.descriptor, new, 0)
                }
            }
        }
    }

    /// Removes a file; one that is not there is fine.
    func remove(_ name: String, in directory: File) throws(FileSystemError) {
        do {
            _ = try check(.remove, name) {
                unsafe name.withCString { unsafe unlinkat(directory.descriptor, $0, 0) }
            }
        } catch {
            if !error.isAbsence { throw error }
        }
    }

    func close(_ file: File) {
        Self.systemClose(file.descriptor)
    }

    // MARK: The lock

    /// Opens the lock file, made if it is not there.
    func openLock(_ name: String, in directory: File) throws(FileSystemError) -> File {
        do {
            return try openFile(.openLock, name, in: directory, flags: O_RDWR | O_CREAT)
        } catch {
            // A lock that can't be written can still be held.
            guard error.code == EROFS || error.code == EACCES,
                let file = try? openFile(.openLock, name, in: directory, flags: O_RDONLY)
            else { throw error }
            return file
        }
    }

    /// Takes the lock if no other open of the file holds it; false if one does.
    func tryLock(_ file: File, named name: String) throws(FileSystemError) -> Bool {
        do {
            _ = try check(.lock, name) { flock(file.descriptor, LOCK_EX | LOCK_NB) }
            return true
        } catch {
            if error.code == EWOULDBLOCK { return false }
            throw error
        }
    }

    /// Lets go of the lock, also for a process that was forked meanwhile and shares the open file.
    func unlock(_ file: File) {
        before?(.unlock)
        _ = flock(file.descriptor, LOCK_UN)
        close(file)
    }

    /// Sleeps without using the processor.
    static func sleep(microseconds: UInt32) {
        var wanted = timespec(tv_sec: 0, tv_nsec: Int(microseconds) * 1000)
        _ = unsafe nanosleep(&wanted, nil)
    }

    // MARK: Errors

    /// The system's words for an error number.
    static func text(of code: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 128)
        return unsafe buffer.withUnsafeMutableBufferPointer { pointer in
            guard let start = pointer.baseAddress else { return "unknown error" }
            guard unsafe strerror_r(code, start, pointer.count) == 0 else { return "unknown error" }
            return unsafe String(cString: start)
        }
    }

    // MARK: Inside

    private func openFile(
        _ operation: FileOperation, _ name: String, in directory: File, flags: Int32
    ) throws(FileSystemError) -> File {
        let flags = flags | O_NOFOLLOW | O_CLOEXEC
        return File(
            descriptor: try check(operation, name) {
                unsafe name.withCString { unsafe openat(directory.descriptor, $0, flags, 0o600) }
            })
    }

    /// Makes a call, again when a signal broke it off, and turns a refusal into an error.
    private func check<Result: SignedInteger>(
        _ operation: FileOperation, _ name: String, _ call: () -> Result
    ) throws(FileSystemError) -> Result {
        before?(operation)
        while true {
            let result = call()
            if result >= 0 { return result }
            let code = errno
            if code != EINTR { throw FileSystemError(operation, code: code, name: name) }
        }
    }

    private static func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
        unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
        #else
        unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }

    private static func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Musl)
        unsafe Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #else
        unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
    }

    private static func systemClose(_ descriptor: Int32) {
        #if canImport(Glibc)
        _ = Glibc.close(descriptor)
        #elseif canImport(Musl)
        _ = Musl.close(descriptor)
        #else
        _ = Darwin.close(descriptor)
        #endif
    }
}

extension Posix.Status {
    fileprivate init(_ status: stat) {
        let kind = status.st_mode & S_IFMT
        #if canImport(Darwin)
        let modified = status.st_mtimespec
        #else
        let modified = status.st_mtim
        #endif
        self.init(
            isRegular: kind == S_IFREG, isDirectory: kind == S_IFDIR, size: Int64(status.st_size),
            modifiedAt: Int64(modified.tv_sec),
            identity: [UInt64(truncatingIfNeeded: status.st_dev), UInt64(truncatingIfNeeded: status.st_ino)])
    }
}

extension FileSystemError {
    /// Whether the file, or a directory on the way to it, is not there.
    var isAbsence: Bool { code == ENOENT }

    /// Whether something else has the name.
    var isTaken: Bool { code == EEXIST }

    /// A name that leads to something else than a file with bytes.
    static func notAFile(_ name: String, isDirectory: Bool) -> FileSystemError {
        FileSystemError(.open, code: isDirectory ? EISDIR : EINVAL, name: name)
    }
}
