import NostrCore
import Testing

private func parse(_ text: String) throws(MessageError) -> RelayMessage {
    try RelayMessage.parse(Array(text.utf8), maximumBytes: 65_536)
}

private func mismatch(_ command: String, _ element: String, _ expected: String, at offset: Int)
    -> MessageError
{
    .mismatch(command: command, element: element, expected: expected, offset: offset)
}

private let countDue = "an object with `count`, 0 or more, perhaps `approximate` and 512 digits of `hll`"
private let idDue = "64 lowercase hexadecimal digits"

@Suite struct RelayMessageRefusalTests {
    @Test(
        "elements that are missing or wrong",
        arguments: [
            ("[\"EVENT\",\"s\"]", MessageError.missing(command: "EVENT", element: "event")),
            ("[\"EVENT\",\"s\",{\"kind\":\"9\"}]", .event(.invalid(member: "kind", expected: "", offset: 0))),
            (
                "[\"EVENT\",\(eventText())]",
                mismatch("EVENT", "subscription id", "a string of 1 to 256 bytes", at: 9)
            ),
            ("[\"OK\"]", .missing(command: "OK", element: "event id")),
            ("[\"OK\",\"aa\",true,\"\"]", mismatch("OK", "event id", idDue, at: 6)),
            ("[\"OK\",\"\(hex64("A"))\",true,\"\"]", mismatch("OK", "event id", idDue, at: 6)),
            ("[\"OK\",\"\(hex64("a"))\"]", .missing(command: "OK", element: "verdict")),
            ("[\"OK\",\"\(hex64("a"))\",\"true\",\"\"]", mismatch("OK", "verdict", "true or false", at: 73)),
            ("[\"OK\",\"\(hex64("a"))\",true]", .missing(command: "OK", element: "reason")),
            ("[\"OK\",\"\(hex64("a"))\",true,null]", mismatch("OK", "reason", "a string", at: 78)),
            ("[\"EOSE\"]", .missing(command: "EOSE", element: "subscription id")),
            ("[\"CLOSED\",\"s\"]", .missing(command: "CLOSED", element: "reason")),
            ("[\"NOTICE\"]", .missing(command: "NOTICE", element: "text")),
            ("[\"NOTICE\",1]", mismatch("NOTICE", "text", "a string", at: 10)),
            ("[\"AUTH\",{}]", mismatch("AUTH", "challenge", "a string", at: 8)),
            ("[\"COUNT\",\"s\",3]", mismatch("COUNT", "count", countDue, at: 13)),
            ("[\"COUNT\",\"s\",{}]", mismatch("COUNT", "count", countDue, at: 13)),
            ("[\"COUNT\",\"s\",{\"count\":-1}]", mismatch("COUNT", "count", countDue, at: 13)),
            ("[\"COUNT\",\"s\",{\"count\":1.0}]", mismatch("COUNT", "count", countDue, at: 13)),
            (
                "[\"COUNT\",\"s\",{\"count\":1,\"approximate\":1}]",
                mismatch("COUNT", "count", countDue, at: 13)
            ),
            ("[\"COUNT\",\"s\",{\"count\":1,\"hll\":\"00\"}]", mismatch("COUNT", "count", countDue, at: 13)),
            ("[\"REQ\",\"s\",{}]", .unknownCommand("REQ")),
            (
                "[]", .notAMessage
            ),
        ])
    func elements(text: String, expected: MessageError) {
        #expect {
            try parse(text)
        } throws: { error in
            // Events have tests of their own; here only the member counts.
            if case .event(.invalid(let member, _, _)) = expected,
                case .event(.invalid(member, _, _))? = error as? MessageError
            {
                return true
            }
            return error as? MessageError == expected
        }
    }

    @Test("descriptions differ")
    func descriptions() {
        let errors: [MessageError] = [
            .json(JSONError(.trailingData, at: 1)), .notAMessage, .unknownCommand("X"),
            .missing(command: "OK", element: "reason"), mismatch("OK", "reason", "a string", at: 3),
            .event(.notAnObject), .filter(.missing(path: "x")),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}

@Suite struct RelayMessageTests {
    @Test("compact messages come back byte for byte")
    func roundTrip() throws {
        let event = try signed(tags: [["h", "x"]], content: "a\\\u{7F}\u{301}").text
        let texts = [
            "[\"EVENT\",\"s\",\(event)]", "[\"OK\",\"\(hex64("a"))\",true,\"\"]",
            "[\"OK\",\"\(hex64("a"))\",false,\"blocked: you\"]", "[\"EOSE\",\"s\"]",
            "[\"CLOSED\",\"s\",\"auth-required: x\"]", "[\"NOTICE\",\"\\u0001 a\\nb\"]", "[\"AUTH\",\"\"]",
            "[\"COUNT\",\"s\",{\"count\":9007199254740993}]",
            "[\"COUNT\",\"s\",{\"count\":0,\"approximate\":true,\"hll\":\"\(String(repeating: "0a", count: 256))\"}]",
        ]
        for text in texts {
            let message = try parse(text)
            #expect(String(decoding: message.serialized(), as: UTF8.self) == text)
            #expect(try RelayMessage.parse(message.serialized(), maximumBytes: 65_536) == message)
        }
    }

    @Test("white space, unknown members and elements to come are passed over")
    func tolerance() throws {
        let id = try #require(SubscriptionID("s"))
        #expect(try parse("[ \"EOSE\" , \"s\" , \"more\" ]") == .endOfStored(id))
        #expect(try parse("[\"COUNT\",\"s\",{\"x\":1,\"count\":2}]") == .count(id, EventCount(2)))
    }

    @Test("texts are told apart by their bytes")
    func bytes() throws {
        #expect(RelayMessage.notice("e\u{301}") != .notice("\u{E9}"))
        #expect(RelayReason("e\u{301}") != RelayReason("\u{E9}"))
    }

    @Test("any event in any message comes back", arguments: [0x4D_01, 0x4D_02] as [UInt64])
    func events(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<60 {
            let tags = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
                (0..<Int.random(in: 1...3, using: &generator)).map { _ in generator.string(upTo: 12) }
            }
            let event = try signed(tags: tags, content: generator.string(upTo: 60))
            let name = generator.string(upTo: 40)
            guard let id = SubscriptionID(name) else { continue }
            let messages: [RelayMessage] = [
                .event(id, event), .closed(id, RelayReason(generator.string(upTo: 40))),
                .ok(event.id, accepted: round % 2 == 0, RelayReason(generator.string(upTo: 40))),
                .notice(generator.string(upTo: 40)), .challenge(generator.string(upTo: 40)),
                .count(id, EventCount(Int64.random(in: 0...Int64.max, using: &generator))),
            ]
            for message in messages {
                let read = try RelayMessage.parse(message.serialized(), maximumBytes: 65_536)
                #expect(read == message, "seed \(seed), round \(round)")
                #expect(read.serialized() == message.serialized(), "seed \(seed), round \(round)")
            }
            // A cut text is an error and no trap.
            let whole = messages[round % messages.count].serialized()
            let cut = Array(whole.prefix(Int.random(in: 0..<whole.count, using: &generator)))
            #expect(throws: MessageError.self, "seed \(seed), round \(round)") {
                try RelayMessage.parse(cut, maximumBytes: 65_536)
            }
        }
    }
}

