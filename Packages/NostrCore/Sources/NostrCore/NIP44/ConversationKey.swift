/// What two keys share for all their messages: HKDF-extract of their Diffie-Hellman point (NIP-44).
///
/// The same from either side. Wiped when the last copy goes, never part of a description.
public struct ConversationKey: Sendable, CustomStringConvertible {
    let secret: SecretBytes

    /// Computes the key that the owner of one key shares with the owner of the other.
    ///
    /// - Throws: ``NIP44Error/libraryFailed`` if the library refuses a key that it accepted before.
    public init(_ secretKey: SecretKey, _ publicKey: PublicKey) throws(NIP44Error) {
        guard let shared = Secp256k1.sharedX(secretKey.secret, publicKey.bytes) else { throw .libraryFailed }
        let salt = Array("nip44-v2".utf8)
        var extracted = shared.withBytes { HKDF.extract(salt: salt, $0) }
        defer { SecretBytes.wipe(&extracted) }
        guard extracted.count == 32 else { throw .libraryFailed }
        secret = SecretBytes(copying: extracted)
    }

    /// Takes a key of 32 bytes that was computed before.
    ///
    /// The caller's own array is the caller's to wipe.
    ///
    /// - Throws: ``NIP44Error/conversationKeyLength(_:)`` for another length.
    public init(bytes: [UInt8]) throws(NIP44Error) {
        guard bytes.count == 32 else { throw .conversationKeyLength(bytes.count) }
        secret = SecretBytes(copying: bytes)
    }

    /// Whether the key has these bytes, told in constant time.
    public func hasBytes(_ bytes: [UInt8]) -> Bool { secret.equals(bytes.span) }

    /// Never the key.
    public var description: String { "ConversationKey(…)" }
}

/// HKDF with SHA-256 (RFC 5869).
enum HKDF {
    /// The pseudorandom key of some input; empty if the library fails.
    static func extract(salt: [UInt8], _ input: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(input.count)
        for index in input.indices { bytes.append(input[index]) }
        defer { SecretBytes.wipe(&bytes) }
        return HMACSHA256.code(of: bytes, key: salt.span) ?? []
    }

    /// `count` bytes (at most 255 × 32) that follow from a key and `info`; empty if the library fails.
    static func expand(_ key: Span<UInt8>, info: [UInt8], count: Int) -> [UInt8] {
        var output: [UInt8] = []
        // Growing would leave copies behind that nobody wipes.
        output.reserveCapacity(count + 32)
        var input: [UInt8] = []
        input.reserveCapacity(33 + info.count)
        defer { SecretBytes.wipe(&input) }
        var counter: UInt8 = 0
        while output.count < count {
            counter += 1
            SecretBytes.wipe(&input)
            input.removeAll(keepingCapacity: true)
            input.append(contentsOf: output.suffix(counter == 1 ? 0 : 32))
            input.append(contentsOf: info)
            input.append(counter)
            guard var block = HMACSHA256.code(of: input, key: key) else {
                SecretBytes.wipe(&output)
                return []
            }
            output.append(contentsOf: block)
            SecretBytes.wipe(&block)
        }
        for index in count..<output.count { output[index] = 0 }
        output.removeLast(output.count - count)
        return output
    }
}
