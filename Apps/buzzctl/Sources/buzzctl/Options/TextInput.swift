internal import CommandLineKit

/// Whole texts from standard input or a file.
enum TextInput {
    /// The longest content that a relay takes, in bytes (spec relay §4.1).
    static let limit = 262_144

    /// Everything up to the end, without one line feed at the end, since editors and `echo` add it.
    ///
    /// - Throws: ``Failure`` if it is not UTF-8, and ``FileError`` over the limit.
    static func all(_ source: ByteSource, limit: Int = limit) throws -> String {
        var bytes = try source.readAll(limit: limit + 1)
        if bytes.last == 0x0A { bytes.removeLast() }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(
                .invalidInput, "cannot use \(source.name)", why: "it is not UTF-8 text",
                remedy: "Convert it first, such as with iconv.")
        }
        return text
    }
}
