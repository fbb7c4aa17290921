import NostrCore
import Testing

private func parse(_ text: String) throws(MessageError) -> ClientMessage {
    try ClientMessage.parse(Array(text.utf8), maximumBytes: 65_536)
}

private func mismatch(_ command: String, _ element: String, _ expected: String, at offset: Int)
    -> MessageError
{
    .mismatch(command: command, element: element, expected: expected, offset: offset)
}

private let idDue = "a string of 1 to 256 bytes"

@Suite struct ClientMessageRefusalTests {
    @Test(
        "no message",
        arguments: [
            ("{}", MessageError.notAMessage), ("null", .notAMessage), ("\"REQ\"", .notAMessage),
            (
                "[]", .notAMessage
            ),
            ("[1]", .notAMessage), ("[[\"REQ\"]]", .notAMessage), (" [null,\"REQ\"] ", .notAMessage),
            ("[\"\"]", .unknownCommand("")), ("[\"req\",\"s\",{}]", .unknownCommand("req")),
            ("[\"OK\",1]", .unknownCommand("OK")),
            ("[\"RE\u{51}\u{301}\",\"s\",{}]", .unknownCommand("RE\u{51}\u{301}")),
            (
                "[\"\(String(repeating: "x", count: 100))\"]",
                .unknownCommand(String(repeating: "x", count: 64))
            ),
            ("", .json(JSONError(.unexpectedEnd(expected: "an array"), at: 0))),
            ("[", .json(JSONError(.unexpectedEnd(expected: "a string"), at: 1))),
            ("[\"REQ\"", .json(JSONError(.unexpectedEnd(expected: "',' or the closing bracket"), at: 6))),
            ("[\"CLOSE\",\"s\"]]", .json(JSONError(.trailingData, at: 13))),
            ("[\"CLOSE\",\"s\",]", .json(JSONError(.unexpectedByte(0x5D, expected: "a value"), at: 13))),
            ("[\"x\",]", .json(JSONError(.unexpectedByte(0x5D, expected: "a value"), at: 5))),
            ("{\"a\":1,\"a\":2}", .json(JSONError(.duplicateKey("a"), at: 7))),
        ])
    func notMessages(text: String, error: MessageError) {
        #expect(throws: error) { try parse(text) }
    }

    @Test(
        "elements that are missing or wrong",
        arguments: [
            ("[\"EVENT\"]", MessageError.missing(command: "EVENT", element: "event")),
            ("[\"EVENT\",\"s\"]", .event(.notAnObject)), ("[\"EVENT\",{}]", .event(.missing(member: "id"))),
            ("[\"AUTH\",\"c1\"]", .event(.notAnObject)),
            ("[\"AUTH\"]", .missing(command: "AUTH", element: "event")),
            ("[\"CLOSE\"]", .missing(command: "CLOSE", element: "subscription id")),
            ("[\"CLOSE\",1]", mismatch("CLOSE", "subscription id", idDue, at: 9)),
            ("[\"CLOSE\", \"\"]", mismatch("CLOSE", "subscription id", idDue, at: 10)),
            (
                "[\"CLOSE\",\"\(String(repeating: "x", count: 257))\"]",
                mismatch("CLOSE", "subscription id", idDue, at: 9)
            ),
            (
                "[\"CLOSE\",\"\(String(repeating: "\u{E9}", count: 129))\"]",
                mismatch("CLOSE", "subscription id", idDue, at: 9)
            ),
            ("[\"REQ\",{}]", mismatch("REQ", "subscription id", idDue, at: 7)),
            ("[\"REQ\",\"s\"]", .missing(command: "REQ", element: "filter")),
            ("[\"COUNT\",\"s\"]", .missing(command: "COUNT", element: "filter")),
            (
                "[\"REQ\",\"s\",{},[]]",
                .filter(.mismatch(path: "[1]", expected: "an object", found: "an array"))
            ),
            (
                "[\"REQ\",\"s\",{\"kinds\":[-1]}]",
                .filter(.mismatch(path: "[0].kinds[0]", expected: "an integer in 0...65535", found: "-1"))
            ),
            (
                "[\"REQ\",\"s\",{\"kinds\":[1],\"kinds\":[2]}]",
                .json(JSONError(.duplicateKey("kinds"), at: 24))
            ),
        ])
    func elements(text: String, error: MessageError) {
        #expect(throws: error) { try parse(text) }
    }

