internal import Foundation

extension TemporaryDirectory {
    private static let nobody: uid_t = 65534

    /// Root reads and writes what modes forbid, so a child that root starts becomes another user first.
    private static var isRoot: Bool { geteuid() == 0 }

    /// Hands everything here to the user that ``runUnprivileged(_:)`` runs as.
    func giveAway() throws {
        guard Self.isRoot else { return }
        let paths = try FileManager.default.subpathsOfDirectory(atPath: path).map { "\(path)/\($0)" }
        for path in [path] + paths {
            let change = unsafe chown(path, Self.nobody, Self.nobody)
            guard change == 0 else { throw ChildProcess.CouldNotStart(code: errno) }
        }
    }

    /// The lines of a helper for which modes count.
    func runUnprivileged(_ arguments: [String]) throws -> [String] {
        let user = Self.isRoot ? ["user=\(Self.nobody)"] : []
        return try ChildProcess.run([path] + user + arguments).lines
    }
}
