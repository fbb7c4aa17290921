internal import Foundation

/// A file system of 64 KiB with a caches directory in it.
final class SmallDisk: Sendable {
    /// The caches directory; its path is where the disk is mounted.
    let directory = TemporaryDirectory()

    /// Whether the system lets this process mount one.
    static let canMount: Bool = {
        guard let disk = SmallDisk() else { return false }
        disk.unmount()
        return true
    }()

    init?() {
        guard Self.mountTemporary(directory.path) else { return nil }
    }

    func unmount() {
        #if os(Linux)
        unsafe umount2(directory.path, Int32(MNT_DETACH))
        #endif
    }

    private var filler: String { directory.path + "/filler" }

    /// Writes until nothing more fits.
    func fill() {
        let descriptor = unsafe open(filler, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        let block = [UInt8](repeating: 0, count: 4096)
        while unsafe write(descriptor, block, block.count) > 0 {}
    }

    func empty() {
        unsafe unlink(filler)
    }

    private static func mountTemporary(_ path: String) -> Bool {
        #if os(Linux)
        return unsafe mount("tmpfs", path, "tmpfs", 0, "size=64k") == 0
        #else
        return false
        #endif
    }
}
