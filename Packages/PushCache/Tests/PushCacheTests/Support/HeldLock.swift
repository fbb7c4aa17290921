internal import Foundation

/// The lock of a directory's stores, held by this process through an open file of its own.
final class HeldLock: Sendable {
    private let descriptor: Int32

    /// Takes the lock; nil if it is held already.
    init?(_ directory: TemporaryDirectory) {
        try? FileManager.default.createDirectory(atPath: directory.folder, withIntermediateDirectories: true)
        descriptor = unsafe open(directory.folder + "/.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            return nil
        }
    }

    func release() {
        close(descriptor)
    }

    /// Whether nobody holds the lock.
    static func isFree(_ directory: TemporaryDirectory) -> Bool {
        guard let lock = HeldLock(directory) else { return false }
        lock.release()
        return true
    }
}
