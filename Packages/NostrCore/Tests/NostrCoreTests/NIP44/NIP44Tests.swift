import NostrCore
import Testing

private func key(_ byte: UInt8 = 7) throws -> ConversationKey {
    try ConversationKey(bytes: [UInt8](repeating: byte, count: 32))
}

private func text(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x78, count: count) }

@Suite struct NIP44RefusalTests {
    @Test("a conversation key has 32 bytes", arguments: [0, 31, 33, 64])
    func keyLength(count: Int) {
        #expect(throws: NIP44Error.conversationKeyLength(count)) { try ConversationKey(bytes: text(count)) }
    }

    @Test("D05 nothing to encrypt")
    func empty() throws {
        for mode in [NIP44.Mode.standard, .extended(limit: 1 << 20)] {
            #expect(throws: NIP44Error.plaintextEmpty) { try key().encrypt("", mode: mode) }
        }
        #expect(NIP44Error.plaintextEmpty.description.contains("1 … 4,294,967,295 bytes"))
    }

    @Test(
        "a plaintext over the mode's limit",
        arguments: [
            (65_536, NIP44.Mode.standard, 65_535), (65_537, .standard, 65_535),
            (70_001, .extended(limit: 70_000), 70_000), (101, .extended(limit: 100), 100),
            (1, .extended(limit: 0), 0), (1, .extended(limit: -1), -1),
        ])
    func tooLong(count: Int, mode: NIP44.Mode, limit: Int) throws {
        let error = NIP44Error.plaintextTooLong(bytes: count, limit: limit)
        #expect(throws: error) { try key().encrypt(text(count), mode: mode) }
        #expect(error.description == "the plaintext has \(count) bytes, the limit is \(limit)")
    }