@Suite struct RelayReasonTests {
    @Test(
        "no prefix that is known",
        arguments: [
            "", "invalid", "Invalid: x", " invalid: x", "why: x", ": x", "inv\u{E1}lid: x",
            "invalid\u{301}: x",
        ])
    func none(text: String) {
        let reason = RelayReason(text)
        #expect(reason.prefix == nil)
        #expect(reason.message.utf8.elementsEqual(text.utf8))
        #expect(reason.text.utf8.elementsEqual(text.utf8))
    }

    @Test("every prefix", arguments: RelayReason.Prefix.allCases)
    func known(prefix: RelayReason.Prefix) {
        let made = RelayReason(prefix, "a: b")
        #expect(made.text == "\(prefix.rawValue): a: b")
        let read = RelayReason(made.text)
        #expect(read == made)
        #expect(read.prefix == prefix)
        #expect(read.message == "a: b")
    }

    @Test("the words themselves")
    func words() {
        let words = [
            "duplicate", "pow", "blocked", "rate-limited", "restricted", "invalid", "error", "auth-required",
            "mute",
            "info", "response",
        ]
        #expect(RelayReason.Prefix.allCases.map(\.rawValue) == words)
    }

    @Test(
        "what stands behind the colon",
        arguments: [
            ("error:", ""), ("error: ", ""), ("error:x", "x"), ("error:  x", " x"),
            ("error: \u{301}x", "\u{301}x"),
        ])
    func message(text: String, message: String) {
        #expect(RelayReason(text).prefix == .error)
        #expect(RelayReason(text).message.utf8.elementsEqual(message.utf8))
        #expect(RelayReason(text).text.utf8.elementsEqual(text.utf8))
    }
}
