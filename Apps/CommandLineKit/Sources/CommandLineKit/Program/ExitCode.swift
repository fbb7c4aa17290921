/// How a program ended, as its caller sees it (spec buzzctl "Exit codes").
public struct ExitCode: RawRepresentable, Hashable, Sendable {
    /// The process status.
    public let rawValue: UInt8

    /// Wraps a process status.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Done.
    public static let done = ExitCode(rawValue: 0)
    /// The other side, or the system, refused.
    public static let refused = ExitCode(rawValue: 1)
    /// The command line itself is wrong.
    public static let usage = ExitCode(rawValue: 2)
    /// The other side could not be reached.
    public static let unreachable = ExitCode(rawValue: 3)
    /// The other side knows who asks and does not allow it.
    public static let notAuthorised = ExitCode(rawValue: 4)
    /// What was read is not what it should be.
    public static let invalidInput = ExitCode(rawValue: 5)
    /// Whoever read the output went away: 128 + SIGPIPE, as a shell reports programs that the signal ends.
    public static let readerGone = ExitCode(rawValue: 141)
}
