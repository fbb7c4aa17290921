import NostrCore
import Testing

@Suite struct HexTests {
    @Test(
        "refused",
        arguments: [
            "0", "abc", "0g", "g0", " 0", "0 ", "0x", "\u{FF11}", "\u{FF11}\u{FF12}", "a\u{301}", "\u{661}",
            "AB", "aB", "@@", "``", "//", "::", "\0\0", "é",
        ])
    func refused(text: String) {
        #expect(Hex.decode(text.utf8) == nil)
    }

    @Test("upper case only when asked for")
    func upperCase() {
        #expect(Hex.decode("aBCdeF09".utf8, acceptUppercase: true) == [0xAB, 0xCD, 0xEF, 0x09])
        #expect(Hex.decode("GG".utf8, acceptUppercase: true) == nil)
    }

    @Test("a stated length is exact", arguments: [0, 1, 3])
    func length(count: Int) {
        #expect(Hex.decode("abcd".utf8, count: count) == nil)
        #expect(Hex.decode("abcd".utf8, count: 2) == [0xAB, 0xCD])
    }

    @Test("every byte, at every place of a long text")
    func all() {
        let bytes = (0...255).map { UInt8($0) }
        for shift in 0..<9 {
            let text = Hex.encode(bytes[shift...])
            #expect(Hex.decode(text.utf8) == Array(bytes[shift...]))
            var spoilt = Array(text.utf8)
            for place in stride(from: shift, to: spoilt.count, by: 17) {
                let good = spoilt[place]
                for bad: UInt8 in [0x2F, 0x3A, 0x40, 0x41, 0x60, 0x67, 0x80, 0xE9, 0xFF, 0x00] {
                    spoilt[place] = bad
                    #expect(Hex.decode(spoilt) == nil)
                }
                spoilt[place] = good
            }
        }
        #expect(Hex.encode([]).isEmpty)
        #expect(Hex.decode("".utf8) == [])
    }

    @Test(
        "A13 32 bytes are 64 ASCII digits",
        arguments: [
            String(repeating: "a", count: 62) + "\u{301}",
            String(repeating: "a", count: 58) + "\u{FF11}\u{FF12}",
            hex64("\u{661}"), String(repeating: "\u{661}", count: 32), hex64("a") + "a", "", hex64("A"),
            hex64("g"),
        ])
    func bytes32(text: String) {
        #expect(Bytes32(hex: text) == nil)
        #expect(EventID(hex: text) == nil)
    }

    @Test("bytes compare and print in their order")
    func order() throws {
        let low = try #require(Bytes32(hex: hex64("0").dropLast() + "1"))
        let high = try #require(Bytes32(hex: "1" + hex64("0").dropFirst()))
        #expect(low < high)
        #expect(low.hex < high.hex)
        #expect(low.bytes.last == 1)
        #expect(Bytes32(low.bytes) == low)
        #expect(Bytes32(low.bytes.dropLast()) == nil)
        #expect(try #require(Bytes32(typedHex: hex64("A"))).description == hex64("a"))
        #expect(Set([low, high, low]).count == 2)
    }
}

@Suite struct Base64Tests {
    @Test(
        "refused",
        arguments: [
            "A", "AA", "AAA", "A===", "====", "=AAA", "AA=A", "AAA=AAAA", "AAAA=", "AAAA====", "AA==AA==",
            "AB==",
            "AAB=", "//==", "AA-_", " AAA", "AAA ", "AA\n=", "AAA\n", "AA*=", "Aé=", "\u{FF21}AAA", "AAA\0",
        ])
    func refused(text: String) {
        #expect(Base64.decode(text.utf8) == nil)
    }

    @Test(
        "RFC 4648's samples",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func samples(plain: String, text: String) {
        #expect(Base64.encode(Array(plain.utf8)) == text)
        #expect(Base64.decode(text.utf8) == Array(plain.utf8))
    }

    @Test("random bytes of every length to 100", arguments: [UInt64.random(in: 0 ... .max)])
    func roundTrip(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for length in 0...100 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(Base64.decode(Base64.encode(bytes).utf8) == bytes, "seed \(seed)")
        }
    }
}

@Suite struct UUIDTextTests {
    static let u4 = "0f0e0d0c-0b0a-4908-8706-050403020100"

