internal import NostrCore

enum NIP44Benchmark {
    /// Encrypting a text to its payload against the library's cipher and MAC over the same padded bytes.
    static func encryption(bytes: Int, items: Int) throws -> Row? {
        let sample = try Sample(bytes: bytes)
        return compare("NIP-44 encrypt, \(bytes) B", items: items, bar: bar(bytes)) {
            (0..<items).allSatisfy { _ in
                (try? sample.key.encrypt(sample.plaintext, nonce: sample.nonce)) != nil
            }
        } to: {
            (0..<items).allSatisfy { _ in sample.bareRun() }
        }
    }

    /// Decrypting a payload against the same.
    static func decryption(bytes: Int, items: Int) throws -> Row? {
        let sample = try Sample(bytes: bytes)
        let payload = try sample.key.encrypt(sample.plaintext, nonce: sample.nonce)
        return compare("NIP-44 decrypt, \(bytes) B", items: items, bar: bar(bytes)) {
            (0..<items).allSatisfy { _ in (try? sample.key.decrypt(payload)) != nil }
        } to: {
            (0..<items).allSatisfy { _ in sample.bareRun() }
        }
    }

    private static func bar(_ bytes: Int) -> String {
        bytes > 60_000 ? "≤ 1.3 of ChaCha20 and HMAC" : "– (of ChaCha20 and HMAC)"
    }

    private struct Sample {
        let key: ConversationKey
        let nonce: Bytes32
        let plaintext: [UInt8]

        init(bytes: Int) throws {
            key = try ConversationKey(KeyPair.random().secretKey, KeyPair.random().publicKey)
            nonce = SHA256.hash([])
            plaintext = [UInt8](repeating: 0x78, count: bytes)
        }

        /// Derives the message keys once more, then encrypts and authenticates: no base64, no copies of the text.
        func bareRun() -> Bool {
            guard let keys = try? MessageKeys(key, nonce: nonce),
                let padded = NIP44.paddedLength(plaintext.count)
            else { return false }
            var bytes = [UInt8](repeating: 0, count: padded + 35)
            return (try? keys.apply(to: &bytes, in: 33..<bytes.count)) != nil
                && (try? keys.code(of: bytes, 1..<bytes.count)) != nil
        }
    }
}
