import NostrCore
import Testing

private let file = "nip44/nip44.vectors.json"

/// A section of the published vectors; empty when the file is absent.
private func rows(_ kind: String, _ section: String) -> [JSONObject] {
    guard let bytes = try? Vectors.bytes(file),
        case .object(let root)? = try? JSONValue.parse(bytes, limits: JSONLimits(maximumBytes: 4_000_000)),
        case .object(let version)? = root["v2"], case .object(let group)? = version[kind]
    else { return [] }
    var value = group[section]
    if case .object(let object)? = value { value = object["keys"] }
    guard case .array(let rows)? = value else { return [] }
    return rows.map { row in
        switch row {
        case .object(let object): object
        default: JSONObject([.init("row", row)])
        }
    }
}

/// One vector: its place in the section, its members.
struct NIP44Vector: Sendable, CustomTestStringConvertible {
    let index: Int
    let object: JSONObject
    var testDescription: String { note.isEmpty ? "\(index)" : "\(index): \(note)" }
    var note: String { string("note") }

    func string(_ key: String) -> String {
        guard case .string(let text)? = object[key] else { return "" }
        return text
    }

    func bytes(_ key: String) throws -> [UInt8] {
        try #require(Hex.decode(string(key).utf8), "\(key) of \(index)")
    }

    func bytes32(_ key: String) throws -> Bytes32 { try #require(Bytes32(bytes(key)), "\(key) of \(index)") }

    static func all(_ kind: String, _ section: String) -> [NIP44Vector] {
        rows(kind, section).enumerated().map { NIP44Vector(index: $0, object: $1) }
    }
}

/// The published vectors of NIP-44 version 2.
@Suite(.needsVectors(file))
struct NIP44VectorTests {
    @Test("the file is whole")
    func counts() {
        let valid = [
            "get_conversation_key", "get_message_keys", "calc_padded_len", "encrypt_decrypt",
            "encrypt_decrypt_long_msg",
        ].map { rows("valid", $0).count }
        #expect(valid == [35, 32, 24, 10, 3])
        let invalid = ["encrypt_msg_lengths", "get_conversation_key", "decrypt"].map {
            rows("invalid", $0).count
        }
        #expect(invalid == [4, 8, 12])
    }

    @Test("keys that can't be", arguments: NIP44Vector.all("invalid", "get_conversation_key"))
    func invalidKeys(_ vector: NIP44Vector) throws {
        let publicKey = PublicKey(try vector.bytes32("pub2"))
        if vector.note.hasPrefix("sec1") {
            #expect(throws: KeyError.secretOutOfRange) { try SecretKey(bytes: vector.bytes("sec1")) }
        } else {
            #expect(publicKey == nil)
        }
    }

    @Test("payloads that must not decrypt", arguments: NIP44Vector.all("invalid", "decrypt"))
    func invalidPayloads(_ vector: NIP44Vector) throws {
        let errors: [NIP44Error] = [
            .unsupportedEncoding, .unsupportedVersion(0), .invalidBase64, .invalidMAC, .invalidMAC,
            .invalidPadding, .invalidPadding, .invalidPadding,
            .payloadLength(characters: 0, allowed: 132...87472),
            .payloadLength(characters: 4, allowed: 132...87472),
            .payloadLength(characters: 48, allowed: 132...87472),
            .payloadLength(characters: 92, allowed: 132...87472),
        ]
        let key = try ConversationKey(bytes: vector.bytes("conversation_key"))
        #expect(throws: errors[vector.index]) { try key.decrypt(vector.string("payload")) }
    }

    /// The file predates the extended length and calls 65,536 bytes invalid: so they are unless it is asked for.
    @Test(
        "lengths that the default mode refuses", arguments: NIP44Vector.all("invalid", "encrypt_msg_lengths"))
    func invalidLengths(_ vector: NIP44Vector) throws {
        guard case .integer(let length)? = vector.object["row"] else {
            Issue.record("not a length")
            return
        }
        let key = try ConversationKey(bytes: [UInt8](repeating: 1, count: 32))
        let error =
            length == 0 ? NIP44Error.plaintextEmpty : .plaintextTooLong(bytes: Int(length), limit: 65535)
        #expect(throws: error) { try key.encrypt([UInt8](repeating: 0x78, count: Int(length))) }
    }

    @Test("conversation keys", arguments: NIP44Vector.all("valid", "get_conversation_key"))
    func conversationKeys(_ vector: NIP44Vector) throws {
        let other = try #require(PublicKey(vector.bytes32("pub2")))
        let key = try ConversationKey(SecretKey(bytes: vector.bytes("sec1")), other)
        #expect(key.hasBytes(try vector.bytes("conversation_key")))
    }

    @Test("message keys", arguments: NIP44Vector.all("valid", "get_message_keys"))
    func messageKeys(_ vector: NIP44Vector) throws {
        let root = "a1a3d60f3470a8612633924e91febf96dc5366ce130f658b1f0fc652c20b3b54"
        let keys = try MessageKeys(
            ConversationKey(bytes: #require(Hex.decode(root.utf8))), nonce: vector.bytes32("nonce"))
        let expected = try ["chacha_key", "chacha_nonce", "hmac_key"].flatMap { try vector.bytes($0) }
        let matches = keys.hasBytes(expected)
        #expect(matches)
    }

    @Test("padded lengths", arguments: NIP44Vector.all("valid", "calc_padded_len"))
    func paddedLengths(_ vector: NIP44Vector) throws {
        guard case .array(let pair)? = vector.object["row"], pair.count == 2,
            case .integer(let length) = pair[0],
            case .integer(let padded) = pair[1]
        else {
            Issue.record("not a pair of lengths")
            return
        }
        #expect(NIP44.paddedLength(Int(length)) == Int(padded))
    }

    @Test("both directions from both sides", arguments: NIP44Vector.all("valid", "encrypt_decrypt"))
    func messages(_ vector: NIP44Vector) throws {
        let first = try KeyPair(SecretKey(bytes: vector.bytes("sec1")))
        let second = try KeyPair(SecretKey(bytes: vector.bytes("sec2")))
        let nonce = try vector.bytes32("nonce")
        let plaintext = vector.string("plaintext")
        for (own, other) in [(first, second), (second, first)] {
            let key = try ConversationKey(own.secretKey, other.publicKey)
            #expect(key.hasBytes(try vector.bytes("conversation_key")))
            #expect(try key.encrypt(Array(plaintext.utf8), nonce: nonce) == vector.string("payload"))
            #expect(try Array(key.decryptText(vector.string("payload")).utf8) == Array(plaintext.utf8))
        }
    }

    @Test("long messages", arguments: NIP44Vector.all("valid", "encrypt_decrypt_long_msg"))
    func longMessages(_ vector: NIP44Vector) throws {
        guard case .integer(let count)? = vector.object["repeat"] else {
            Issue.record("no count")
            return
        }
        let key = try ConversationKey(bytes: vector.bytes("conversation_key"))
        let plaintext = Array(String(repeating: vector.string("pattern"), count: Int(count)).utf8)
        #expect(SHA256.hash(plaintext) == (try vector.bytes32("plaintext_sha256")))
        let payload = try key.encrypt(plaintext, nonce: vector.bytes32("nonce"))
        #expect(SHA256.hash(Array(payload.utf8)) == (try vector.bytes32("payload_sha256")))
        #expect(try key.decrypt(payload) == plaintext)
    }
}