    @Test(
        "M04 other spellings are refused",
        arguments: [
            "", "{\(u4)}", "urn:uuid:\(u4)", "0f0e0d0c0b0a49088706050403020100", u4 + "\n", " " + u4,
            u4.dropLast() + "\u{FF11}", u4.dropLast(3) + "\u{FF11}", String(u4.dropLast()), u4 + "0",
            "0f0e0d0c0-b0a-4908-8706-050403020100", "0f0e0d0c_0b0a_4908_8706_050403020100",
            "0f0e0d0c--b0a-4908-8706-050403020100", "gf0e0d0c-0b0a-4908-8706-050403020100",
        ])
    func refused(text: String) {
        #expect(UUIDText.canonical(text) == nil)
        #expect(UUIDText.version(of: text) == nil)
        #expect(UUIDText.version5(namespace: text, name: "x") == nil)
    }

    @Test(
        "M04 read in any version, written in lower case",
        arguments: [
            (u4, 4), ("0f0e0d0c-0b0a-5908-8706-050403020100", 5), ("018f0e0d-0c0b-7a09-8807-060504030201", 7),
            ("00000000-0000-0000-0000-000000000000", 0),
        ])
    func accepted(text: String, version: Int) {
        #expect(UUIDText.canonical(text) == text)
        #expect(UUIDText.canonical(text.uppercased()) == text)
        #expect(UUIDText.version(of: text.uppercased()) == version)
    }

    /// The check values of spec invites, and the one of RFC 4122's DNS namespace that every library prints.
    @Test(
        "version 5",
        arguments: [
            ("https://relay-a.example", "general", "dea3e723-4236-5230-9184-f4879264e6fa"),
            ("https://relay-a.example", "welcome-everyone", "91ff0059-5015-5d22-8f31-cdc243bfcf9b"),
            ("https://relay-b.example", "general", "46ec8c24-23db-5cbc-8b1f-2d1a65a6e46c"),
            ("https://relay-b.example", "welcome-everyone", "96b382be-dfae-5584-818b-99be7c7eb36e"),
            ("http://localhost:3000", "general", "adafd400-706c-5c13-bf02-bc2ebb45b1c7"),
            ("http://localhost:3000", "welcome-everyone", "47da111f-4c82-50c6-923e-ff955b4d69d0"),
        ])
    func version5(scope: String, name: String, expected: String) {
        let namespace = "3CE33BEA-8f09-5f1b-9c85-8a7d2659e6b0"
        #expect(
            UUIDText.version5(namespace: namespace, name: "starter-channel:v1:\(scope):\(name)") == expected)
        #expect(UUIDText.version(of: expected) == 5)
    }

    @Test("version 5 of a name in the DNS namespace")
    func dns() {
        let namespace = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
        #expect(
            UUIDText.version5(namespace: namespace, name: "python.org")
                == "886313e1-3b8a-5372-9b90-0c9aee199e5d")
    }

    @Test("random ones are version 4, canonical and different")
    func random() throws {
        let all = try (0..<100).map { _ in try UUIDText.random() }
        #expect(Set(all).count == 100)
        for text in all {
            #expect(UUIDText.canonical(text) == text)
            #expect(UUIDText.version(of: text) == 4)
            #expect("89ab".utf8.contains(Array(text.utf8)[19]))
        }
    }
}

@Suite struct DigestTests {
    @Test(
        "SHA-256 of FIPS 180-4's samples",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func sha256(text: String, expected: String) {
        #expect(SHA256.hash(Array(text.utf8)).hex == expected)
    }

    @Test("secrets are compared whole")
    func constantTime() {
        #expect(ConstantTime.equals([], []))
        #expect(ConstantTime.equals([1, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.equals([1, 2, 3], [1, 2, 4]))
        #expect(!ConstantTime.equals([0, 2, 3], [1, 2, 3]))
        #expect(!ConstantTime.equals([1, 2], [1, 2, 3]))
    }

    @Test("random bytes come in the number asked for, and differ")
    func random() throws {
        #expect(try SecureRandom.bytes(0).isEmpty)
        #expect(try SecureRandom.bytes(33).count == 33)
        #expect(try SecureRandom.bytes(32) != SecureRandom.bytes(32))
        #expect(throws: RandomSourceFailed.self) { try SecureRandom.bytes(-1) }
        #expect(throws: RandomSourceFailed.self) { try SecureRandom.bytes(Int.max) }
    }
}
