/// The text of a number, as RFC 8259 §6 spells one; what is written out is what was read.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    /// The text.
    public let text: String

    /// Takes a text that spells one number and nothing else; nil otherwise.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        var scanner = JSONScanner(bytes, range: 0..<bytes.count, maximumDepth: 1)
        guard (try? scanner.number()) == 0..<bytes.count else { return nil }
        self.text = text
    }

    init(checked text: String) {
        self.text = text
    }

    /// The same as ``text``.
    public var description: String { text }
}
