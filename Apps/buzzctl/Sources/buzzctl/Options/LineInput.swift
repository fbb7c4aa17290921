internal import CommandLineKit

/// What all commands that read lines do alike: blank lines pass, a bad line is reported and the rest goes on.
struct LineInput {
    static let file = Parameter<String?>.optionalArgument(
        .file(), help: "The file to read; standard input if absent or -")
    /// The longest line that is read: as long as the longest event.
    static let limit = 1_048_576

    let console: Console
    let source: ByteSource

    init(_ path: String?, _ console: Console) throws {
        self.console = console
        source = try console.source(path)
        if console.inputIsTerminal, path ?? "-" == "-" {
            console.note("Reading standard input, a line each; Control-D ends it.")
        }
    }

    /// Hands each line that is not blank to the body; bytes are nil for a line over the limit.
    ///
    /// Returns how many there were.
    func forEach(_ body: (Int, [UInt8]?) throws -> Void) throws -> Int {
        var reader = LineReader(source, limit: Self.limit)
        var count = 0
        while let line = try reader.next() {
            if line.isBlank { continue }
            count += 1
            try body(line.number, line.bytes)
        }
        return count
    }

    /// The same for a body that waits for something.
    func forEach(_ body: (Int, [UInt8]?) async throws -> Void) async throws -> Int {
        var reader = LineReader(source, limit: Self.limit)
        var count = 0
        while let line = try reader.next() {
            if line.isBlank { continue }
            count += 1
            try await body(line.number, line.bytes)
        }
        return count
    }

    static let tooLong = "longer than \(limit) bytes"

    /// Says what is wrong with a line.
    func report(_ number: Int, _ reason: String) {
        console.sayAlways("\(source.name), line \(number): \(reason)")
    }

    /// The failure of a command that found nothing to work on.
    func nothing(_ noun: String) -> Failure {
        Failure(
            .invalidInput, "found no \(noun) in \(source.name)", why: "there is no line that is not blank",
            remedy: "Write one \(noun) a line.")
    }
}
