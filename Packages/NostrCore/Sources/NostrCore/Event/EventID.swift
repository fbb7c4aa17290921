/// An event's id: the SHA-256 of its canonical serialisation (NIP-01).
public struct EventID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: Bytes32

    /// Wraps 32 bytes.
    public init(_ bytes: Bytes32) {
        self.bytes = bytes
    }

    /// Reads 64 lowercase hexadecimal digits; anything else gives nil.
    public init?(hex: String) {
        guard let bytes = Bytes32(hex: hex) else { return nil }
        self.bytes = bytes
    }

    /// The 64 lowercase hexadecimal digits.
    public var hex: String { bytes.hex }

    /// The same as ``hex``.
    public var description: String { hex }

    /// Byte order; NIP-01 breaks ties by it, the lower id first.
    public static func < (left: EventID, right: EventID) -> Bool { left.bytes < right.bytes }
}
