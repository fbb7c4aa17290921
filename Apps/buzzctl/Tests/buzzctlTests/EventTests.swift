import Foundation
import NostrCore
import Testing

@Suite("event")
struct EventTests {
    /// A signed event of key 1 at T, as JSON.
    static func signed(_ content: String, kind: UInt16 = 9, tags: [[String]] = []) throws -> String {
        let pair = try KeyPair(SecretKey(typed: Fixed.secretHex))
        let template = EventTemplate(kind: kind, createdAt: Fixed.time, tags: tags, content: content)
        return String(decoding: try template.signed(by: pair).serialized(), as: UTF8.self)
    }

    /// The JSON of an event without id and signature whose content stands in the text as it is.
    static func draft(_ rawContent: String) -> String {
        "{\"pubkey\":\"\(Fixed.publicHex)\",\"created_at\":1700000000,\"kind\":9,\"tags\":[],\"content\":\"\(rawContent)\"}"
    }

    @Test(
        "ids of the texts that people get wrong",
        arguments: [
            ("a/b", "8325c2e55ad199532dd01d79752f206d0431b48495a26115879b625fef620bb1"),
            ("a\\/b", "8325c2e55ad199532dd01d79752f206d0431b48495a26115879b625fef620bb1"),
            ("🍕", "3a61d85f9ab656928461ceb3fdc03f7e44ca52070ce5ad6a9a38823d7606dbf0"),
            ("\\ud83c\\udf55", "3a61d85f9ab656928461ceb3fdc03f7e44ca52070ce5ad6a9a38823d7606dbf0"),
            ("a\u{2028}b\u{2029}c", "51aac0a81a53683fec177cc9e4f351b35bcaf7213a5dda2b77cf880a4d84d8f1"),
            ("\\u0001\\u001f", "7bfa84a2eabe03da6b480e492df0a5ed8c0532e608aa4c2c388638c7f6028ce7"),
            ("a\\u0000b", "af75e7112c44c42a941f4a4a1de6baafebb8fbf24c7782f332c981acfcaeaae1"),
            ("\u{7F}", "0f77dd55372b876aec0e9c17b4957772c5a23898118e84009b63afa3dd22a1d5"),
            ("x\\r\\ny", "3a6a58ebef683747494cbc579d4ad2e852f4f2fa121612e1cbb6a5136e3d9e92"),
            ("\\b\\f\\t\\\"\\\\", "da195417564d4851eea38757f91f90bd5762fc0215165c8e4672d776202dbb9f"),
            ("\u{301}a", "4a04468b67fecab9153edd1bdba5b8db07e179c2cb1d8af544ee3dbb3a811b54"),
            ("\u{FEFF}a", "26124b4dbb8d551022e71f5f7aa3c233954e4c998d285bdd01bbfd0f4ff6edb6"),
        ])
    func ids(_ content: String, _ id: String) throws {
        let outcome = try Binary.run(["event", "id", "-o", "jsonl"], input: Self.draft(content))
        #expect(outcome == Outcome(status: 0, output: "{\"line\":1,\"id\":\"\(id)\"}\n", errors: ""))
    }

