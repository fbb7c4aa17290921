internal import CommandLineKit
internal import NostrCore
internal import NotificationService

/// A fresh directory below the system's temporary one, removed with all in it when done.
struct TemporaryDirectory: Sendable {
    let path: String

    init(prefix: String, _ environment: Environment) throws {
        let base = environment["TMPDIR"] ?? "/tmp"
        path = "\(base)/\(prefix)-\(Hex.encode(try SecureRandom.bytes(6)))"
        try PosixFile.makeDirectory(path)
    }

    func remove() {
        PosixFile.removeTree(path)
    }
}
