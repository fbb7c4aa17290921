/// What went wrong with a file or a stream that is read, or a private file that is written.
public enum FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It could not be opened.
    case cannotOpen(name: String, reason: String)
    /// Reading, writing or closing failed half way.
    case failed(name: String, reason: String)
    /// It already exists and is not overwritten.
    case exists(name: String)
    /// It holds a secret, yet others may read or change it; `mode` is its permission bits.
    case openToOthers(name: String, mode: UInt32)
    /// It is longer than the caller reads.
    case tooLong(name: String, limit: Int)

    /// What failed, why, and the next step.
    public var description: String {
        failure.description
    }

    /// The same in three parts.
    ///
    /// A name that looks like a secret key is not repeated: someone gave the key where its file was due.
    public var failure: Failure {
        switch shown {
        case .cannotOpen(let name, let reason):
            Failure(
                .invalidInput, "cannot open \(name)", why: reason,
                remedy: "Check the path and its permissions.")
        case .failed(let name, let reason):
            Failure(
                .invalidInput, "cannot read or write \(name)", why: reason,
                remedy: "Check the disk and try again.")
        case .exists(let name):
            Failure(
                .invalidInput, "cannot create \(name)", why: "it already exists",
                remedy: "Choose another path, or move the file away first.")
        case .openToOthers(let name, let mode):
            Failure(
                .invalidInput, "will not read the secret in \(name)",
                why: "others may read or change it (mode \(String(mode, radix: 8)))",
                remedy: "Run: chmod 600 \(name)")
        case .tooLong(let name, let limit):
            Failure(
                .invalidInput, "cannot read \(name)", why: "it is longer than \(limit) bytes",
                remedy: "Check that it is the right file.")
        }
    }

    /// With a name that may be shown.
    private var shown: FileError {
        func name(_ name: String) -> String { Redaction.hides(name) ? Redaction.placeholder : name }
        switch self {
        case .cannotOpen(let file, let reason): return .cannotOpen(name: name(file), reason: reason)
        case .failed(let file, let reason): return .failed(name: name(file), reason: reason)
        case .exists(let file): return .exists(name: name(file))
        case .openToOthers(let file, let mode): return .openToOthers(name: name(file), mode: mode)
        case .tooLong(let file, let limit): return .tooLong(name: name(file), limit: limit)
        }
    }
}

extension FileError: ExitReporting {
    /// Always ``ExitCode/invalidInput``.
    public var exitCode: ExitCode { .invalidInput }
}

/// Why output could not be written.
public enum OutputError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reader closed the pipe; the program should stop without a word.
    case readerGone
    /// The system refused, for the reason given.
    case failed(reason: String)

    /// What failed, why, and the next step.
    public var description: String {
        switch self {
        case .readerGone: "cannot write the output: its reader is gone"
        case .failed(let reason):
            "cannot write the output: \(reason)\nCheck the disk or device that it goes to."
        }
    }
}

extension OutputError: ExitReporting {
    /// As a closed pipe, or as a refusal.
    public var exitCode: ExitCode {
        switch self {
        case .readerGone: .readerGone
        case .failed: .refused
        }
    }
}
