/// A BIP-340 signature: 64 bytes, printed as 128 lowercase hexadecimal digits.
public struct Signature: Hashable, Sendable, CustomStringConvertible {
    private let first: Bytes32
    private let second: Bytes32

    /// Takes exactly 64 bytes; any other number gives nil.
    ///
    /// Whether they sign anything is for verification to say.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == 64, let first = Bytes32(bytes.prefix(32)),
            let second = Bytes32(bytes.dropFirst(32))
        else { return nil }
        self.first = first
        self.second = second
    }

    /// Reads the 128 lowercase digits that start at a place of a text.
    init?(hexDigits text: Span<UInt8>, at index: Int) {
        guard let first = Bytes32(hexDigits: text, at: index),
            let second = Bytes32(hexDigits: text, at: index + 64)
        else { return nil }
        self.first = first
        self.second = second
    }

    /// The bytes in memory order, for calls into C.
    var inMemoryOrder: InlineArray<8, UInt64> {
        let (left, right) = (first.inMemoryOrder, second.inMemoryOrder)
        return [left[0], left[1], left[2], left[3], right[0], right[1], right[2], right[3]]
    }

    /// Reads 128 lowercase hexadecimal ASCII digits.
    public init?(hex: String) {
        guard let bytes = Hex.decode(hex.utf8, count: 64) else { return nil }
        self.init(bytes)
    }

    /// The 64 bytes.
    public var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(64)
        first.append(to: &result)
        second.append(to: &result)
        return result
    }

    /// The 128 lowercase hexadecimal digits.
    public var hex: String { first.hex + second.hex }

    /// The same as ``hex``.
    public var description: String { hex }
}
