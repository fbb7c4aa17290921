import AgentCards
import DeepLinks
import NostrCore
import Testing

/// A card's members as JSON texts, so that a row changes one of them; nil leaves it out.
func cardText(
    id: String? = "\"x\"", name: String? = "\"Notes\"", avatarUrl: String? = "\"https://a.example/x.png\"",
    more: String = ""
) -> String {
    let members = [("id", id), ("name", name), ("avatarUrl", avatarUrl)].compactMap { key, value in
        value.map { "\"\(key)\":\($0)" }
    }
    return "{\(members.joined(separator: ","))\(more)}"
}

@Suite struct AgentCardTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: [UInt8]
        let error: AgentCardError

        init(_ name: String, _ text: String, _ error: AgentCardError) {
            self.init(name, Array(text.utf8), error)
        }

        init(_ name: String, _ text: [UInt8], _ error: AgentCardError) {
            testDescription = name
            self.text = text
            self.error = error
        }
    }

    static func json(_ reason: JSONError.Reason, at offset: Int) -> AgentCardError {
        .malformed(JSONError(reason, at: offset))
    }

    static let deep = String(repeating: "[", count: 64)
    static let bracket = "',' or the closing bracket"

    static let rows = [
        Row("L01 a number for the name", cardText(name: "5"), .wrongType(.name, found: "an integer")),
        Row("L01 no name", cardText(name: nil), .missing(.name)),
        Row("L01 an empty name", cardText(name: "\"\""), .empty(.name)),
        Row("L01 an array", "[\(cardText())]", .notAnObject(found: "an array")),
        Row("L01 two objects", "{} {}", json(.trailingData, at: 3)),
        Row(
            "L01 not UTF-8", Array("{\"id\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
            json(.invalidUTF8, at: 7)),
        Row("no id", cardText(id: nil), .missing(.id)),
        Row("no avatarUrl", cardText(avatarUrl: nil), .missing(.avatarUrl)),
        Row("an empty id", cardText(id: "\"\""), .empty(.id)),
        Row("an empty avatarUrl", cardText(avatarUrl: "\"\""), .empty(.avatarUrl)),
        Row("null for the name", cardText(name: "null"), .wrongType(.name, found: "null")),
        Row("an object for the id", cardText(id: "{\"id\":\"x\"}"), .wrongType(.id, found: "an object")),
        Row(
            "an array for the instructions", cardText(more: ",\"instructions\":[\"a\"]"),
            .wrongType(.instructions, found: "an array")),
        Row(
            "a boolean for the model", cardText(more: ",\"model\":false"),
            .wrongType(.model, found: "a boolean")),
        Row(
            "a number for the effort", cardText(more: ",\"reasoningEffort\":1.5"),
            .wrongType(.reasoningEffort, found: "a number that is not an integer")),
        Row(
            "the name only inside another member", cardText(name: nil, more: ",\"v\":{\"name\":\"a\"}"),
            .missing(.name)),
        Row("the name in another case", cardText(name: nil, more: ",\"Name\":\"a\""), .missing(.name)),
        Row("L05 name twice", cardText(more: ",\"name\":\"b\""), .repeated(.name, offset: 63)),
        Row("L05 name twice, escaped", cardText(more: ",\"n\\u0061me\":\"b\""), .repeated(.name, offset: 63)),
        Row("name twice, alike", cardText(more: ",\"name\":\"Notes\""), .repeated(.name, offset: 63)),
        Row(
            "model twice, first null", cardText(more: ",\"model\":null,\"model\":\"m\""),
            .repeated(.model, offset: 76)),
        Row("another id", cardText(id: "\"y\""), .wrongID(expected: "x", found: "y")),
        Row("the id in another case", cardText(id: "\"X\""), .wrongID(expected: "x", found: "X")),
        Row("the empty text", "", json(.unexpectedEnd(expected: "a value"), at: 0)),
        Row("white space", " \n", json(.unexpectedEnd(expected: "a value"), at: 2)),
        Row("an HTML page", "<!doctype html>", json(.unexpectedByte(0x3C, expected: "a value"), at: 0)),
        Row("a byte order mark", "\u{FEFF}{}", json(.unexpectedByte(0xEF, expected: "a value"), at: 0)),
        Row("null", "null", .notAnObject(found: "null")),
        Row("a string", "\"{}\"", .notAnObject(found: "a string")),
        Row("a cut-off object", "{\"id\":\"x\"", json(.unexpectedEnd(expected: bracket), at: 9)),
        Row("a cut-off string", "{\"id\":\"x", json(.unexpectedEnd(expected: "'\"'"), at: 8)),
        Row(
            "a string that ends in a backslash", "{\"id\":\"x\\",
            json(.unexpectedEnd(expected: "an escape"), at: 9)),
        Row("a comma before the end", "{\"a\":1,}", json(.unexpectedByte(0x7D, expected: "a key"), at: 7)),
        Row(
            "a comma before an array's end", "{\"a\":[1,]}",
            json(.unexpectedByte(0x5D, expected: "a value"), at: 8)),
        Row("a key without quotes", "{a:1}", json(.unexpectedByte(0x61, expected: "a key"), at: 1)),
        Row("a number as key", "{1:1}", json(.unexpectedByte(0x31, expected: "a key"), at: 1)),
        Row("no colon", "{\"a\" 1}", json(.unexpectedByte(0x31, expected: "':'"), at: 5)),
        Row("no value", "{\"a\":}", json(.unexpectedByte(0x7D, expected: "a value"), at: 5)),
        Row("the wrong bracket", "{\"a\":[1}", json(.unexpectedByte(0x7D, expected: bracket), at: 7)),
        Row("a short literal", "{\"a\":nul}", json(.unexpectedByte(0x7D, expected: "null"), at: 8)),
        Row("a long literal", "{\"a\":nulll}", json(.unexpectedByte(0x6C, expected: bracket), at: 9)),
        Row("half a pair", "{\"v\":\"\\ud83d\"}", json(.loneSurrogate, at: 6)),
        Row(
            "a raw tab", "{\"v\":\"\t\"}",
            json(.unexpectedByte(9, expected: "an escape for a control character"), at: 6)),
        Row("nested 65 deep", "{\"v\":\(deep)", json(.tooDeep(limit: 64), at: 68)),
        Row(
            "over 2 MiB", [UInt8](repeating: 0x20, count: 2_097_153),
            json(.tooLong(limit: 2_097_152), at: 2_097_152)),
        Row("L07 http", cardText(avatarUrl: "\"http://a.example/x\""), .avatar(.notHTTPS)),
        Row("L07 credentials", cardText(avatarUrl: "\"https://u:p@h/x\""), .avatar(.hasCredentials)),
        Row("L07 no host", cardText(avatarUrl: "\"https:///x\""), .avatar(.noHost)),
        Row("L07 javascript", cardText(avatarUrl: "\"javascript:1\""), .avatar(.notHTTPS)),
        Row("L07 no scheme", cardText(avatarUrl: "\"//h/x\""), .avatar(.notHTTPS)),
    ]

    @Test("cards refused", arguments: rows)
    func refused(_ row: Row) throws {
        let link = try AgentLink(card: "x")
        #expect(throws: row.error) { try AgentCard(parsing: row.text, for: link) }
        #expect(
            row.error.description.contains(" Ask its sender") || row.error.description.contains(" Ask for a"))
    }

    @Test(
        "cards with members that are not read",
        arguments: [
            "", ",\"v\":1", ",\"v\":{\"a\":[null,true,-0.5e3]}", ",\"x\":1,\"x\":2", ",\"x\":1,\"\\u0078\":1",
            ",\"v\":{\"name\":1,\"name\":2,\"a\":{\"a\":1,\"a\":[]}}", ",\"description\":[{\"x\":1,\"x\":1}]",
            ",\"description\":null", ",\"NAME\":5", ",\"nam\u{E9}\":5", ",\"\":\"\"", " , \"v\" : [ ] \n",
            ",\"instructions\":null,\"model\":null,\"reasoningEffort\":null",
        ])
    func ignored(more: String) throws {
        let card = try AgentCard(parsing: Array(cardText(more: more).utf8), for: AgentLink(card: "x"))
        #expect(card.id == "x")
        #expect(card.name == "Notes")
        #expect(card.avatar.text == "https://a.example/x.png")
        #expect(card.instructions == nil)
        #expect(card.model == nil)
        #expect(card.reasoningEffort == nil)
    }

    @Test(
        "members that are not read, up to the greatest length",
        arguments: [
            ("[0", ",0", "]"), ("0", ",\"v\":0", ""), ("\"", "\\n", "\""), ("{\"\":0", ",\"\":{}", "}"),
        ])
    func largest(start: String, unit: String, end: String) throws {
        let empty = cardText(more: ",\"v\":\(start)\(end)")
        let count = (AgentCard.maximumBytes - empty.utf8.count) / unit.utf8.count
        let text = cardText(more: ",\"v\":\(start)\(String(repeating: unit, count: count))\(end)")
        #expect(text.utf8.count <= AgentCard.maximumBytes)
        #expect(try AgentCard(parsing: Array(text.utf8), for: AgentLink(card: "x")).name == "Notes")
    }

    @Test("all that is read")
    func whole() throws {
        let text = """
             { "id" : "\\u00fc", "name":"A\\tB", "avatarUrl":"https:\\/\\/a.example/x", "instructions":"",
              "model":"m", "reasoningEffort":"high" }
            """
        let card = try AgentCard(parsing: Array(text.utf8), for: AgentLink(card: "\u{FC}"))
        #expect(card.name == "A\tB")
        #expect(card.instructions == "")
        #expect(card.model == "m")
        #expect(card.reasoningEffort == "high")
    }

    @Test("L06 the id is compared as bytes")
    func idBytes() throws {
        let found = "u\u{308}"
        let link = try AgentLink(card: "\u{FC}")
        #expect(throws: AgentCardError.wrongID(expected: "\u{FC}", found: found)) {
            try AgentCard(parsing: Array(cardText(id: "\"\(found)\"").utf8), for: link)
        }
    }

    @Test("an error's text holds nothing of the card")
    func descriptions() throws {
        let secret = "s3cret"
        let cards = [
            cardText(id: "\"\(secret)\""), cardText(avatarUrl: "\"http://\(secret)/\""),
            "{\"\(secret)\":\(secret)", "\"\(secret)\"", cardText(name: "[\"\(secret)\"]"),
        ]
        let link = try AgentLink(card: "x")
        for text in cards {
            do throws(AgentCardError) {
                _ = try AgentCard(parsing: Array(text.utf8), for: link)
                Issue.record("accepted \(text)")
            } catch {
                #expect(!error.description.contains(secret))
            }
        }
    }
}

