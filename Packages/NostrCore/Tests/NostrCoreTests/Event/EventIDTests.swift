import NostrCore
import Testing

/// Edge cases A01–A06 and A15: the ids of texts that serialisers get wrong.
///
/// Kind 9, secret key 1, `time`, no tags; the ids were computed by an independent program.
@Suite struct EventIDTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let content: String
        let wire: [String]
        let id: String
        init(_ name: String, _ content: String, wire: [String], _ id: String) {
            testDescription = name
            self.content = content
            self.wire = wire
            self.id = id
        }
    }

    static let rows: [Row] = [
        Row(
            "A01 solidus", "a/b", wire: [#""a/b""#, #""a\/b""#, #""a\u002fb""#],
            "8325c2e55ad199532dd01d79752f206d0431b48495a26115879b625fef620bb1"),
        Row(
            "A02 emoji", "\u{1F355}", wire: ["\"\u{1F355}\"", #""\ud83c\udf55""#, #""\uD83C\uDF55""#],
            "3a61d85f9ab656928461ceb3fdc03f7e44ca52070ce5ad6a9a38823d7606dbf0"),
        Row(
            "A03 line separators", "a\u{2028}b\u{2029}c",
            wire: ["\"a\u{2028}b\u{2029}c\"", #""a\u2028b\u2029c""#],
            "51aac0a81a53683fec177cc9e4f351b35bcaf7213a5dda2b77cf880a4d84d8f1"),
        Row(
            "A04 controls", "\u{1}\u{1F}", wire: [#""\u0001\u001f""#, #""\u0001\u001F""#],
            "7bfa84a2eabe03da6b480e492df0a5ed8c0532e608aa4c2c388638c7f6028ce7"),
        Row(
            "A04 NUL in the middle", "a\u{0}b", wire: [#""a\u0000b""#],
            "af75e7112c44c42a941f4a4a1de6baafebb8fbf24c7782f332c981acfcaeaae1"),
        Row(
            "A04 DEL", "\u{7F}", wire: ["\"\u{7F}\"", #""\u007f""#, #""\u007F""#],
            "0f77dd55372b876aec0e9c17b4957772c5a23898118e84009b63afa3dd22a1d5"),
        Row(
            "A06 CR LF", "x\r\ny", wire: [#""x\r\ny""#, #""x\u000d\u000Ay""#, #""x\r\u000ay""#],
            "3a6a58ebef683747494cbc579d4ad2e852f4f2fa121612e1cbb6a5136e3d9e92"),
        Row(
            "A06 escaped by letter", "\u{8}\u{C}\t\"\\",
            wire: [#""\b\f\t\"\\""#, #""\u0008\u000c\u0009\u0022\u005c""#],
            "da195417564d4851eea38757f91f90bd5762fc0215165c8e4672d776202dbb9f"),
        Row(
            "A06 combining mark first", "\u{301}a", wire: ["\"\u{301}a\"", #""\u0301a""#],
            "4a04468b67fecab9153edd1bdba5b8db07e179c2cb1d8af544ee3dbb3a811b54"),
        Row(
            "A15 byte order mark inside", "\u{FEFF}a", wire: ["\"\u{FEFF}a\"", #""\ufeffa""#],
            "26124b4dbb8d551022e71f5f7aa3c233954e4c998d285bdd01bbfd0f4ff6edb6"),
    ]

    @Test("every spelling on the wire has the one id", arguments: rows)
    func wire(_ row: Row) throws {
        for spelling in row.wire {
            let event = try Event.parse(eventText(content: spelling))
            #expect(event.computedID().hex == row.id, "\(spelling)")
            #expect(Array(event.content.utf8) == Array(row.content.utf8), "\(spelling)")
            #expect(event.contentByteCount == row.content.utf8.count, "\(spelling)")
        }
    }

    @Test("a template has the same id", arguments: rows)
    func template(_ row: Row) throws {
        let template = EventTemplate(kind: 9, createdAt: time, content: row.content)
        #expect(try template.id(author: keyOne().publicKey).hex == row.id)
    }

    @Test("a signed event verifies in every spelling", arguments: rows)
    func verified(_ row: Row) throws {
        let event = try signed(content: row.content)
        for spelling in row.wire {
            let text = eventText(id: "\"\(row.id)\"", content: spelling, sig: "\"\(event.signature.hex)\"")
            #expect(try Event.parse(text).verify().event == event, "\(spelling)")
        }
    }

    /// The wrong ids that the reports show: each must differ from the right one.
    @Test(
        "an id over another form is refused",
        arguments: [
            ("a/b", "1a1ec62ee234861ccb52cf8dc878b90045f6f1a3c82429392059e480331ae32a"),
            ("\u{1}\u{1F}", "cad1a099b9ad960d4dec66e333640cbe31f94bdf55e654f0c815efad00459125"),
            ("a\u{0}b", "e5081af9e1825bf758e9c79f9cf7ef699bb90e1b16745e2e4157cf0a4f2a22cc"),
        ])
    func wrongForm(content: String, id: String) throws {
        let right = try signed(content: content)
        let text = right.text.replacing(first: right.id.hex, with: id)
        let stated = try #require(EventID(hex: id))
        #expect(throws: VerificationError.idMismatch(stated: stated, computed: right.id)) {
            try Event.parse(text).verify()
        }
    }

    @Test("the serialisation is the one of NIP-01")
    func serialisation() throws {
        let event = try Event.parse(
            eventText(tags: "[ [ \"e\" , \"\\u0061/\" ] , [\"t\"]\n]", content: #""a\/b\u001F""#))
        let expected = #"[0,"\#(p1)",1700000000,9,[["e","a/"],["t"]],"a/b\u001f"]"#
        #expect(String(decoding: event.canonicalSerialization, as: UTF8.self) == expected)
    }
}
