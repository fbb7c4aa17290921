internal import NostrCore

enum NIP44Benchmark {
    /// Encrypting a text against the library's cipher and MAC over the same padded bytes: to bytes, and to the payload in
    /// base64.
    static func encryption(bytes: Int, items: Int) throws -> [Row?] {
        let sample = try Sample(bytes: bytes)
        let toBytes = compare("NIP-44 encrypt, \(bytes) B, to bytes", items: items, bar: bar(bytes)) {
            (0..<items).allSatisfy { _ in
                (try? sample.key.payloadBytes(sample.plaintext, nonce: sample.nonce, mode: .standard)) != nil
            }
        } to: {
            (0..<items).allSatisfy { _ in sample.bareRun() }
        }
        let toText = compare("NIP-44 encrypt, \(bytes) B, to base64", items: items, bar: bar(0)) {
            (0..<items).allSatisfy { _ in
                (try? sample.key.encrypt(sample.plaintext, nonce: sample.nonce)) != nil
            }
        } to: {
            (0..<items).allSatisfy { _ in sample.bareRun() }
        }
        return [toBytes, toText]
    }

    /// Decrypting against the same.
    static func decryption(bytes: Int, items: Int) throws -> [Row?] {
        let sample = try Sample(bytes: bytes)
        let whole = try sample.key.payloadBytes(sample.plaintext, nonce: sample.nonce, mode: .standard)
        let payload = Base64.encode(whole)
        let fromBytes = compare("NIP-44 decrypt, \(bytes) B, from bytes", items: items, bar: bar(bytes)) {
            (0..<items).allSatisfy { _ in
                var copy = whole
                return (try? sample.key.decrypt(&copy, .standard)) != nil
            }
        } to: {
            (0..<items).allSatisfy { _ in sample.bareRun() }
        }
        let fromText = compare("NIP-44 decrypt, \(bytes) B, from base64", items: items, bar: bar(0)) {
            (0..<items).allSatisfy { _ in (try? sample.key.decrypt(payload)) != nil }
        } to: {
            (0..<items).allSatisfy { _ in sample.bareRun() }
        }
        return [fromBytes, fromText]
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
