// Plain file calls: what the reference does, with nothing around it.

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

struct CallFailed: Error, Sendable, CustomStringConvertible {
    let description: String

    init(_ what: String) {
        description = "\(what) failed, errno \(errno)"
    }
}

func readWhole(_ path: String) throws -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY)
    guard descriptor >= 0 else { throw CallFailed("open \(path)") }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw CallFailed("fstat \(path)") }
    let size = Int(status.st_size)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = unsafe max(0, read(descriptor, buffer.baseAddress, size))
    }
    guard bytes.count == size else { throw CallFailed("read \(path)") }
    return bytes
}

/// Writes a temporary file beside the path, flushes it, renames it over the path and flushes the directory.
func overwrite(_ path: String, with bytes: [UInt8]) throws {
    let temporary = path + ".reference"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw CallFailed("open \(temporary)") }
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count, fsync(descriptor) == 0 else { throw CallFailed("write \(temporary)") }
    close(descriptor)
    guard unsafe rename(temporary, path) == 0 else { throw CallFailed("rename \(path)") }
    let folder = unsafe open(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)), O_RDONLY)
    guard folder >= 0, fsync(folder) == 0 else { throw CallFailed("fsync of the directory") }
    close(folder)
}

/// A fresh directory for one measurement, removed afterwards.
func withDirectory<Result>(in parent: String, _ body: (String) throws -> Result) throws -> Result {
    let path = "\(parent)/push-cache-bench-\(getpid())-\(UInt32.random(in: .min ... .max))"
    guard unsafe mkdir(path, 0o700) == 0 else { throw CallFailed("mkdir \(path)") }
    defer { removeTree(path) }
    return try body(path)
}

private func removeTree(_ path: String) {
    if let stream = unsafe opendir(path) {
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != "." && name != ".." { removeTree("\(path)/\(name)") }
        }
        unsafe closedir(stream)
        unsafe rmdir(path)
    } else {
        unsafe unlink(path)
    }
}
