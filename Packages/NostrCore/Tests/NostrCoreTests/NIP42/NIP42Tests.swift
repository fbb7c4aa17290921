import NostrCore
import Testing

private let relay = "wss://r.example"

private func answer(
    kind: UInt16 = 22242, createdAt: Int64 = time,
    tags: [[String]] = [["relay", relay], ["challenge", "c1"]]
) throws -> Event {
    try signed(kind: kind, createdAt: createdAt, tags: tags, content: "")
}

private func verify(_ event: Event, now: Int64 = time) throws(NIP42Error) -> VerifiedEvent {
    try NIP42.verify(event, challenge: "c1", relay: relay, now: now)
}

@Suite struct NIP42RefusalTests {
    /// Each row repairs the fault of the one before it, so the order of the checks shows.
    @Test("faults are found in order")
    func order() throws {
        #expect(throws: NIP42Error.wrongKind(1)) { try verify(answer(kind: 1, createdAt: 0, tags: [])) }
        #expect(throws: NIP42Error.timestamp(delta: -61)) {
            try verify(answer(createdAt: time - 61, tags: []))
        }
        #expect(throws: NIP42Error.missingTag("challenge")) { try verify(answer(tags: [["challenge"]])) }
        #expect(throws: NIP42Error.duplicateTag("challenge")) {
            try verify(answer(tags: [["challenge", "c1"], ["challenge", "c1"]]))
        }
        #expect(throws: NIP42Error.challengeMismatch) { try verify(answer(tags: [["challenge", "c0"]])) }
        #expect(throws: NIP42Error.missingTag("relay")) { try verify(answer(tags: [["challenge", "c1"]])) }
        #expect(throws: NIP42Error.duplicateTag("relay")) {
            try verify(
                answer(tags: [["challenge", "c1"], ["relay", relay], ["relay", "wss://evil.example"]]))
        }
        #expect(throws: NIP42Error.relayMismatch(found: "wss://evil.example", expected: relay)) {
            try verify(answer(tags: [["challenge", "c1"], ["relay", "wss://evil.example"]]))
        }
        #expect(throws: Never.self) { try verify(answer()) }
    }

    @Test("a forged answer")
    func forged() throws {
        let altered = try Event.parse(answer().text.replacing(first: "\"c1\"", with: "\"c2\""))
        #expect {
            try NIP42.verify(altered, challenge: "c2", relay: relay, now: time)
        } throws: { error in
            guard case .invalid(.idMismatch)? = error as? NIP42Error else { return false }
            return true
        }
    }

    @Test(
        "another challenge", arguments: ["", "c", "c11", "C1", "c1 ", "c\u{661}"])
    func challenges(challenge: String) throws {
        #expect(throws: NIP42Error.challengeMismatch) {
            try verify(answer(tags: [["relay", relay], ["challenge", challenge]]))
        }
    }

    @Test("60 seconds either way, inclusive; far clocks don't trap")
    func window() throws {
        for delta in [-60, 0, 60] as [Int64] {
            #expect(throws: Never.self) { try verify(answer(createdAt: time + delta)) }
        }
        for delta in [-61, 61] as [Int64] {
            #expect(throws: NIP42Error.timestamp(delta: delta)) {
                try verify(answer(createdAt: time + delta))
            }
        }
        for now in [Int64.min, .max] {
            #expect(throws: NIP42Error.self) { try verify(answer(), now: now) }
        }
    }

    @Test("the expected relay is not told to the other side")
    func descriptions() {
        let errors: [NIP42Error] = [
            .wrongKind(1), .invalid(.invalidSignature), .timestamp(delta: 61), .missingTag("relay"),
            .duplicateTag("relay"), .challengeMismatch,
            .relayMismatch(found: "wss://a.example", expected: "ws://10.0.0.1"),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(errors.allSatisfy { !$0.description.contains("10.0.0.1") })
    }
}

