internal import NotificationService

/// The most memory that a process ever held, as the kernel counts it.
enum PeakMemory {
    /// VmHWM of a process in kilobytes: counted from its own start, unlike `ru_maxrss`, which after a fork begins
    /// with the parent's.
    static func kilobytes(of pid: String = "self") -> Int? {
        guard let bytes = try? PosixFile.contents(of: "/proc/\(pid)/status", maximumBytes: 65536) else {
            return nil
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }) else {
            return nil
        }
        return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) }
    }
}
