/// Thirty-two bytes: an event id, a public key as it came, a digest.
///
/// Stored inline, compared and ordered as bytes, printed as 64 lowercase hexadecimal digits.
public struct Bytes32: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The bytes, eight to a word, the first byte in the highest position.
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// The number of bytes in a value.
    public static let count = 32

    init(words: (UInt64, UInt64, UInt64, UInt64)) {
        self.words = words
    }

    /// Takes exactly 32 bytes; any other number gives nil.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else { return nil }
        var parts = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        var index = 0
        for byte in bytes {
            let value = UInt64(byte)
            switch index >> 3 {
            case 0: parts.0 = parts.0 << 8 | value
            case 1: parts.1 = parts.1 << 8 | value
            case 2: parts.2 = parts.2 << 8 | value
            default: parts.3 = parts.3 << 8 | value
            }
            index += 1
        }
        words = parts
    }

    /// Reads 64 lowercase hexadecimal ASCII digits and nothing else (NIP-01).
    ///
    /// Upper case, other digits of Unicode, white space and any other length give nil.
    public init?(hex: String) {
        let digits = hex.utf8.span
        guard digits.count == 2 * Self.count else { return nil }
        self.init(hexDigits: digits, at: 0)
    }

    /// Reads 64 hexadecimal digits of either case, as a person may type them.
    public init?(typedHex: String) {
        guard let bytes = Hex.decode(typedHex.utf8, count: Self.count, acceptUppercase: true) else {
            return nil
        }
        self.init(bytes)
    }

    /// The 32 bytes in order.
    public var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(Self.count)
        append(to: &result)
        return result
    }

    /// The 64 lowercase hexadecimal digits.
    public var hex: String { Hex.encode(bytes) }

    /// The same as ``hex``.
    public var description: String { hex }

    func append(to output: inout [UInt8]) {
        for word in [words.0, words.1, words.2, words.3] {
            for shift in stride(from: 56, through: 0, by: -8) {
                output.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
    }

    /// Whether both hold the same bytes.
    ///
    /// Not constant in time: for public values only.
    public static func == (left: Bytes32, right: Bytes32) -> Bool {
        left.words == right.words
    }

    /// Byte order, which is also the order of the hexadecimal forms.
    public static func < (left: Bytes32, right: Bytes32) -> Bool {
        left.words < right.words
    }

    /// Feeds the bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension Bytes32 {
    init(_ bytes: InlineArray<32, UInt8>) {
        var parts = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
        for index in 0..<8 {
            parts.0 = parts.0 << 8 | UInt64(bytes[index])
            parts.1 = parts.1 << 8 | UInt64(bytes[index + 8])
            parts.2 = parts.2 << 8 | UInt64(bytes[index + 16])
            parts.3 = parts.3 << 8 | UInt64(bytes[index + 24])
        }
        self.init(words: parts)
    }

    /// The bytes in memory order, for calls into C.
    var inMemoryOrder: InlineArray<4, UInt64> {
        [words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian]
    }
}
