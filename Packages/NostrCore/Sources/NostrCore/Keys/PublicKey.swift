/// An x-only public key that is a point of the curve (BIP-340).
public struct PublicKey: Hashable, Sendable, CustomStringConvertible {
    /// The 32 bytes of the x coordinate.
    public let bytes: Bytes32

    /// Checks that the bytes are the x coordinate of a point; nil if not.
    public init?(_ bytes: Bytes32) {
        guard ParsedKeyCache.shared.key(bytes) != nil else { return nil }
        self.bytes = bytes
    }

    init(checked bytes: Bytes32) {
        self.bytes = bytes
    }

    /// Reads a key as a person types it: 64 hexadecimal digits of either case, or an npub (NIP-19).
    ///
    /// - Throws: ``KeyError`` that says which form was expected.
    public init(typed text: String) throws(KeyError) {
        if let bytes = Bytes32(typedHex: text) {
            guard let key = PublicKey(bytes) else { throw .notOnCurve }
            self = key
            return
        }
        let payload = try Bech32.decode(key: text, expectedPrefix: "npub")
        guard let bytes = Bytes32(payload), let key = PublicKey(bytes) else { throw .notOnCurve }
        self = key
    }

    /// The 64 lowercase hexadecimal digits.
    public var hex: String { bytes.hex }

    /// The NIP-19 form: `npub1…`.
    public var npub: String { Bech32.encode(prefix: "npub", bytes: bytes.bytes) }

    /// The same as ``hex``.
    public var description: String { hex }

    /// Whether the signature is this key's over the message (BIP-340).
    public func isValidSignature(_ signature: Signature, message: [UInt8]) -> Bool {
        guard let key = ParsedKeyCache.shared.key(bytes) else { return false }
        return Secp256k1.verify(signature, message: message, key: key)
    }
}

extension Bytes32 {
    /// The npub of these bytes, whether or not they are a point of the curve (NIP-19).
    public var npub: String { Bech32.encode(prefix: "npub", bytes: bytes) }
}
