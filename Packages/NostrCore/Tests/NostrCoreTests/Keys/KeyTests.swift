import NostrCore
import Testing

@Suite struct KeyTextTests {
    static let npub = "npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d"
    // The nsec of secret key 1, known to everyone.
    static let nsec = "nsec1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqsmhltgl"

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let error: KeyError
        init(_ name: String, _ text: String, _ error: KeyError) {
            testDescription = name
            self.text = text
            self.error = error
        }
    }

    static func replacing(_ text: String, _ place: Int, _ letter: Character) -> String {
        var letters = Array(text)
        letters[place] = letter
        return String(letters)
    }

    static let badPublic: [Refused] = {
        let unreadable = KeyError.unreadable(expected: "npub")
        return [
            Refused("nothing", "", unreadable),
            Refused("63 digits", String(p1.dropLast()), unreadable),
            Refused("65 digits", p1 + "0", unreadable),
            Refused("a trailing line feed", p1 + "\n", unreadable),
            Refused("a leading space", " " + npub, unreadable),
            Refused("full-width digits", p1.dropLast() + "\u{FF11}", unreadable),
            Refused("the prefix alone", "npub1", unreadable),
            Refused("no separator", "npub", unreadable),
            Refused("a sum alone", "npub1qqqqqq", unreadable),
            Refused("no prefix", "1" + npub.dropFirst(5), unreadable),
            Refused("one letter changed", replacing(npub, 20, "p"), unreadable),
            Refused("two letters swapped", replacing(replacing(npub, 20, "a"), 21, "v"), unreadable),
            Refused("a letter outside the alphabet", replacing(npub, 20, "b"), unreadable),
            Refused("a letter beyond ASCII", replacing(npub, 20, "é"), unreadable),
            Refused("a NUL inside", replacing(npub, 20, "\0"), unreadable),
            Refused("C06 mixed case", replacing(npub.uppercased(), 30, "a"), unreadable),
            Refused("C06 the prefix in the other case", "NPUB" + npub.dropFirst(4), unreadable),
            Refused(
                "C07 31 bytes", "npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hczuw7vmtn", unreadable),
            Refused(
                "C07 33 bytes", "npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqqt7d03n", unreadable
            ),
            Refused(
                "C07 bech32m", "npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq52c4l0", unreadable),
            Refused(
                "C07 padding set", "npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpuquv8l",
                unreadable),
            Refused("6,000 letters", "npub1" + String(repeating: "q", count: 6000), unreadable),
            Refused("an nsec", nsec, .wrongPrefix(expected: "npub", found: "nsec")),
            Refused(
                "an nsec in upper case", nsec.uppercased(), .wrongPrefix(expected: "npub", found: "nsec")),
            Refused("no point of the curve", hex64("f"), .notOnCurve),
            Refused("zero", hex64("0"), .notOnCurve),
            Refused("an npub of no point", Bytes32(hex: hex64("f"))?.npub ?? "", .notOnCurve),
        ]
    }()

    @Test("public keys refused", arguments: badPublic)
    func refusedPublic(_ row: Refused) {
        #expect(throws: row.error) { try PublicKey(typed: row.text) }
    }

    @Test("public keys read", arguments: [p1, p1.uppercased(), npub, npub.uppercased()])
    func acceptedPublic(text: String) throws {
        let key = try PublicKey(typed: text)
        #expect(key.hex == p1)
        #expect(key.npub == Self.npub)
        #expect(key.description == p1)
    }

    static let badSecret: [Refused] = {
        let unreadable = KeyError.unreadable(expected: "nsec")
        let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
        return [
            Refused("nothing", "", unreadable),
            Refused("63 digits", String(hex64("1").dropLast()), unreadable),
            Refused("a trailing space", hex64("1") + " ", unreadable),
            Refused("one letter changed", replacing(nsec, 20, "p"), unreadable),
            Refused("mixed case", replacing(nsec, 20, "Q"), unreadable),
            Refused("an npub", npub, .wrongPrefix(expected: "nsec", found: "npub")),
            Refused("zero", hex64("0"), .secretOutOfRange),
            Refused("the curve's order", order, .secretOutOfRange),
            Refused("above the order", hex64("f"), .secretOutOfRange),
        ]
    }()

    @Test("secret keys refused", arguments: badSecret)
    func refusedSecret(_ row: Refused) {
        #expect(throws: row.error) { try SecretKey(typed: row.text) }
    }

    @Test("secret bytes of another length", arguments: [0, 1, 31, 33, 64])
    func secretLength(count: Int) {
        #expect(throws: KeyError.secretOutOfRange) {
            try SecretKey(bytes: [UInt8](repeating: 1, count: count))
        }
    }

    @Test("the least and the greatest secret key")
    func secretRange() throws {
        let one = String(repeating: "0", count: 63) + "1"
        let last = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"
        #expect(try KeyPair(SecretKey(typed: one)).publicKey.hex == p1)
        // The negative of 1 has the same x coordinate.
        #expect(try KeyPair(SecretKey(typed: last.uppercased())).publicKey.hex == p1)
        #expect(try KeyPair(SecretKey(typed: Self.nsec)).publicKey.hex == p1)
        #expect(try KeyPair(SecretKey(typed: Self.nsec.uppercased())).publicKey.hex == p1)
    }

    @Test("random keys survive both text forms")
    func roundTrip() throws {
        for _ in 0..<50 {
            let secret = try SecretKey.random()
            let keys = try KeyPair(secret)
            #expect(try KeyPair(SecretKey(typed: secret.exposedHex())).publicKey == keys.publicKey)
            #expect(try KeyPair(SecretKey(typed: secret.exposedNsec())).publicKey == keys.publicKey)
            #expect(try PublicKey(typed: keys.publicKey.npub) == keys.publicKey)
            #expect(keys.publicKey.bytes.npub == keys.publicKey.npub)
        }
    }

    @Test("the npub of bytes that are no key can be shown")
    func npubOfAnyBytes() throws {
        let bytes = try #require(Bytes32(hex: hex64("f")))
        #expect(bytes.npub.hasPrefix("npub1"))
        #expect(PublicKey(bytes) == nil)
    }
}

