internal import Glibc

/// Files that hold secrets: readable and writable by their owner alone.
public enum PrivateFile: Sendable {
    /// Creates a file with mode 0600, whatever the umask, and writes the bytes to disk.
    ///
    /// - Throws: ``FileError/exists(name:)`` rather than overwrite or follow a link. A file that could not be
    ///   written whole is removed.
    public static func create(_ path: String, _ bytes: [UInt8]) throws(FileError) {
        let descriptor: Int32
        switch System.open(path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) {
        case .success(let number): descriptor = number
        case .failure(let error) where error.code == EEXIST: throw .exists(name: path)
        case .failure(let error): throw .cannotOpen(name: path, reason: error.reason)
        }
        let file = Descriptor(descriptor)
        do throws(OutputError) {
            try System.writeAll(bytes, to: file.number)
        } catch {
            System.remove(path)
            switch error {
            case .readerGone: throw .failed(name: path, reason: System.reason(EPIPE))
            case .failed(let reason): throw .failed(name: path, reason: reason)
            }
        }
        guard fchmod(file.number, 0o600) == 0, fsync(file.number) == 0 else {
            let code = errno
            System.remove(path)
            throw .failed(name: path, reason: System.reason(code))
        }
    }

    /// Reads a whole secret file.
    ///
    /// - Throws: ``FileError/openToOthers(name:mode:)`` if group or others have any permission on it, and
    ///   ``FileError/tooLong(name:limit:)`` over the limit.
    public static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let source = try ByteSource.file(path) { (mode) throws(FileError) in
            guard mode & 0o077 == 0 else { throw .openToOthers(name: path, mode: mode & 0o777) }
        }
        return try source.readAll(limit: limit)
    }
}
