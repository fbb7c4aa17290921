import NostrCore
import Testing

private let e11 = Bytes32([UInt8](repeating: 0x11, count: 32))
private let nevent = "nevent1qqspzyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg"
private let npub = "npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq"
/// The nsec of secret key 1.
private let nsec = "nsec1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqsmhltgl"

/// C01's 155 relays: wss://r000.example and so on.
private let relayNames = (0..<155).map { number in
    let digits = String(number)
    return "wss://r" + String(repeating: "0", count: 3 - digits.count) + digits + ".example"
}

@Suite struct NostrEntityRefusalTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let error: NIP19Error
        var testDescription: String { name }
        init(_ name: String, _ text: String, _ error: NIP19Error) {
            self.name = name
            self.text = text
            self.error = error
        }
    }

    static let rows: [Row] = [
        Row("empty", "", .notBech32(.noSeparator)),
        Row("no separator", "npub", .notBech32(.noSeparator)),
        Row("no prefix", "1qqqqqqqqqq", .notBech32(.noSeparator)),
        Row("no room for a checksum", "npub1qqqqq", .notBech32(.noSeparator)),
        Row("64 digits are no entity", p1, .notBech32(.noSeparator)),
        Row("white space before", " \(npub)pkge6d", .notBech32(.invalidCharacter(offset: 0))),
        Row("white space behind", "\(npub)pkge6d\n", .notBech32(.invalidCharacter(offset: 63))),
        Row("the letter b", "npub1b0xlxvlhem", .notBech32(.invalidCharacter(offset: 5))),
        Row("not ASCII", "npub1\u{E9}qqqqqqqqq", .notBech32(.invalidCharacter(offset: 5))),
        Row("one letter changed", "\(npub)pkge6e", .notBech32(.wrongChecksum)),
        Row("another's prefix", "nsec" + npub.dropFirst(4) + "pkge6d", .notBech32(.wrongChecksum)),
        Row("a URI where the bare form is due", "nostr:\(npub)pkge6d", .notBech32(.wrongChecksum)),
        Row("C01 155 relays", tooManyRelays, .tooLong(characters: 5030, limit: 5000)),
        Row(
            "C03 author in hex",
            "\(nevent)zgqmnjcn9xcmrwetx89jxxcnzv93n2dtpxqmrywf4vdjnsdesvgcrwvpj893xvcmyvgexgcm9xguxgwf489nrywp3x43rzdnx8qcnwwfcchk30q",
            .wrongLength(.author, bytes: 64, needs: 32)),
        Row("C04 a kind of two bytes", "\(nevent)rqgqqj7fzhug", .wrongLength(.kind, bytes: 2, needs: 4)),
        Row("C04 kind 65536", "\(nevent)rqsqqzqqq2zxk6s", .kindOutOfRange(65536)),
        Row(
            "C04 an address without a kind",
            "naddr1qqqhsq3q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqwwcahf", .missing(.kind)),
        Row(
            "C06 one lower-case letter", String(npub.uppercased().dropLast()) + "qPKGE6D",
            .notBech32(.mixedCase)),
        Row("C07 a relay cut short", "\(nevent)pypskyccxsp4ne", .truncated(type: 1, bytes: 3, needs: 32)),
        Row("C07 no event id", "nevent1qy8hwumn8ghj7cfwv4uxzmtsd3js9jc27e", .missing(.eventID)),
        Row(
            "C07 31 bytes", "npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hczuw7vmtn",
            .wrongLength(.publicKey, bytes: 31, needs: 32)),
        Row("C07 33 bytes", "\(npub)qt7d03n", .wrongLength(.publicKey, bytes: 33, needs: 32)),
        Row("C07 bech32m", "\(npub)52c4l0", .notBech32(.wrongChecksum)),
        Row(
            "C07 a padding bit", "npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpuquv8l",
            .notBech32(.strayBits)),
    ]

    /// The nprofile of P1 with 155 relays, of which the first 154 fit.
    static let tooManyRelays: String = {
        let relays: [UInt8] = relayNames.flatMap { [1, UInt8($0.utf8.count)] + Array($0.utf8) }
        let key = Hex.decode(p1.utf8) ?? []
        return ReferenceBech32.encode("nprofile", [0, 32] + key + relays)
    }()

    @Test("refused, and the fault named", arguments: rows)
    func refused(_ row: Row) {
        #expect(throws: row.error) { try NostrEntity(row.text) }
    }

    /// Faults inside a list; each row is the list's bytes in hex, and `KEY` stands for P1.
    @Test(
        "lists",
        arguments: [
            ("nprofile", "", NIP19Error.missing(.publicKey)),
            ("nprofile", "00", .truncated(type: 0, bytes: 0, needs: 1)),
            ("nprofile", "0020KEY09", .truncated(type: 9, bytes: 0, needs: 1)),
            ("nprofile", "0020KEY09ff00", .truncated(type: 9, bytes: 1, needs: 255)),
            ("nprofile", "0020KEY0020KEY", .repeated(.publicKey)),
            ("nprofile", "001f" + p1.dropLast(2), .wrongLength(.publicKey, bytes: 31, needs: 32)),
            ("nprofile", "0020" + hex64("f"), .notOnCurve(.publicKey)),
            ("nprofile", "0020KEY0100", .empty(.relay)),
            ("nprofile", "0020KEY0103770a77", .notText(.relay)),
            ("nprofile", "0020KEY0102c3a9", .notText(.relay)),
            ("nevent", "0020KEY0220KEY0220KEY", .repeated(.author)),
            ("nevent", "0020KEY0304000000010304" + "00000001", .repeated(.kind)),
            ("nevent", "0020KEY0200", .wrongLength(.author, bytes: 0, needs: 32)),
            ("nevent", "0020KEY0220" + hex64("f"), .notOnCurve(.author)),
            ("nevent", "0020KEY0304ffffffff", .kindOutOfRange(.max)),
            ("nevent", "0021KEY00", .wrongLength(.eventID, bytes: 33, needs: 32)),
            ("naddr", "0220KEY030400000001", .missing(.identifier)),
            ("naddr", "0000030400000001", .missing(.author)),
            ("naddr", "0001ff0220KEY030400000001", .notText(.identifier)),
            ("nrelay", "", .missing(.relay)),
            ("note", "00", .wrongLength(.eventID, bytes: 1, needs: 32)),
            ("nsec", "00", .wrongLength(.secretKey, bytes: 1, needs: 32)),
            ("nsec", hex64("0"), .secretOutOfRange),
            ("nsec", hex64("f"), .secretOutOfRange),
            ("npub", hex64("f"), .notOnCurve(.publicKey)),
            ("bc", "KEY", .unknownPrefix("bc")),
        ])
    func lists(prefix: String, hex: String, error: NIP19Error) throws {
        let hex = hex.split(separator: "KEY", omittingEmptySubsequences: false).joined(separator: p1)
        let bytes = try #require(Hex.decode(hex.utf8))
        #expect(throws: error) { try NostrEntity(ReferenceBech32.encode(prefix, bytes)) }
    }

    @Test("C08 what can't be written is refused")
    func unwritable() throws {
        let key = try keyOne().publicKey
        let long = "wss://" + String(repeating: "x", count: 250)
        func profile(_ relays: [String]) -> NostrEntity { .profile(.init(publicKey: key, relays: relays)) }
        #expect(throws: NIP19Error.fieldTooLong(.relay, bytes: 256, limit: 255)) {
            try profile([long]).text()
        }
        #expect(throws: Never.self) { try profile([String(long.dropLast())]).text() }
        #expect(throws: NIP19Error.empty(.relay)) { try profile([""]).text() }
        #expect(throws: NIP19Error.notText(.relay)) { try profile(["wss://\u{E9}.example"]).text() }
        #expect(throws: NIP19Error.fieldTooLong(.identifier, bytes: 256, limit: 255)) {
            try NostrEntity.address(
                .init(identifier: String(repeating: "x", count: 256), author: key, kind: 30023)
            ).text()
        }
        #expect(throws: NIP19Error.readOnly(prefix: "nrelay")) {
            try NostrEntity.relay("wss://r.example").text()
        }
    }

    @Test(
        "URIs",
        arguments: [
            ("", NIP19Error.notNostrURI), ("nostr", .notNostrURI), ("\(npub)pkge6d", .notNostrURI),
            ("nostr\u{FF1A}\(npub)pkge6d", .notNostrURI), ("web+nostr:\(npub)pkge6d", .notNostrURI),
            ("nostr:", .notBech32(.noSeparator)), ("nostr://\(npub)pkge6d", .notBech32(.wrongChecksum)),
            ("nostr:\(npub)pkge6d?x", .notBech32(.invalidCharacter(offset: 63))),
            ("nostr:\(nsec)", .secretInURI), ("NOSTR:\(nsec.uppercased())", .secretInURI),
            // Refused before it is read, so that a typing error changes nothing.
            ("nostr:\(nsec)x", .secretInURI), ("nostr:nSec1", .secretInURI),
        ])
    func uris(uri: String, error: NIP19Error) {
        #expect(throws: error) { try NostrEntity(uri: uri) }
    }

    @Test("no URI is made of a secret key")
    func secretURI() throws {
        let entity = try NostrEntity(nsec)
        #expect(throws: NIP19Error.secretInURI) { try entity.uri() }
    }

    @Test("descriptions name what was expected and differ")
    func descriptions() {
        let errors =
            Self.rows.map(\.error) + [
                .repeated(.relay), .notText(.relay), .notText(.identifier), .empty(.relay),
                .notOnCurve(.author),
                .secretOutOfRange, .notNostrURI, .secretInURI, .fieldTooLong(.relay, bytes: 256, limit: 255),
                .readOnly(prefix: "nrelay"), .unknownPrefix("bc"),
            ]
        var distinct: [NIP19Error] = []
        for error in errors where !distinct.contains(error) { distinct.append(error) }
        #expect(Set(distinct.map(\.description)).count == distinct.count)
        #expect(
            NIP19Error.wrongLength(.author, bytes: 64, needs: 32).description == "author: 64 bytes, needs 32")
    }
}

