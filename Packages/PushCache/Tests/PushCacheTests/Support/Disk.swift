internal import Foundation

/// System calls that the tests need, each true if it worked.
enum Disk: Sendable {
    @discardableResult
    static func setMode(_ mode: mode_t, _ path: String) -> Bool { unsafe chmod(path, mode) == 0 }

    static func makeDirectory(_ path: String) -> Bool { unsafe mkdir(path, 0o700) == 0 }

    @discardableResult
    static func removeDirectory(_ path: String) -> Bool { unsafe rmdir(path) == 0 }

    static func makePipe(_ path: String) -> Bool { unsafe mkfifo(path, 0o600) == 0 }

    static func makeLink(_ path: String, to target: String) -> Bool { unsafe symlink(target, path) == 0 }
}