    @Test("the default mode refuses what the extended one wrote")
    func extendedPayload() throws {
        let payload = try key().encrypt(text(65_536), mode: .extended(limit: 65_536))
        #expect(throws: NIP44Error.payloadLength(characters: 87_476, allowed: 132...87_472)) {
            try key().decrypt(payload)
        }
        // A reader's own limit counts before and after decryption.
        let longer = try key().encrypt(text(65_537), mode: .extended(limit: 70_000))
        #expect(throws: NIP44Error.payloadLength(characters: 109_324, allowed: 132...87_476)) {
            try key().decrypt(longer, mode: .extended(limit: 65_536))
        }
        // 65,600 bytes are padded as 70,000 are, so only the stated length tells.
        let stated = try key().encrypt(text(70_000), mode: .extended(limit: 70_000))
        #expect(throws: NIP44Error.plaintextTooLong(bytes: 70_000, limit: 65_600)) {
            try key().decrypt(stated, mode: .extended(limit: 65_600))
        }
    }

    @Test("every bit of a payload is authenticated")
    func alterations() throws {
        let bytes = try #require(Base64.decode(try key().encrypt("secret").utf8))
        for index in bytes.indices {
            for bit in 0..<8 {
                var altered = bytes
                altered[index] ^= 1 << UInt8(bit)
                let expected = index == 0 ? NIP44Error.unsupportedVersion(altered[0]) : .invalidMAC
                #expect(throws: expected, "byte \(index), bit \(bit)") {
                    try key().decrypt(Base64.encode(altered))
                }
            }
        }
    }

    @Test("another key, and the wrong way round")
    func wrongKey() throws {
        let payload = try key(7).encrypt("secret")
        #expect(throws: NIP44Error.invalidMAC) { try key(8).decrypt(payload) }
    }

    private static func zeros(_ count: Int) -> String { String(repeating: "A", count: count) }

    static let badForms: [(String, NIP44Error)] = [
        ("#", .unsupportedEncoding),
        ("#" + zeros(131), .unsupportedEncoding),
        (zeros(132), .unsupportedVersion(0)),
        ("AQ" + zeros(130), .unsupportedVersion(1)),
        ("Aw" + zeros(130), .unsupportedVersion(3)),
        ("Ag" + zeros(130), .invalidMAC),
        // 97 bytes: fewer than any payload, though the characters are enough.
        ("Ag" + zeros(128) + "==", .invalidMAC),
        (zeros(131), .payloadLength(characters: 131, allowed: 132...87_472)),
        (zeros(133), .invalidBase64),
        ("Ag" + zeros(129) + "-", .invalidBase64),
        ("Ag" + zeros(129) + "\n", .invalidBase64),
        (zeros(87_476), .payloadLength(characters: 87_476, allowed: 132...87_472)),
    ]

    @Test("versions and encodings", arguments: badForms)
    func forms(payload: String, error: NIP44Error) throws {
        #expect(throws: error) { try key().decrypt(payload) }
    }

    @Test("unpadded base64 is refused")
    func unpadded() throws {
        let payload = try key().encrypt(text(33))
        #expect(payload.hasSuffix("=") || payload.utf8.count == 176)
        let long = try key().encrypt(text(65))
        let padded = [payload, long].first { $0.hasSuffix("=") }
        let cut = try #require(padded).split(separator: "=")[0]
        #expect(throws: NIP44Error.invalidBase64) { try key().decrypt(String(cut)) }
    }

    /// An authenticated text whose length and padding disagree; made by whoever holds the key.
    @Test(
        "padding",
        arguments: [
            ("length 0", [0, 0] + text(32)), ("longer than the text", [0, 33] + text(32)),
            ("padded too far", [0, 5] + text(64)),
            ("one byte short", [0, 32] + text(31)), ("one byte over", [0, 32] + text(33)),
            ("a short length in six bytes", [0, 0, 0, 0, 0, 5] + text(32)),
            ("65,535 in six bytes", [0, 0, 0, 0, 0xFF, 0xFF] + text(65_536)),
            ("65,535 in six bytes, as long as in two", [0, 0, 0, 0, 0xFF, 0xFF] + text(65_532)),
            ("four gigabytes", [0, 0, 0xFF, 0xFF, 0xFF, 0xFF] + text(65_536)),
            ("a long length cut", [0, 0, 0, 1, 0, 0] + text(65_535)),
        ] as [(String, [UInt8])])
    func padding(name: String, padded: [UInt8]) throws {
        let payload = try forged(under: key(), padded: padded)
        let count = payload.utf8.count
        #expect(
            throws: count > 87_472
                ? NIP44Error.payloadLength(characters: count, allowed: 132...87_472) : .invalidPadding
        ) {
            try key().decrypt(payload)
        }
        #expect(throws: NIP44Error.invalidPadding) {
            try key().decrypt(payload, mode: .extended(limit: 65_537))
        }
    }

    /// A payload with a valid MAC over any padded text.
    private func forged(under key: ConversationKey, padded: [UInt8]) throws -> String {
        let nonce = SHA256.hash(padded)
        let keys = try MessageKeys(key, nonce: nonce)
        var bytes = [NIP44.version] + nonce.bytes + padded
        try keys.apply(to: &bytes, in: 33..<bytes.count)
        return Base64.encode(bytes + (try keys.code(of: bytes, 1..<bytes.count)))
    }

    @Test("a payload without room for a padded text", arguments: [0, 2, 7, 31])
    func tooShort(count: Int) throws {
        let payload = try forged(under: key(), padded: text(count))
        #expect(throws: NIP44Error.payloadLength(characters: payload.utf8.count, allowed: 132...87_472)) {
            try key().decrypt(payload)
        }
    }

    @Test("bytes that are no text are refused where text is asked for")
    func notText() throws {
        let payload = try key().encrypt([0x61, 0xFF])
        #expect(throws: NIP44Error.notText) { try key().decryptText(payload) }
        #expect(try key().decrypt(payload) == [0x61, 0xFF])
    }

    @Test("no description tells a key or a text")
    func secrecy() throws {
        let conversation = try key(0xAB)
        #expect("\(conversation)" == "ConversationKey(…)")
        #expect(!String(reflecting: conversation).lowercased().contains("abab"))
        let errors: [NIP44Error] = [
            .plaintextEmpty, .plaintextTooLong(bytes: 2, limit: 1), .conversationKeyLength(3),
            .unsupportedEncoding, .unsupportedVersion(3),
            .payloadLength(characters: 1, allowed: 2...3), .invalidBase64, .invalidMAC, .invalidPadding,
            .notText,
            .libraryFailed,
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}

@Suite struct NIP44Tests {
    @Test(
        "D04 padded lengths",
        arguments: zip(
            [
                1, 32, 33, 64, 65, 256, 257, 320, 321, 1024, 1025, 65_536, 65_537, 4_294_967_295, 0, -1,
                4_294_967_296, .max,
            ],
            [
                32, 32, 64, 64, 96, 256, 320, 320, 384, 1024, 1280, 65_536, 81_920, 4_294_967_296, nil, nil,
                nil, nil,
            ]
                as [Int?]))
    func paddedLengths(length: Int, padded: Int?) {
        #expect(NIP44.paddedLength(length) == padded)
    }

    @Test(
        "D01, D02 lengths at the limits",
        arguments: [
            (1, 132), (32, 132), (33, 176), (65_408, 87_472), (65_409, 87_472), (65_535, 87_472),
            (65_536, 87_476),
            (65_537, 109_324),
        ])
    func lengths(count: Int, characters: Int) throws {
        let extended = NIP44.Mode.extended(limit: 65_537)
        let payload = try key().encrypt(text(count), mode: extended)
        #expect(payload.utf8.count == characters)
        #expect(try key().decrypt(payload, mode: extended) == text(count))
        if count <= 65_535 {
            // The extended mode writes what the default one reads.
            #expect(try key().decrypt(payload) == text(count))
            #expect(try key().encrypt(text(count)).utf8.count == characters)
        }
    }

    @Test("a fresh nonce each time")
    func nonces() throws {
        let payloads = try (0..<64).map { _ in try key().encrypt("same") }
        #expect(Set(payloads).count == 64)
    }

    @Test("both sides have one key, and a third has another")
    func conversation() throws {
        let (first, second, third) = (try KeyPair.random(), try KeyPair.random(), try KeyPair.random())
        let sent = try ConversationKey(first.secretKey, second.publicKey).encrypt("hi \u{1F355}")
        #expect(try ConversationKey(second.secretKey, first.publicKey).decryptText(sent) == "hi \u{1F355}")
        let other = try ConversationKey(third.secretKey, first.publicKey)
        #expect(throws: NIP44Error.invalidMAC) { try other.decrypt(sent) }
    }

    @Test("what is encrypted decrypts to the same bytes", arguments: [0x44_01, 0x44_02] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<150 {
            let limit = [40, 600, 9000][round % 3]
            let plaintext = (0..<Int.random(in: 1...limit, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let key = try ConversationKey(
                bytes: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
            let payload = try key.encrypt(plaintext)
            #expect(try key.decrypt(payload) == plaintext, "seed \(seed), round \(round)")
            #expect(
                payload.utf8.count == ((67 + (NIP44.paddedLength(plaintext.count) ?? 0)) + 2) / 3 * 4,
                "seed \(seed), round \(round)")
        }
    }
}
