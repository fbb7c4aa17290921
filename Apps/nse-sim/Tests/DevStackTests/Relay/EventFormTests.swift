import DevStack
import NostrCore
import Testing

/// What is wrong with an event before any rule is asked.
@Suite struct EventFormTests {
    private func sign(_ relay: TestRelay, _ keys: KeyPair) throws -> Event {
        try relay.event(0, [], "{}", by: keys)
    }

    @Test func aWrongIDIsNamedWithTheRightOne() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let event = try sign(relay, keys)
        let text = String(decoding: event.serialized(), as: UTF8.self)
        let altered = text.replacing("\"content\":\"{}\"", with: "\"content\":\"[]\"")
        let computed = try EventTemplate(kind: 0, createdAt: relay.clock.now, content: "[]").id(
            author: keys.publicKey)
        let answer = try await relay.post("/events", altered, by: keys)
        #expect(answer.status == 400)
        #expect(answer.error == "invalid: invalid event id: computed \(computed.hex), got \(event.id.hex)")
    }

    @Test func aWrongSignatureIsRefused() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let event = try sign(relay, keys)
        let other = try relay.event(0, [], "[]", by: keys)
        let text = String(decoding: event.serialized(), as: UTF8.self)
        let forged = text.replacing(event.signature.hex, with: other.signature.hex)
        let answer = try await relay.post("/events", forged, by: keys)
        #expect(answer == Answer(400, "{\"error\":\"invalid: invalid schnorr signature\"}"))
    }

    // A12: lowercase hexadecimal only.
    @Test(arguments: ["id", "pubkey", "sig"])
    func upperCaseIsRefused(_ member: String) async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let event = try sign(relay, keys)
        let value =
            ["id": event.id.hex, "pubkey": event.pubkey.hex, "sig": event.signature.hex][member] ?? ""
        let text = String(decoding: event.serialized(), as: UTF8.self)
        let answer = try await relay.post(
            "/events",
            text.replacing("\"\(member)\":\"\(value)\"", with: "\"\(member)\":\"\(value.uppercased())\""),
            by: keys)
        #expect(answer.status == 400)
        #expect(answer.error.hasPrefix("invalid event JSON: member \"\(member)\""))
    }

    @Test(arguments: ["", "{", "[]", "null", "{}", "{\"id\":1,\"id\":2}", "[1,2]"])
    func whatIsNoEventIsRefused(_ body: String) async throws {
        let relay = try await TestRelay()
        let answer = try await relay.post("/events", body, by: try KeyPair.random())
        #expect(answer.status == 400)
        #expect(answer.error.hasPrefix("invalid event JSON: "))
    }
}
