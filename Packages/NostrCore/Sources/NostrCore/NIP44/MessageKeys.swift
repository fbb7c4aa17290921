/// The keys of one message: HKDF-expand of the conversation key with the message's nonce (NIP-44).
///
/// Not copyable, and wiped at the end of its scope.
package struct MessageKeys: ~Copyable, Sendable {
    private let secret: SecretBytes

    /// Derives the keys of a nonce.
    package init(_ conversationKey: ConversationKey, nonce: Bytes32) throws(NIP44Error) {
        var bytes = conversationKey.secret.withBytes { HKDF.expand($0, info: nonce.bytes, count: 76) }
        defer { SecretBytes.wipe(&bytes) }
        guard bytes.count == 76 else { throw .libraryFailed }
        secret = SecretBytes(copying: bytes)
    }

    /// Whether the cipher's key and nonce and the MAC's key, 76 bytes in this order, are these.
    package borrowing func hasBytes(_ bytes: [UInt8]) -> Bool { secret.equals(bytes.span) }

    /// Encrypts or decrypts in place.
    package borrowing func apply(to bytes: inout [UInt8], in range: Range<Int>) throws(NIP44Error) {
        let succeeded = secret.withBytes {
            ChaCha20.apply(key: $0.extracting(0..<32), nonce: $0.extracting(32..<44), to: &bytes, in: range)
        }
        guard succeeded else { throw .libraryFailed }
    }

    /// The MAC of nonce and ciphertext, which stand one after the other.
    package borrowing func code(of bytes: [UInt8], _ range: Range<Int>) throws(NIP44Error) -> [UInt8] {
        let code = secret.withBytes { HMACSHA256.code(of: bytes, range, key: $0.extracting(44..<76)) }
        guard let code else { throw .libraryFailed }
        return code
    }
}