/// Searches everything that a key or its errors can print for the secret.
@Suite struct SecretDisclosureTests {
    /// What printing, debugging and reflecting a value show.
    static func renderings(_ value: Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        return ["\(value)", String(describing: value), String(reflecting: value), dumped]
    }

    @Test("keys don't print their secret")
    func keys() throws {
        let keys = try KeyPair.random()
        let secrets = [keys.secretKey.exposedHex(), keys.secretKey.exposedNsec()]
        for value in [keys, keys.secretKey, [keys], ["k": keys.secretKey]] as [Any] {
            for shown in Self.renderings(value) {
                for secret in secrets {
                    #expect(!shown.contains(secret))
                    #expect(!shown.contains(secret.dropFirst(6).prefix(12)))
                }
            }
        }
    }

    @Test("errors about a key don't hold the text that was typed")
    func errors() throws {
        let secret = try SecretKey.random()
        let texts = [secret.exposedHex(), secret.exposedNsec()]
        for text in texts {
            let spoilt = [
                text + " ", " " + text, String(text.dropLast()), text + "0",
                text.replacing(first: "1", with: "b"),
                text.prefix(1).uppercased() + text.dropFirst(), "0x" + text,
            ]
            let part = String(text.dropFirst(8).prefix(12))
            for typed in spoilt + texts {
                for shown in Self.failures(typed) { #expect(!shown.contains(part)) }
            }
        }
    }

    static func failures(_ text: String) -> [String] {
        var shown: [String] = []
        do { _ = try SecretKey(typed: text) } catch { shown += renderings(error) }
        do {
            // Hexadecimal of a secret may be a point's x coordinate by chance; then nothing is thrown.
            _ = try PublicKey(typed: text)
        } catch {
            shown += renderings(error)
        }
        return shown
    }

    @Test("every key error has a sentence")
    func sentences() {
        let errors: [KeyError] = [
            .secretOutOfRange, .notOnCurve, .unreadable(expected: "npub"),
            .wrongPrefix(expected: "npub", found: "nsec"),
        ]
        for error in errors { #expect(error.description.utf8.count > 10) }
        #expect(errors[3].description == "expected npub1…, found nsec1…")
    }
}

@Suite struct SigningTests {
    @Test("auxiliary bytes must be 32", arguments: [0, 31, 33])
    func auxiliary(count: Int) throws {
        #expect(try keyOne().sign([1, 2, 3], auxiliary: [UInt8](repeating: 0, count: count)) == nil)
    }

    @Test("fresh auxiliary bytes make two signatures of one message, both valid")
    func freshness() throws {
        let keys = try keyOne()
        let message = [UInt8](repeating: 7, count: 32)
        let first = try keys.sign(message)
        let second = try keys.sign(message)
        #expect(first != second)
        #expect(keys.publicKey.isValidSignature(first, message: message))
        #expect(keys.publicKey.isValidSignature(second, message: message))
        #expect(!keys.publicKey.isValidSignature(first, message: message + [0]))
        #expect(!keys.publicKey.isValidSignature(first, message: []))
    }

    @Test("a signature is 64 bytes or 128 lowercase digits")
    func signatureText() throws {
        let signature = try keyOne().sign([])
        #expect(Signature(hex: signature.hex) == signature)
        #expect(Signature(signature.bytes) == signature)
        #expect(Signature(hex: signature.hex.uppercased()) == nil)
        #expect(Signature(hex: String(signature.hex.dropLast())) == nil)
        #expect(Signature(signature.bytes.dropLast()) == nil)
        #expect(Signature(signature.bytes + [0]) == nil)
    }
}
