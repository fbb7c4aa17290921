/// Why a text is not the strict JSON that this package reads (RFC 8259, spec nostr-core "Strict JSON").
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Reason: Equatable, Sendable {
        /// The text is longer than the caller allows.
        case tooLong(limit: Int)
        /// Arrays and objects are nested deeper than allowed.
        case tooDeep(limit: Int)
        /// The text ends inside a value.
        case unexpectedEnd(expected: String)
        /// A byte that can't stand there.
        case unexpectedByte(UInt8, expected: String)
        /// A string holds bytes that are not UTF-8, among them overlong forms and encoded surrogates.
        case invalidUTF8
        /// A `\u` escape names half of a surrogate pair.
        case loneSurrogate
        /// An object has the same key twice.
        case duplicateKey(String)
        /// Something follows the value.
        case trailingData
    }

    /// The kind of fault.
    public let reason: Reason
    /// How many bytes of the text come before the fault.
    public let offset: Int

    /// Names a fault at a byte offset.
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// One sentence with the byte offset and what was expected.
    public var description: String {
        switch reason {
        case .tooLong(let limit): "JSON text over the limit of \(limit) bytes"
        case .tooDeep(let limit): "JSON nested deeper than \(limit) at byte \(offset)"
        case .unexpectedEnd(let expected): "JSON text ends at byte \(offset), expected \(expected)"
        case .unexpectedByte(let byte, let expected):
            "unexpected byte 0x\(Hex.encode([byte])) at byte \(offset), expected \(expected)"
        case .invalidUTF8: "invalid UTF-8 at byte \(offset)"
        case .loneSurrogate: "half of a surrogate pair in an escape at byte \(offset)"
        case .duplicateKey(let key): "duplicate object key \"\(key.prefix(64))\" at byte \(offset)"
        case .trailingData: "trailing data at byte \(offset), expected the end"
        }
    }
}

/// The bounds within which a text is read.
public struct JSONLimits: Equatable, Sendable {
    /// The greatest length of the text in bytes.
    public var maximumBytes: Int
    /// The deepest nesting of arrays and objects; 64 unless said otherwise.
    public var maximumDepth: Int

    /// States both bounds.
    public init(maximumBytes: Int, maximumDepth: Int = 64) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
    }
}
