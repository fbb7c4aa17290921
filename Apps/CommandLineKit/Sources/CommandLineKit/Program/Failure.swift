/// Why a command could not do its work: what failed, why, and what to do about it.
///
/// Never put a key, a token or a message body into one.
public struct Failure: Error, Equatable, Sendable, CustomStringConvertible {
    /// How the program ends.
    public let code: ExitCode
    /// What failed: `cannot read admin.key`.
    public let what: String
    /// The reason: `no such file or directory`.
    public let why: String
    /// The next step, a whole sentence.
    public let remedy: String

    /// States all four.
    public init(_ code: ExitCode, _ what: String, why: String, remedy: String) {
        self.code = code
        self.what = what
        self.why = why
        self.remedy = remedy
    }

    /// `what: why`, then the remedy on a line of its own.
    public var description: String { "\(what): \(why)\n\(remedy)" }
}

/// An error that knows its exit code.
///
/// Any other error that a command throws ends the program with ``ExitCode/refused``.
public protocol ExitReporting: Error {
    /// How the program ends.
    var exitCode: ExitCode { get }
}

extension Failure: ExitReporting {
    /// The same as ``code``.
    public var exitCode: ExitCode { code }
}
