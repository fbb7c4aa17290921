extension ConversationKey {
    /// Encrypts a text under a fresh random nonce; see ``encrypt(_:mode:)``.
    public func encrypt(_ text: String, mode: NIP44.Mode = .standard) throws(NIP44Error) -> String {
        try encrypt(Array(text.utf8), mode: mode)
    }

    /// Encrypts bytes under a fresh random nonce and returns the payload in base64.
    ///
    /// - Throws: ``NIP44Error`` for an empty or too long plaintext, or without random bytes.
    public func encrypt(_ plaintext: [UInt8], mode: NIP44.Mode = .standard) throws(NIP44Error) -> String {
        // Lengths first: a refused text must not depend on the random source.
        _ = try Self.checkedLength(plaintext.count, mode)
        let random: [UInt8]
        do {
            random = try SecureRandom.bytes(32)
        } catch {
            throw .noRandomness(error)
        }
        guard let nonce = Bytes32(random) else { throw .noRandomness(RandomSourceFailed()) }
        return try encrypt(plaintext, nonce: nonce, mode: mode)
    }

    /// Encrypts under a given nonce, as test vectors do.
    ///
    /// Two messages under one nonce give each other away: use ``encrypt(_:mode:)`` for all else.
    public func encrypt(
        _ plaintext: [UInt8], nonce: Bytes32, mode: NIP44.Mode = .standard
    ) throws(NIP44Error) -> String {
        Base64.encode(try payloadBytes(plaintext, nonce: nonce, mode: mode))
    }

    /// The payload before base64.
    package func payloadBytes(
        _ plaintext: [UInt8], nonce: Bytes32, mode: NIP44.Mode
    ) throws(NIP44Error) -> [UInt8] {
        let (padded, total) = try Self.checkedLength(plaintext.count, mode)
        let keys = try MessageKeys(self, nonce: nonce)
        var payload: [UInt8] = []
        payload.reserveCapacity(total)
        payload.append(NIP44.version)
        payload.append(contentsOf: nonce.bytes)
        let start = payload.count
        if NIP44.prefixLength(plaintext.count) == 6 {
            payload.append(contentsOf: [0, 0])
            for shift in [24, 16] { payload.append(UInt8(truncatingIfNeeded: plaintext.count >> shift)) }
        }
        for shift in [8, 0] { payload.append(UInt8(truncatingIfNeeded: plaintext.count >> shift)) }
        payload.append(contentsOf: plaintext)
        payload.append(contentsOf: repeatElement(0, count: padded - plaintext.count))
        try keys.apply(to: &payload, in: start..<payload.count)
        payload.append(contentsOf: try keys.code(of: payload, 1..<payload.count))
        return payload
    }

    private static func checkedLength(
        _ length: Int, _ mode: NIP44.Mode
    ) throws(NIP44Error) -> (padded: Int, total: Int) {
        guard length > 0 else { throw .plaintextEmpty }
        guard length <= mode.limit, let padded = NIP44.paddedLength(length),
            let total = NIP44.payloadBytes(length)
        else { throw .plaintextTooLong(bytes: length, limit: mode.limit) }
        return (padded, total)
    }
}

extension ConversationKey {
    /// Decrypts a payload to text; see ``decrypt(_:mode:)``.
    ///
    /// - Throws: also ``NIP44Error/notText`` if the plaintext is not UTF-8.
    public func decryptText(_ payload: String, mode: NIP44.Mode = .standard) throws(NIP44Error) -> String {
        var bytes = try decrypt(payload, mode: mode)
        defer { SecretBytes.wipe(&bytes) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return text
    }

    /// Decrypts a payload.
    ///
    /// The MAC is compared in constant time and before anything is decrypted.
    ///
    /// - Throws: ``NIP44Error``, in the order: version, length, base64, MAC, padding.
    public func decrypt(_ payload: String, mode: NIP44.Mode = .standard) throws(NIP44Error) -> [UInt8] {
        let text = payload.utf8
        guard text.first != UInt8(ascii: "#") else { throw .unsupportedEncoding }
        let longest = NIP44.characters(NIP44.payloadBytes(max(mode.limit, 1)) ?? 0)
        let shortest = NIP44.characters(NIP44.overhead + 2 + 32)
        guard (shortest...longest).contains(text.count) else {
            throw .payloadLength(characters: text.count, allowed: shortest...longest)
        }
        guard var bytes = Base64.decode(text) else { throw .invalidBase64 }
        return try decrypt(&bytes, mode)
    }

    /// Decrypts the payload behind base64, of at least 65 bytes, which it overwrites.
    package func decrypt(_ bytes: inout [UInt8], _ mode: NIP44.Mode) throws(NIP44Error) -> [UInt8] {
        guard bytes.count >= NIP44.overhead else { throw .invalidPadding }
        guard bytes[0] == NIP44.version else { throw .unsupportedVersion(bytes[0]) }
        guard let nonce = Bytes32(bytes[1..<33]) else { throw .invalidPadding }
        let end = bytes.count - 32
        let keys = try MessageKeys(self, nonce: nonce)
        guard ConstantTime.equals(try keys.code(of: bytes, 1..<end), Array(bytes[end...])) else {
            throw .invalidMAC
        }
        defer { SecretBytes.wipe(&bytes) }
        try keys.apply(to: &bytes, in: 33..<end)
        return try Self.unpadded(bytes[33..<end], mode)
    }

    private static func unpadded(
        _ padded: ArraySlice<UInt8>, _ mode: NIP44.Mode
    ) throws(NIP44Error) -> [UInt8] {
        var length = number(padded.prefix(2))
        if length == 0, padded.count > NIP44.standardLimit {
            length = number(padded.dropFirst(2).prefix(4))
            // One length has one form; what fits two bytes is not stated in six.
            guard length > NIP44.standardLimit else { throw .invalidPadding }
        }
        let prefix = NIP44.prefixLength(length)
        guard let expected = NIP44.paddedLength(length), padded.count == prefix + expected else {
            throw .invalidPadding
        }
        guard length <= mode.limit else { throw .plaintextTooLong(bytes: length, limit: mode.limit) }
        return Array(padded.dropFirst(prefix).prefix(length))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
