/// A secret key: 32 bytes, 1…n−1.
///
/// Wiped when the last reference goes; never part of a description.
public final class SecretKey: Sendable, CustomStringConvertible {
    let secret: SecretBytes

    private init(checking bytes: [UInt8]) throws(KeyError) {
        secret = SecretBytes(copying: bytes)
        guard bytes.count == 32, Secp256k1.isValidSecret(secret) else { throw .secretOutOfRange }
    }

    /// Takes 32 bytes.
    ///
    /// The caller's own array is the caller's to wipe.
    ///
    /// - Throws: ``KeyError/secretOutOfRange`` for another length, zero, or n and above.
    public convenience init(bytes: [UInt8]) throws(KeyError) {
        try self.init(checking: bytes)
    }

    /// Reads a key as a person types it: 64 hexadecimal digits of either case, or an nsec (NIP-19).
    ///
    /// - Throws: ``KeyError`` that names the expected form and never the text.
    public convenience init(typed text: String) throws(KeyError) {
        var bytes: [UInt8]
        if let decoded = Hex.decode(text.utf8, count: 32, acceptUppercase: true) {
            bytes = decoded
        } else {
            bytes = try Bech32.decode(key: text, expectedPrefix: "nsec")
        }
        defer { SecretBytes.wipe(&bytes) }
        try self.init(checking: bytes)
    }

    /// A fresh key from the system's random source.
    public static func random() throws(RandomSourceFailed) -> SecretKey {
        // A draw is out of range about once in 2^128; the bound only keeps the loop finite.
        for _ in 0..<8 {
            var bytes = try SecureRandom.bytes(32)
            defer { SecretBytes.wipe(&bytes) }
            if let key = try? SecretKey(checking: bytes) { return key }
        }
        throw RandomSourceFailed()
    }

    /// The 64 digits, for writing a key file.
    ///
    /// Strings can't be wiped: keep the result short-lived.
    public func exposedHex() -> String {
        secret.withBytes { span in
            var bytes: [UInt8] = []
            for index in span.indices { bytes.append(span[index]) }
            defer { SecretBytes.wipe(&bytes) }
            return Hex.encode(bytes)
        }
    }

    /// The nsec (NIP-19), for writing a key file.
    ///
    /// Strings can't be wiped: keep the result short-lived.
    public func exposedNsec() -> String {
        secret.withBytes { span in
            var bytes: [UInt8] = []
            for index in span.indices { bytes.append(span[index]) }
            defer { SecretBytes.wipe(&bytes) }
            return Bech32.encode(prefix: "nsec", bytes: bytes)
        }
    }

    /// Never the key.
    public var description: String { "SecretKey(…)" }
}

/// A secret key and its public key.
public struct KeyPair: Sendable, CustomStringConvertible {
    /// The secret half.
    public let secretKey: SecretKey
    /// The public half.
    public let publicKey: PublicKey

    /// Derives the public key.
    ///
    /// - Throws: ``KeyError/secretOutOfRange`` if the library refuses the key.
    public init(_ secretKey: SecretKey) throws(KeyError) {
        guard let bytes = Secp256k1.publicKey(of: secretKey.secret) else { throw .secretOutOfRange }
        self.secretKey = secretKey
        self.publicKey = PublicKey(checked: bytes)
    }

    /// A fresh pair from the system's random source.
    public static func random() throws(RandomSourceFailed) -> KeyPair {
        guard let pair = try? KeyPair(SecretKey.random()) else { throw RandomSourceFailed() }
        return pair
    }

    /// Signs a message with 32 fresh auxiliary random bytes (BIP-340).
    public func sign(_ message: [UInt8]) throws(RandomSourceFailed) -> Signature {
        let auxiliary = try SecureRandom.bytes(32)
        guard let signature = sign(message, auxiliary: auxiliary) else { throw RandomSourceFailed() }
        return signature
    }

    /// Signs with given auxiliary bytes, as test vectors do; nil unless there are 32.
    public func sign(_ message: [UInt8], auxiliary: [UInt8]) -> Signature? {
        guard auxiliary.count == 32 else { return nil }
        return Secp256k1.sign(message, with: secretKey.secret, auxiliary: auxiliary)
    }

    /// The public key only.
    public var description: String { "KeyPair(\(publicKey.hex))" }
}

/// Why a text or some bytes are not a key.
///
/// Never holds the text.
public enum KeyError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not 32 bytes, zero, or not below the curve's order.
    case secretOutOfRange
    /// No point of the curve has this x coordinate.
    case notOnCurve
    /// Neither 64 hexadecimal digits nor the NIP-19 form.
    case unreadable(expected: String)
    /// A NIP-19 form of something else, such as an npub where an nsec was due.
    case wrongPrefix(expected: String, found: String)

    /// One sentence that says what was expected.
    public var description: String {
        switch self {
        case .secretOutOfRange: "a secret key is 32 bytes from 1 to the curve's order less one"
        case .notOnCurve: "no public key has these bytes; check that the key was copied whole"
        case .unreadable(let expected): "expected 64 hexadecimal digits or \(expected)1… in one letter case"
        case .wrongPrefix(let expected, let found): "expected \(expected)1…, found \(found)1…"
        }
    }
}