    @Test("an event's fault is told with its place in the whole message")
    func eventOffset() {
        let event = eventText(kind: "65536")
        let offset = Array("[\"EVENT\",\(event)".utf8).firstRange(of: Array("65536".utf8))?.lowerBound ?? 0
        #expect {
            try parse("[\"EVENT\",\(event)]")
        } throws: { error in
            guard case .event(.invalid("kind", _, offset))? = error as? MessageError else { return false }
            return true
        }
    }

    @Test("the caller's limit")
    func limit() {
        let text = Array("[\"CLOSE\",\"s\"]".utf8)
        #expect(throws: MessageError.json(JSONError(.tooLong(limit: 12), at: 12))) {
            try ClientMessage.parse(text, maximumBytes: 12)
        }
        #expect(throws: Never.self) { try ClientMessage.parse(text, maximumBytes: 13) }
    }

    @Test("nesting is bounded")
    func depth() {
        let deep = String(repeating: "[", count: 70)
        #expect(throws: MessageError.self) { try parse("[\"CLOSE\",\"s\",\(deep)") }
        #expect(throws: MessageError.self) { try parse(deep) }
        #expect(throws: MessageError.self) { try parse("[\"REQ\",\"s\",{\"x\":\(deep)") }
    }

    @Test("names that a client may not choose", arguments: ["", String(repeating: "x", count: 65)])
    func names(text: String) {
        #expect(SubscriptionID(text) == nil)
    }
}

@Suite struct ClientMessageTests {
    @Test("compact messages come back byte for byte")
    func roundTrip() throws {
        let event = try signed(tags: [["e", hex64("a")]], content: "a\n\u{1}\u{2028}/").text
        let texts = [
            "[\"EVENT\",\(event)]", "[\"AUTH\",\(event)]", "[\"CLOSE\",\"s\"]", "[\"CLOSE\",\"a\\\"\\\\b\"]",
            "[\"REQ\",\"s\",{}]", "[\"REQ\",\"s\",{\"kinds\":[9],\"limit\":0},{\"#h\":[\"x\"],\"x\":1}]",
            "[\"COUNT\",\"s\",{\"authors\":[]}]",
        ]
        for text in texts {
            let message = try parse(text)
            #expect(String(decoding: message.serialized(), as: UTF8.self) == text)
            #expect(try ClientMessage.parse(message.serialized(), maximumBytes: 65_536) == message)
        }
    }

    @Test("white space and elements to come are passed over")
    func tolerance() throws {
        let id = try #require(SubscriptionID("s"))
        #expect(try parse(" [ \"CLOSE\" , \"s\" , {\"later\":[1]} , 2 ] \n") == .close(id))
        let event = try signed()
        #expect(try parse("[\n\"EVENT\",\n\(event.text)\n]") == .event(event))
    }

    @Test("a name from the other side may be longer than one's own, and is bytes")
    func names() throws {
        let long = String(repeating: "x", count: 256)
        let id = try #require(SubscriptionID(received: long))
        #expect(try parse("[\"CLOSE\",\"\(long)\"]") == .close(id))
        #expect(SubscriptionID(String(repeating: "\u{1F355}", count: 64)) != nil)
        #expect(SubscriptionID("e\u{301}") != SubscriptionID("\u{E9}"))
        // One Character of 65 scalars is still too long.
        #expect(SubscriptionID("e" + String(repeating: "\u{301}", count: 64)) == nil)
        #expect(try SubscriptionID.random() != SubscriptionID.random())
        #expect(try SubscriptionID.random().text.utf8.count == 32)
    }
}