@Suite struct NostrEntityTests {
    @Test("C01 154 relays fit, and more than bech32's own 90 characters do")
    func manyRelays() throws {
        let key = try keyOne().publicKey
        let relays = relayNames
        let fitting = NostrEntity.profile(.init(publicKey: key, relays: Array(relays.dropLast())))
        let text = try fitting.text()
        #expect(text.utf8.count == 4998)
        #expect(try NostrEntity(text) == fitting)
        #expect(throws: NIP19Error.tooLong(characters: 5030, limit: 5000)) {
            try NostrEntity.profile(.init(publicKey: key, relays: relays)).text()
        }
        // Order and repetition are kept.
        let twice = NostrEntity.profile(.init(publicKey: key, relays: [relays[1], relays[0], relays[1]]))
        #expect(try NostrEntity(twice.text()) == twice)
    }

    @Test("C02 an unknown element is ignored")
    func unknownElement() throws {
        let id = try #require(e11.map { EventID($0) })
        #expect(try NostrEntity("\(nevent)fqvqsyqchdalpf") == .event(EventPointer(id: id)))
        // Known for another form is unknown for this one.
        let profile = try #require(Hex.decode("0020\(p1)0201aa030101".utf8))
        #expect(
            try NostrEntity(ReferenceBech32.encode("nprofile", profile))
                == .profile(ProfilePointer(publicKey: keyOne().publicKey)))
    }

    @Test("C04 the kind is read")
    func kind() throws {
        let id = try #require(e11.map { EventID($0) })
        #expect(try NostrEntity("\(nevent)rqsqqqqqfzcnj09") == .event(EventPointer(id: id, kind: 9)))
    }

    @Test("C05 an empty identifier, and the same text again")
    func emptyIdentifier() throws {
        let text = "naddr1qqqqygrehen8a7wuhwk9tgrzjh8gwzc8q2dlekedec5djk0js9d3d7qhnqpsgqqqyufqwpxs5v"
        let entity = try NostrEntity(text)
        #expect(entity == .address(.init(identifier: "", author: try keyOne().publicKey, kind: 10002)))
        #expect(try entity.text() == text)
    }

    @Test("C06 all upper case")
    func upperCase() throws {
        let entity = try NostrEntity("\(npub)pkge6d".uppercased())
        #expect(entity == .publicKey(try keyOne().publicKey))
        #expect(try entity.text() == "\(npub)pkge6d")
        #expect(try NostrEntity(uri: "NOSTR:\(npub)pkge6d".uppercased()) == entity)
    }

    @Test("a withdrawn relay form is read")
    func relay() throws {
        let bytes = [0, 15] + Array("wss://r.example".utf8)
        #expect(try NostrEntity(ReferenceBech32.encode("nrelay", bytes)) == .relay("wss://r.example"))
    }

    @Test("no description tells a secret key")
    func secrecy() throws {
        let entity = try NostrEntity(nsec)
        #expect(entity == .secretKey(try keyOne().secretKey))
        #expect(entity != .secretKey(try SecretKey.random()))
        #expect(try entity.text() == nsec)
        for shown in ["\(entity)", String(describing: entity), String(reflecting: entity)] {
            #expect(!shown.contains(hex64("0").dropLast()))
            #expect(!shown.contains("qqqqqqqq"))
        }
        // Nor does an error about one that was mistyped.
        let mistyped = nsec.dropLast() + "q"
        #expect {
            try NostrEntity(String(mistyped))
        } throws: { error in
            !"\(error) \(String(reflecting: error))".contains("qqqqqqqq")
        }
    }

    @Test("what is written is read again", arguments: [0x19_19, 0x21_21] as [UInt64])
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let authors = try (0..<4).map { _ in try KeyPair.random().publicKey }
        for round in 0..<20 {
            let author = authors[round % 4]
            let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let id = EventID(try #require(Bytes32(bytes)))
            let relays = (0..<Int.random(in: 0...4, using: &generator)).map { index in
                "wss://" + String(repeating: "r", count: Int.random(in: 0...249, using: &generator))
                    + "\(index % 2)"
            }.filter { $0.utf8.count <= 255 }
            let kind = UInt16.random(in: 0...65535, using: &generator)
            let identifier = generator.string(upTo: 60)
            let entities: [NostrEntity] = [
                .note(id), .publicKey(author), .profile(.init(publicKey: author, relays: relays)),
                .event(
                    .init(
                        id: id, relays: relays, author: round % 2 == 0 ? author : nil,
                        kind: round % 3 == 0 ? kind : nil)),
                .address(.init(identifier: identifier, author: author, kind: kind, relays: relays)),
            ]
            for entity in entities {
                let text = try entity.text()
                #expect(try NostrEntity(text) == entity, "seed \(seed), round \(round): \(text)")
                #expect(try NostrEntity(uri: entity.uri()) == entity, "seed \(seed), round \(round)")
                #expect(try NostrEntity(text.uppercased()).text() == text, "seed \(seed), round \(round)")
            }
        }
    }

    @Test("no bytes trap, and what is read is written", arguments: [0x4E_31, 0x4E_32] as [UInt64])
    func anyList(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let key = try #require(Hex.decode(p1.utf8))
        for round in 0..<600 {
            var list: [UInt8] = []
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                let value: [UInt8] =
                    switch UInt8.random(in: 0..<4, using: &generator) {
                    case 0: key
                    case 1: [0, 0, UInt8.random(in: 0...255, using: &generator), 1]
                    case 2: Array("wss://r.example".utf8)
                    default: []
                    }
                list.append(UInt8.random(in: 0...4, using: &generator))
                list.append(UInt8(value.count))
                list += value
            }
            if Bool.random(using: &generator), !list.isEmpty {
                list.removeLast(Int.random(in: 0..<list.count, using: &generator))
            }
            let prefix = ["nprofile", "nevent", "naddr"].randomElement(using: &generator) ?? "nevent"
            guard let entity = try? NostrEntity(ReferenceBech32.encode(prefix, list)) else { continue }
            #expect(try NostrEntity(entity.text()) == entity, "seed \(seed), round \(round)")
        }
    }
}