@Suite struct NIP42RelayTests {
    @Test(
        "two URLs that name different relays, or nothing",
        arguments: [
            ("wss://r.example:8443", relay), ("wss://r.example/x", relay), ("ws://r.example", relay),
            ("https://r.example", relay), ("wss://r.example.evil.example", relay),
            ("wss://r.example//", relay),
            ("wss://r.example?a", relay), ("wss://r.example#a", relay), ("wss://evil@r.example", relay),
            ("r.example", relay), ("", relay), ("wss://r.example/X", "wss://r.example/x"),
            ("ws://::1:3030", "ws://[::1]:3030"), ("ws://::1:3030", "ws://::1:3030"),
            ("ws://[::2]:3030", "ws://[::1]:3030"), ("ws://[::1]:3031", "ws://[::1]:3030"),
            ("ws://[::1", "ws://[::1]"), ("ws://[1::1::1]", "ws://[1:0:0:1::1]"),
            ("ws://[0:0:0:0:0:0:0:0:1]", "ws://[::1]"), ("ws://[00000::1]", "ws://[::1]"),
            ("ws://[:::1]", "ws://[::1]"), ("ws://[0:0:0:0:0:0:1]", "ws://[::1]"),
            ("ws://[::g]", "ws://[::1]"),
            ("ws://[1:2:3:4:5:6:7::8]", "ws://[1:2:3:4:5:6:7:8]"), ("ws://[::1.2.3]", "ws://[::1.2.3.0]"),
            ("ws://[::256.0.0.1]", "ws://[::100.0.0.1]"), ("ws://[::01.2.3.4]", "ws://[::1.2.3.4]"),
            ("ws://[::1%25lo]", "ws://[::1]"), ("ws://localhost", "ws://[::1]"),
            ("ws://localhost", "ws://127.0.0.2"),
            ("ws://127.1", "ws://127.0.0.1"), ("ws://localhost.", "ws://127.0.0.1"),
        ])
    func different(stated: String, configured: String) throws {
        #expect(!NIP42.isSameRelay(stated, configured))
        #expect(!NIP42.isSameRelay(configured, stated))
        let event = try answer(tags: [["relay", stated], ["challenge", "c1"]])
        #expect(throws: NIP42Error.relayMismatch(found: stated, expected: configured)) {
            try NIP42.verify(event, challenge: "c1", relay: configured, now: time)
        }
    }

    @Test(
        "F01, F02 two spellings of one relay",
        arguments: [
            (relay, relay), ("wss://r.example/", relay), ("WSS://R.EXAMPLE:443", relay),
            ("wss://r.example:443/", relay), ("ws://r.example:80", "ws://r.example"),
            ("wss://r.example/relay/", "wss://r.example/relay"),
            ("ws://[0:0:0:0:0:0:0:1]:3030/", "ws://[::1]:3030"), ("ws://[0::0001]", "ws://[::1]"),
            ("ws://[::]", "ws://[0:0:0:0:0:0:0:0]"), ("ws://[2001:DB8::A]", "ws://[2001:db8:0:0::a]"),
            ("ws://[::ffff:1.2.3.4]", "ws://[::ffff:102:304]"), ("ws://[1::]", "ws://[1:0:0:0:0:0:0:0]"),
            ("ws://localhost:3000", "ws://127.0.0.1:3000"), ("ws://LOCALHOST", "ws://127.0.0.1/"),
        ])
    func same(stated: String, configured: String) throws {
        #expect(NIP42.isSameRelay(stated, configured))
        #expect(NIP42.isSameRelay(configured, stated))
        let event = try answer(tags: [["relay", stated], ["challenge", "c1"]])
        let verified = try NIP42.verify(event, challenge: "c1", relay: configured, now: time)
        #expect(verified.author.hex == p1)
    }

    @Test("the client's answer is accepted and says only what it must")
    func roundTrip() async throws {
        let keys = try KeyPair.random()
        let event = try await NIP42.event(challenge: "c1", relay: relay, now: time, signer: keys)
        #expect(event.kind == 22242)
        #expect(event.content.isEmpty)
        #expect(event.tags == [["relay", relay], ["challenge", "c1"]])
        #expect(try verify(event, now: time + 60).author == keys.publicKey)
    }
}
