internal import CommandLineKit

/// Whole texts from standard input or a file.
enum TextInput {
    /// The longest content that a relay takes, in bytes (spec relay §4.1).
    static let limit = 262_144

    /// Everything up to the end, without one line feed at the end, since editors and `echo` add it.
    ///
    /// - Throws: ``Failure`` if it is not UTF-8, and ``FileError`` over the limit.
    static func all(_ source: ByteSource, limit: Int = limit) throws -> String {
        var bytes: [UInt8]
        do throws(FileError) {
            bytes = try source.readAll(limit: limit + 1)
        } catch {
            // One byte more was read for the line feed that does not count.
            if case .tooLong(let name, _) = error { throw FileError.tooLong(name: name, limit: limit) }
            throw error
        }
        if bytes.last == 0x0A { bytes.removeLast() }
        guard bytes.count <= limit else { throw FileError.tooLong(name: source.name, limit: limit) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(
                .invalidInput, "cannot use \(source.name)", why: "it is not UTF-8 text",
                remedy: "Convert it first, such as with iconv.")
        }
        return text
    }
}
