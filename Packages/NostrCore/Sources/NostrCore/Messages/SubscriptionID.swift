/// A subscription's name on one connection (NIP-01).
///
/// A client's own has 1…64 characters. What comes from the other side may have up to 256 bytes, as relays in use
/// allow.
public struct SubscriptionID: Hashable, Sendable, CustomStringConvertible {
    /// The most Unicode scalars in a name that is chosen here.
    public static let maximumCharacters = 64
    /// The most bytes in a name that is read.
    public static let maximumReceivedBytes = 256

    // Bytes, so that two spellings that Unicode calls equivalent stay two subscriptions.
    private let bytes: [UInt8]

    /// Chooses a name; nil unless it has 1…64 Unicode scalars.
    public init?(_ text: String) {
        guard (1...Self.maximumCharacters).contains(text.unicodeScalars.count) else { return nil }
        bytes = Array(text.utf8)
    }

    /// Takes a name that came from the other side; nil unless it has 1…256 bytes.
    public init?(received text: String) {
        guard (1...Self.maximumReceivedBytes).contains(text.utf8.count) else { return nil }
        bytes = Array(text.utf8)
    }

    /// A name that no other subscription has: 32 random hexadecimal digits.
    public static func random() throws(RandomSourceFailed) -> SubscriptionID {
        SubscriptionID(bytes: Array(Hex.encode(try SecureRandom.bytes(16)).utf8))
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The name.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The same as ``text``.
    public var description: String { text }

    func append(to output: inout [UInt8]) { CanonicalText.appendQuoted(bytes, to: &output) }
}
