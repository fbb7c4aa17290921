import NostrCore
import Testing

@Suite struct EventRefusalTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let error: EventError
        init(_ name: String, _ text: String, _ error: EventError) {
            testDescription = name
            self.text = text
            self.error = error
        }

        /// A member of the wrong kind; the offset is found in the text.
        init(_ name: String, _ text: String, invalid member: String, _ expected: String, at value: String) {
            let bytes = Array(text.utf8)
            let key = bytes.firstRange(of: Array("\"\(member)\":".utf8))?.upperBound ?? 0
            let offset = bytes[key...].firstRange(of: Array(value.utf8))?.lowerBound ?? -1
            self.init(name, text, .invalid(member: member, expected: expected, offset: offset))
        }
    }

    static let id = "64 lowercase hexadecimal digits"
    static let sig = "128 lowercase hexadecimal digits"
    static let tags = "arrays of one or more strings"
    static let kind = "an integer in 0...65535"
    static let createdAt = "an integer in 0...9007199254740991"

    static func badID(_ name: String, _ value: String) -> Row {
        Row(name, eventText(id: value), invalid: "id", id, at: value)
    }
    static func badKind(_ value: String) -> Row {
        Row("A10 kind \(value)", eventText(kind: value), invalid: "kind", kind, at: value)
    }
    static func badTime(_ value: String) -> Row {
        Row("created_at \(value)", eventText(createdAt: value), invalid: "created_at", createdAt, at: value)
    }
    static func badTags(_ name: String, _ value: String, at place: String) -> Row {
        Row(name, eventText(tags: value), invalid: "tags", tags, at: place)
    }

    static let rows: [Row] = [
        Row("no id", eventText(id: nil), .missing(member: "id")),
        Row("no pubkey", eventText(pubkey: nil), .missing(member: "pubkey")),
        Row("no created_at", eventText(createdAt: nil), .missing(member: "created_at")),
        Row("no kind", eventText(kind: nil), .missing(member: "kind")),
        Row("no tags", eventText(tags: nil), .missing(member: "tags")),
        Row("no content", eventText(content: nil), .missing(member: "content")),
        Row("A09 no sig", eventText(sig: nil), .missing(member: "sig")),
        Row("nothing at all", "{}", .missing(member: "id")),
        Row("a key that Unicode calls a letter apart", #"{"i\#u{307}d":1}"#, .missing(member: "id")),
        Row(
            "a key with a NUL before it",
            eventText(content: nil).replacing(first: "{", with: #"{"\u0000content":"x","#),
            .missing(member: "content")),
        Row("an array", "[]", .notAnObject),
        Row("a string", "\"x\"", .notAnObject),
        Row("null", "null", .notAnObject),
        Row("nothing", "", .json(JSONError(.unexpectedEnd(expected: "an object"), at: 0))),
        Row("an array left open", "[", .json(JSONError(.unexpectedEnd(expected: "a value or ']'"), at: 1))),
        Row(
            "text behind it", eventText() + "x",
            .json(JSONError(.trailingData, at: eventText().utf8.count))),
        badID("id null", "null"), badID("id a number", "5"), badID("id an object", #"{"a":1}"#),
        badID("id empty", "\"\""), badID("id of 63 digits", "\"\(hex64("a").dropLast())\""),
        badID("id of 65 digits", "\"\(hex64("a"))a\""), badID("A12 id in upper case", "\"\(hex64("A"))\""),
        badID("A13 a combining mark", "\"\(String(repeating: "a", count: 62))\u{301}\""),
        badID("A13 full-width digits", "\"\(String(repeating: "a", count: 58))\u{FF11}\u{FF12}\""),
        badID("A13 Arabic-Indic digits", "\"\(hex64("\u{661}"))\""),
        badID("32 Arabic-Indic digits, 64 bytes", "\"\(String(repeating: "\u{661}", count: 32))\""),
        badID("id with a space", "\" \(hex64("a").dropFirst())\""),
        badID("id with 0x", "\"0x\(hex64("a").dropLast(2))\""),
        Row(
            "A12 pubkey in upper case", eventText(pubkey: "\"\(p1.uppercased())\""), invalid: "pubkey", id,
            at: "\""),
        Row(
            "pubkey an npub",
            eventText(pubkey: "\"npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d\""),
            invalid: "pubkey", id, at: "\""),
        Row(
            "A12 sig in upper case", eventText(sig: "\"\(hex64("A"))\(hex64("0"))\""), invalid: "sig", sig,
            at: "\""),
        Row("sig of 64 digits", eventText(sig: "\"\(hex64("a"))\""), invalid: "sig", sig, at: "\""),
        badKind("65536"), badKind("65537"), badKind("-1"), badKind("9.0"), badKind("9e0"), badKind("-0"),
        badKind("\"9\""), badKind("null"), badKind("[9]"), badKind("18446744073709551625"),
        badTime("-1"), badTime("-0"), badTime("1.5"), badTime("1e9"), badTime("9007199254740992"),
        badTime("9223372036854775808"), badTime("\"1700000000\""), badTime("true"),
        badTags("A09 null in a tag", #"[["p","\#(p1)",null]]"#, at: "null"),
        badTags("A09 an empty tag", "[[]]", at: "[]"),
        badTags("A09 a string for a tag", #"["e"]"#, at: "\"e\""),
        badTags("A09 a number in a tag", #"[["e",1]]"#, at: "1"),
        badTags("an array in a tag", #"[["e",["x"]]]"#, at: "[\"x\"]"),
        badTags("an object for a tag", #"[["a","b"],{"e":"x"}]"#, at: "{\"e\""),
        Row(
            "tags an object", eventText(tags: #"{"0":["e"]}"#), invalid: "tags", "an array of arrays", at: "{"
        ),
        Row("tags null", eventText(tags: "null"), invalid: "tags", "an array of arrays", at: "null"),
        Row(
            "A09 content an object", eventText(content: #"{"name":"x"}"#), invalid: "content", "a string",
            at: "{"),
        Row("A09 content null", eventText(content: "null"), invalid: "content", "a string", at: "null"),
    ]

    @Test("refused with the member named", arguments: rows)
    func refused(_ row: Row) {
        #expect(throws: row.error) { try Event.parse(row.text) }
        #expect(!row.error.description.isEmpty)
    }

    @Test("A04 raw control characters are no JSON", arguments: [0x00, 0x01, 0x0A, 0x1F] as [UInt8])
    func rawControl(byte: UInt8) {
        let text = eventText(content: "\"a\(Character(Unicode.Scalar(byte)))b\"")
        #expect {
            try Event.parse(text)
        } throws: { error in
            guard case .json(let json)? = error as? EventError,
                case .unexpectedByte(byte, _) = json.reason
            else { return false }
            return true
        }
    }

    @Test("A14 half of a surrogate pair is refused", arguments: [#""\ud83e""#, #""\udee1\ud83e""#])
    func halfPair(content: String) {
        #expect {
            try Event.parse(eventText(content: content))
        } throws: { error in
            guard case .json(let json)? = error as? EventError else { return false }
            return json.reason == .loneSurrogate
        }
    }

    @Test("A11 a second content is refused, however spelled", arguments: ["content", #"c\u006fntent"#])
    func secondContent(key: String) throws {
        let text = try signed(content: "yes").text.dropLast() + ",\"\(key)\":\"no\"}"
        #expect {
            try Event.parse(String(text))
        } throws: { error in
            guard case .json(let json)? = error as? EventError else { return false }
            return json.reason == .duplicateKey("content")
        }
    }

    @Test("every required member is refused when given twice")
    func secondMember() throws {
        let event = try signed()
        let members = [
            "\"id\":\"\(event.id)\"", "\"pubkey\":\"\(p1)\"", "\"created_at\":\(time)", "\"kind\":9",
            "\"tags\":[]",
            "\"content\":\"x\"", "\"sig\":\"\(event.signature)\"", "\"unknown\":{\"a\":1,\"a\":1}",
            "\"unknown\":1,\"unkn\\u006fwn\":1",
        ]
        for member in members {
            #expect(throws: EventError.self, "\(member)") {
                try Event.parse(String(event.text.dropLast()) + "," + member + "}")
            }
        }
    }

    @Test("size and depth are bounded")
    func bounds() throws {
        let text = eventText()
        let limit = text.utf8.count
        #expect(throws: Never.self) { try Event.parse(text, maximumBytes: limit) }
        #expect(throws: EventError.json(JSONError(.tooLong(limit: limit - 1), at: limit - 1))) {
            try Event.parse(text, maximumBytes: limit - 1)
        }
        // The event is one level, so 63 more fit.
        func nested(_ depth: Int) -> String {
            eventText().dropLast() + ",\"x\":" + String(repeating: "[", count: depth)
                + String(repeating: "]", count: depth) + "}"
        }
        #expect(throws: Never.self) { try Event.parse(nested(63)) }
        #expect {
            try Event.parse(nested(64))
        } throws: { error in
            guard case .json(let json)? = error as? EventError else { return false }
            return json.reason == .tooDeep(limit: 64)
        }
    }

    @Test("a syntax error behind a wrong member is the one reported")
    func syntaxFirst() {
        #expect(throws: EventError.json(JSONError(.unexpectedEnd(expected: "'\"'"), at: 17))) {
            try Event.parse(#"{"id":5,"kind":"x"#)
        }
    }
}

@Suite struct EventParsingTests {
    @Test("members in any order, with unknown ones and white space")
    func order() throws {
        let event = try signed(tags: [["e", hex64("a")]], content: "hello")
        let text = """
             {
              "sig" : "\(event.signature)", "unknown": {"deep": [1, 2.5, null]},
              "content":"hello" ,\t"tags" : [ [ "e" , "\(hex64("a"))" ] ],
              "\\u006bind": 9, "relays": ["wss://r.example"], "created_at":1700000000,
              "pubkey":"\(p1)", "id":"\\u00\(String(event.id.hex.utf8.first ?? 0, radix: 16))\(event.id.hex.dropFirst())"
             }
            """
        let parsed = try Event.parse(text)
        #expect(parsed == event)
        #expect(try parsed.verify().event == event)
    }

    @Test("the greatest values")
    func extremes() throws {
        let event = try Event.parse(eventText(createdAt: "9007199254740991", kind: "65535"))
        #expect(event.kind == 65535)
        #expect(event.createdAt == Event.maximumCreatedAt)
        let least = try Event.parse(eventText(createdAt: "0", kind: "0"))
        #expect(least.kind == 0)
        #expect(least.createdAt == 0)
    }

    @Test("A08 a time in milliseconds is well-formed")
    func milliseconds() throws {
        let event = try signed(createdAt: 1_700_000_000_000)
        #expect(try Event.parse(event.serialized()).verify().createdAt == 1_700_000_000_000)
    }

    @Test("A12 and A16 tag values are any strings, kept as they came")
    func tagValues() throws {
        let npub = "npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d"
        let tags = [["p", npub], ["e", hex64("A")], ["p", ""], [""], ["x", "\u{0}\n\"\\", "e\u{301}"]]
        let event = try Event.parse(signed(tags: tags).serialized())
        #expect(event.tags.map { $0.map { Array($0.utf8) } } == tags.map { $0.map { Array($0.utf8) } })
        #expect(event.values(ofTag: "p") == [npub, ""])
        #expect(event.firstValue(ofTag: "e") == hex64("A"))
    }

    @Test("tag look-up is by bytes and passes over tags without a value")
    func lookUp() throws {
        let event = try signed(tags: [
            ["d"], ["é", "1"], ["d", "x", "y"], ["d", "z"], ["D", "Z"], ["\"", "q"],
        ])
        #expect(event.firstValue(ofTag: "d") == "x")
        #expect(event.values(ofTag: "d") == ["x", "z"])
        #expect(event.tagCount(named: "d") == 3)
        #expect(event.firstValue(ofTag: "D") == "Z")
        #expect(event.firstValue(ofTag: "\"") == "q")
        #expect(event.firstValue(ofTag: "e\u{301}") == nil)
        #expect(event.firstValue(ofTag: "missing") == nil)
        #expect(event.tagCount(named: "missing") == 0)
    }

    @Test("a tag's name is not the spelling of its escapes")
    func escapedNames() throws {
        let event = try signed(tags: [
            ["\n", "line"], ["\\n", "letters"], ["\u{1}", "control"], ["a\"b", "quote"],
        ])
        #expect(event.firstValue(ofTag: "\n") == "line")
        #expect(event.firstValue(ofTag: "\\n") == "letters")
        #expect(event.firstValue(ofTag: "\u{1}") == "control")
        #expect(event.firstValue(ofTag: "\\u0001") == nil)
        #expect(event.firstValue(ofTag: "a\"b") == "quote")
        #expect(event.firstValue(ofTag: "a\\\"b") == nil)
    }

    @Test("a description shows kind, id and time, never the content")
    func description() throws {
        let event = try signed(content: "the body")
        #expect(event.description.contains(event.id.hex))
        #expect(!event.description.contains("body"))
    }
}
