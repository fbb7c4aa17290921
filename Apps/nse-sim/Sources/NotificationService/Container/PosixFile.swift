// The only file of this target that passes pointers to the system.

#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#elseif canImport(Darwin)
package import Darwin
#endif

/// Whole small files, read within a bound and replaced in one step.
package enum PosixFile {
    /// A system call that failed.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let operation: String
        package let path: String
        package let code: Int32

        package var isAbsent: Bool { code == ENOENT }

        package var description: String {
            let text = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
            return "\(operation) \(path): \(text)"
        }
    }

    /// The file's bytes; one over the bound is a failure and not read.
    package static func contents(of path: String, maximumBytes: Int) throws(Failure) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(operation: "open", path: path, code: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes {
                unsafe read(descriptor, $0.baseAddress, $0.count)
            }
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw Failure(operation: "read", path: path, code: errno)
            }
            guard bytes.count + count <= maximumBytes else {
                throw Failure(operation: "read", path: path, code: EFBIG)
            }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    /// Replaces the file: a temporary one in the same directory is written, flushed and renamed over it.
    package static func replace(_ path: String, with bytes: [UInt8], mode: mode_t) throws(Failure) {
        let temporary = "\(path).\(getpid()).tmp"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw Failure(operation: "create", path: temporary, code: errno) }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                written += count
            } else if errno != EINTR {
                let code = errno
                close(descriptor)
                unsafe unlink(temporary)
                throw Failure(operation: "write", path: temporary, code: code)
            }
        }
        guard fsync(descriptor) == 0, close(descriptor) == 0, unsafe rename(temporary, path) == 0 else {
            let code = errno
            unsafe unlink(temporary)
            throw Failure(operation: "replace", path: path, code: code)
        }
    }

    /// Makes a directory and those above it, for the owner alone.
    package static func makeDirectory(_ path: String) throws(Failure) {
        var built = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            built += built.isEmpty && !path.hasPrefix("/") ? String(part) : (part.isEmpty ? "" : "/\(part)")
            guard !part.isEmpty else { continue }
            guard unsafe mkdir(built, 0o700) == 0 || errno == EEXIST || errno == EROFS || errno == EACCES
            else {
                throw Failure(operation: "make directory", path: built, code: errno)
            }
        }
        guard unsafe access(path, F_OK) == 0 else {
            throw Failure(operation: "make directory", path: path, code: errno)
        }
    }

    /// The permission bits of a file, or nil if it is not there.
    package static func permissions(_ path: String) -> mode_t? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return status.st_mode & 0o777
    }

    /// Removes a file, or a directory with all in it; what can't be removed stays.
    package static func removeTree(_ path: String) {
        for name in entries(path) { removeTree("\(path)/\(name)") }
        unsafe remove(path)
    }

    /// The names in a directory, without the two that stand for itself and its parent; none if it is no directory.
    ///
    /// Symbolic links are not followed.
    package static func entries(_ path: String) -> [String] {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0, let directory = unsafe fdopendir(descriptor) else { return [] }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