@Suite struct AvatarURLTests {
    @Test(
        "addresses refused",
        arguments: [
            ("", .notHTTPS), ("https:/h/x", .notHTTPS), ("https:h", .notHTTPS),
            ("data:image/png,x", .notHTTPS),
            ("https://", .noHost), ("https://?x", .noHost), ("https://#x", .noHost),
            ("https://:443/", .noHost),
            ("https://./x", .noHost), ("https://[]/x", .noHost), ("https://[::1/x", .noHost),
            ("https://[x]/", .noHost), ("https://a[b]/", .noHost),
            ("https://@h/x", .hasCredentials), ("https://u@h", .hasCredentials),
            ("https://h:x/", .badPort), ("https://h:0/", .badPort), ("https://h:65536/", .badPort),
            ("https://h:1:2/", .badPort), ("https://[::1]x/", .badPort), ("https://h:999999/", .badPort),
            (" https://h/x", .forbiddenByte(offset: 0)), ("https://h/x y", .forbiddenByte(offset: 11)),
            ("https://h/\n", .forbiddenByte(offset: 10)), ("https://h\\@e/", .forbiddenByte(offset: 9)),
            ("https://\u{FC}.example/", .forbiddenByte(offset: 8)),
            ("https://h/\u{0}", .forbiddenByte(offset: 10)),
            ("https://h/" + String(repeating: "x", count: 8_183), .tooLong(bytes: 8_193)),
        ] as [(String, AvatarURLError)])
    func refused(text: String, error: AvatarURLError) {
        #expect(throws: error) { try AvatarURL(text) }
        #expect(!error.description.isEmpty)
    }

    @Test(
        "addresses accepted, as they stand",
        arguments: [
            "https://h", "HTTPS://H.example/x.png", "https://my_bucket.example:8443/a%20b?x=@#y",
            "https://[2001:db8::1]:443/x", "https://h:/x", "https://h/a@b:c",
        ])
    func accepted(text: String) throws {
        #expect(try AvatarURL(text).text == text)
    }
}