    @Test("bad lines are reported by number and the rest goes on")
    func idLines() throws {
        let good = Self.draft("a/b")
        let folder = try TemporaryFolder()
        let lines = [
            good, "", "{", "[1]", Self.draft("x").replacingOccurrences(of: ":9,", with: ":65536,"),
            "{\"pubkey\":5}", Self.draft("\u{1}"), good,
        ]
        let path = try folder.file("drafts.jsonl", lines.joined(separator: "\n"))
        let outcome = try Binary.run(["event", "id", path])
        let id = "8325c2e55ad199532dd01d79752f206d0431b48495a26115879b625fef620bb1"
        #expect(outcome.status == 5)
        #expect(
            outcome.output
                == "LINE  ID\(String(repeating: " ", count: 62))  STATED\n   1  \(id)\n   8  \(id)\n")
        #expect(
            outcome.errors == """
                \(path), line 3: json: JSON text ends at byte 1, expected a key or '}'
                \(path), line 4: event: expected an object, found an array
                \(path), line 5: event: kind: expected an integer in 0...65535, found 65536
                \(path), line 6: event: pubkey: expected 64 lowercase hexadecimal digits, found 5; \
                created_at: missing; kind: missing; tags: missing; content: missing
                \(path), line 7: json: unexpected byte 0x01 at byte 131, expected an escape for a control character

                """)
    }

    @Test("a stated id that differs is shown beside the right one")
    func stated() throws {
        let event = try Self.signed("yes")
        let right = try Event.parse(event).id.hex
        let wrong = String(repeating: "a", count: 64)
        let outcome = try Binary.run(
            ["event", "id", "-"], input: event + "\n" + event.replacingOccurrences(of: right, with: wrong))
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output:
                        "LINE  ID\(String(repeating: " ", count: 62))  STATED\n   1  \(right)\n   2  \(right)  \(wrong)\n",
                    errors: ""))
    }

    struct Defective: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (String) -> String
        let defects: [String]
        init(_ name: String, _ defects: [String], _ change: @escaping @Sendable (String) -> String) {
            testDescription = name
            self.defects = defects
            self.change = change
        }
        /// Replaces a member's value.
        static func set(_ member: String, _ value: String) -> @Sendable (String) -> String {
            { event in
                guard
                    case .object(var object)? = try? JSONValue.parse(
                        event, limits: JSONLimits(maximumBytes: 9_999)),
                    let new = try? JSONValue.parse(value, limits: JSONLimits(maximumBytes: 9_999))
                else { return "" }
                object[member] = new
                return String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
            }
        }
        static func remove(_ members: String...) -> @Sendable (String) -> String {
            { event in
                guard
                    case .object(var object)? = try? JSONValue.parse(
                        event, limits: JSONLimits(maximumBytes: 9_999))
                else { return "" }
                for member in members { object[member] = nil }
                return String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
            }
        }
    }

    static let tags = "tags: expected arrays of one or more strings, found something else in them"
    static let altered =
        "id: the contents hash to 8325c2e55ad199532dd01d79752f206d0431b48495a26115879b625fef620bb1"

    static let defective: [Defective] = [
        Defective("altered contents", [altered], Defective.set("content", "\"a/b\"")),
        Defective(
            "wrong id alone",
            [
                "id: the signed contents hash to 20b3f08044f43c84c0d094f52bcd77ce7307d31417b159b3c64d6974a2e86872; "
                    + "only the id is wrong"
            ], Defective.set("id", "\"" + String(repeating: "a", count: 64) + "\"")),
        Defective(
            "signature of zeros", ["sig: not the author's signature of this id"],
            Defective.set("sig", "\"" + String(repeating: "0", count: 128) + "\"")),
        Defective(
            "altered contents and signature", [altered, "sig: not the author's signature of this id"],
            {
                Defective.set("sig", "\"" + String(repeating: "0", count: 128) + "\"")(
                    Defective.set("content", "\"a/b\"")($0))
            }),
        Defective(
            "an author that is no point",
            [
                "id: the contents hash to 0000", "pubkey: no point of the curve, so nobody can sign for it",
            ], Defective.set("pubkey", "\"" + String(repeating: "f", count: 64) + "\"")),
        Defective("null in a tag", [tags], Defective.set("tags", "[[\"p\",null]]")),
        Defective("an empty tag", [tags], Defective.set("tags", "[[]]")),
        Defective("tags not nested", [tags], Defective.set("tags", "[\"e\"]")),
        Defective("a number in a tag", [tags], Defective.set("tags", "[[\"e\",1]]")),
        Defective(
            "tags an object", ["tags: expected arrays of one or more strings, found an object"],
            Defective.set("tags", "{}")),
        Defective(
            "content an object", ["content: expected a string, found an object"],
            Defective.set("content", "{\"name\":\"x\"}")),
        Defective(
            "content null", ["content: expected a string, found null"], Defective.set("content", "null")),
        Defective("no signature", ["sig: missing"], Defective.remove("sig")),
        Defective(
            "most members missing", ["id: missing", "created_at: missing", "tags: missing", "sig: missing"],
            Defective.remove("id", "created_at", "tags", "sig")),
        Defective(
            "kind 65536", ["kind: expected an integer in 0...65535, found 65536"],
            Defective.set("kind", "65536")),
        Defective(
            "kind -1", ["kind: expected an integer in 0...65535, found -1"], Defective.set("kind", "-1")),
        Defective(
            "kind 9.0", ["kind: expected an integer in 0...65535, found 9.0"], Defective.set("kind", "9.0")),
        Defective(
            "time -0", ["created_at: expected an integer in 0...9007199254740991, found -0"],
            Defective.set("created_at", "-0")),
        Defective(
            "an upper-case id", ["id: expected 64 lowercase hexadecimal digits, found uppercase digits"],
            Defective.set("id", "\"" + String(repeating: "A", count: 64) + "\"")),
        Defective(
            "61 letters and a combining mark",
            ["id: expected 64 lowercase hexadecimal digits, found a string of 64 bytes"],
            Defective.set("id", "\"" + String(repeating: "a", count: 62) + "\u{301}\"")),
        Defective(
            "a repeated key", ["json: duplicate object key \"content\" at byte "],
            { "{\"content\":\"no\"," + $0.dropFirst() }),
        Defective(
            "a repeated key in disguise", ["json: duplicate object key \"content\" at byte "],
            { "{\"c\\u006fntent\":\"no\"," + $0.dropFirst() }),
        Defective(
            "half a surrogate pair", ["json: half of a surrogate pair in an escape"],
            { $0.replacingOccurrences(of: "\"yes\"", with: "\"\\ud83e\"") }),
        Defective("two events on a line", ["json: trailing data"], { $0 + $0 }),
        Defective("an array", ["event: expected an object, found an array"], { "[\($0)]" }),
        Defective(
            "a line over the limit", ["line: longer than 1048576 bytes"],
            { _ in String(repeating: "x", count: 1_048_577) }),
    ]

    @Test("every defect is named", arguments: defective)
    func defects(_ row: Defective) throws {
        let outcome = try Binary.run(
            ["event", "verify", "-o", "jsonl"],
            input: row.change(try Self.signed("yes")) + "\n" + Self.signed("next"))
        #expect(outcome.status == 5)
        #expect(outcome.errors == "2 checked, 1 valid, 1 invalid\n")
        let lines = outcome.output.split(separator: "\n")
        try #require(lines.count == 2)
        let reader = JSONReader(
            try JSONValue.parse(String(lines[0]), limits: JSONLimits(maximumBytes: 9_999)))
        #expect(try reader.member("line").integer(in: 0...9) == 1)
        #expect(try !reader.member("valid").bool())
        let found = try reader.member("defects").array().map {
            "\(try $0.member("part").string()): \(try $0.member("reason").string())"
        }
        #expect(found.count == row.defects.count)
        for (text, expected) in zip(found, row.defects) {
            #expect(text.hasPrefix(expected.hasSuffix("0000") ? String(expected.dropLast(4)) : expected))
        }
        #expect(lines[1].hasPrefix("{\"line\":2,") && lines[1].hasSuffix("\"valid\":true,\"defects\":[]}"))
    }

    @Test(
        "valid events are called valid, whatever their text and member order, and lines end at the line feed only"
    )
    func valid() throws {
        let separators = try Self.signed("a\u{2028}b\u{2029}c\u{85}d")
        let tagged = try Self.signed("", kind: 65_535, tags: [["p", Fixed.npub], ["E", "X", ""]])
        let unknown = try "{\"extra\":[1e5,null]," + Self.signed("x").dropFirst()
        let late = try EventTemplate(kind: 9, createdAt: 1_700_000_000_000, content: "ms")
            .signed(by: KeyPair(SecretKey(typed: Fixed.secretHex)))
        let lines = [separators, tagged, unknown, String(decoding: late.serialized(), as: UTF8.self)]
        let ids = try lines.map { try Event.parse($0).id.hex }
        let outcome = try Binary.run(["event", "verify"], input: lines.joined(separator: "\r\n\n"))
        let rows = zip([1, 3, 5, 7], ids).map { "   \($0)  valid   \($1)\n" }.joined()
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: "LINE  RESULT  ID\(String(repeating: " ", count: 62))  REASON\n" + rows,
                    errors: "4 checked, 4 valid, 0 invalid\n"))
        #expect(separators.contains("\u{2028}"))
    }

    @Test("quiet drops the summary, json is one value")
    func json() throws {
        let event = try Self.signed("x")
        let id = try Event.parse(event).id.hex
        #expect(
            try Binary.run(["event", "verify", "--quiet", "--output", "json"], input: event)
                == Outcome(
                    status: 0, output: "[\n{\"line\":1,\"id\":\"\(id)\",\"valid\":true,\"defects\":[]}\n]\n",
                    errors: ""))
    }

    @Test("nothing to check is not all valid", arguments: ["id", "verify"])
    func nothing(_ command: String) throws {
        #expect(
            try Binary.run(["event", command], input: "")
                == Outcome(
                    status: 5, output: "",
                    errors: """
                        buzzctl: found no event in standard input: there is no line that is not blank
                        Write one event a line.

                        """))
    }

    @Test("hostile text can't steer the terminal")
    func safe() throws {
        let outcome = try Binary.run(["event", "id", "\u{1B}[2J"])
        #expect(outcome.errors.hasPrefix("buzzctl: cannot open \\u{1B}[2J: no such file or directory\n"))
    }
}
