import HTTPTransport
import NostrCore
import RelayClient
import Testing

/// The relay's HTTP side, against a server that answers what the test says.
struct RelayHTTPTests {
    private static let now = WallClock.now()
    private let keys: KeyPair

    init() throws {
        keys = try KeyPair.random()
    }

    private static func answer(_ status: Int, _ body: String, _ headers: String = "") -> String {
        "HTTP/1.1 \(status) X\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    private func client(_ server: ScriptedServer) throws -> RelayHTTP {
        RelayHTTP(relayURL: try RelayURL(server.url), transport: CurlTransport(), signer: keys)
    }

    private func note(_ content: String) throws -> Event {
        try EventTemplate(kind: 9, createdAt: Self.now, content: content).signed(by: keys)
    }

    // MARK: What is sent

    @Test("each call carries a signature over its URL and its bytes, never the same twice")
    func signature() async throws {
        let server = try ScriptedServer(answering: Self.answer(200, "[]"))
        defer { server.stop() }
        let relay = try client(server)
        for _ in 0..<2 { _ = try await relay.query([Filter(kinds: [9], limit: 10)], now: Self.now) }
        var ids: Set<EventID> = []
        for request in server.requests {
            #expect(request.line == "POST /query HTTP/1.1")
            #expect(request["Content-Type"] == "application/json")
            #expect(request.body == Array(#"[{"kinds":[9],"limit":10}]"#.utf8))
            let event = try NIP98.verify(
                header: request["Authorization"],
                request: .init(url: server.url + "/query", method: "POST", body: request.body),
                now: Self.now, url: .exact, payload: .required)
            #expect(event.author == keys.publicKey)
            ids.insert(event.id)
        }
        #expect(ids.count == 2)
    }

    @Test("a raw query is sent and returned byte for byte, and signed as sent")
    func raw() async throws {
        let server = try ScriptedServer(answering: Self.answer(200, " {\"not\": [an array"))
        defer { server.stop() }
        let body = Array(##"[ {"top_level": true,  "#h": ["x"]} ]"##.utf8)
        let bytes = try await client(server).queryRaw(body, now: Self.now)
        #expect(bytes == Array(" {\"not\": [an array".utf8))
        let request = try #require(server.requests.first)
        #expect(request.body == body)
        _ = try NIP98.verify(
            header: request["Authorization"],
            request: .init(url: server.url + "/query", method: "POST", body: body), now: Self.now,
            url: .exact,
            payload: .required)
    }

    // MARK: Answers to a query

    @Test("a malformed event is set aside with its reason, the others stay (edge case A16)")
    func oneBadEvent() async throws {
        let first = try note("one")
        let second = try note("two")
        let texts = [first, second].map { String(decoding: $0.serialized(), as: UTF8.self) }
        let server = try ScriptedServer(
            answering: Self.answer(200, "[\(texts[0]),{\"kind\":\"9\"},\(texts[1])]"))
        defer { server.stop() }
        let answer = try await client(server).query([Filter(kinds: [9])], now: Self.now)
        #expect(answer.events == [first, second])
        #expect(answer.rejected.map(\.index) == [1])
        for event in answer.events { _ = try event.verify() }
    }

    @Test(
        "a success that is no array of events",
        arguments: [
            "", "{}", "[", "[]x", "null", "<html><body>[]</body></html>", #"{"error":"x"}"#, "[{}", "[,]",
        ])
    func malformed(_ body: String) async throws {
        let server = try ScriptedServer(answering: Self.answer(200, body))
        defer { server.stop() }
        let error = await #expect(throws: RelayHTTPError.self) {
            try await client(server).query([Filter()], now: Self.now)
        }
        guard case .malformedAnswer(let reason) = error else {
            Issue.record("expected malformedAnswer, got \(String(describing: error))")
            return
        }
        #expect(reason.contains("byte"))
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: String
        let expected: RelayHTTPError
    }

    private static let page = "<html><body>{\"error\":\"no\"}</body></html>"

    static let refusals = [
        Refusal(
            testDescription: "a reason", answer: answer(400, #"{"error":"invalid: x"}"#),
            expected: .refused(status: 400, reason: "invalid: x")),
        Refusal(
            testDescription: "a page of a proxy", answer: answer(502, page, "Content-Type: text/html\r\n"),
            expected: .refused(status: 502, reason: "no reason given")),
        Refusal(
            testDescription: "not signed", answer: answer(401, #"{"error":"missing Nostr auth"}"#),
            expected: .refused(status: 401, reason: "missing Nostr auth")),
        Refusal(
            testDescription: "the form with two members",
            answer: answer(
                403, #"{"error":"relay_membership_required","message":"You must be a relay member"}"#),
            expected: .refused(status: 403, reason: "relay_membership_required: You must be a relay member")),
        Refusal(
            testDescription: "another kind of error member", answer: answer(500, #"{"error":{"a":1}}"#),
            expected: .refused(status: 500, reason: "no reason given")),
        Refusal(
            testDescription: "broken JSON", answer: answer(500, #"{"error":"x""#),
            expected: .refused(status: 500, reason: "no reason given")),
        Refusal(
            testDescription: "a repeated member", answer: answer(500, #"{"error":"x","error":"y"}"#),
            expected: .refused(status: 500, reason: "no reason given")),
        Refusal(
            testDescription: "nothing", answer: answer(404, ""),
            expected: .refused(status: 404, reason: "no reason given")),
        Refusal(
            testDescription: "a redirect", answer: answer(302, "", "Location: /x\r\n"),
            expected: .refused(status: 302, reason: "no reason given")),
        Refusal(
            testDescription: "quota with seconds",
            answer: answer(429, #"{"error":"rate-limited: quota exceeded; retry in 17s"}"#),
            expected: .rateLimited(reason: "rate-limited: quota exceeded; retry in 17s", retryAfter: 17)),
        Refusal(
            testDescription: "quota by header", answer: answer(429, "slow down", "Retry-After: 5\r\n"),
            expected: .rateLimited(reason: "no reason given", retryAfter: 5)),
        Refusal(
            testDescription: "quota with a date",
            answer: answer(429, "", "Retry-After: Wed, 21 Oct 2026\r\n"),
            expected: .rateLimited(reason: "no reason given", retryAfter: nil)),
        Refusal(
            testDescription: "quota over any integer",
            answer: answer(429, #"{"error":"retry in 99999999999999999999s"}"#),
            expected: .rateLimited(reason: "retry in 99999999999999999999s", retryAfter: nil)),
        Refusal(
            testDescription: "limiter down",
            answer: answer(503, #"{"error":"rate-limited: shared admission unavailable"}"#),
            expected: .rateLimited(reason: "rate-limited: shared admission unavailable", retryAfter: nil)),
    ]

    @Test("status and reason surface, a page is not read as JSON (edge case F06)", arguments: refusals)
    func refused(_ row: Refusal) async throws {
        let server = try ScriptedServer(answering: row.answer)
        defer { server.stop() }
        let relay = try client(server)
        await #expect(throws: row.expected) { try await relay.query([Filter()], now: Self.now) }
        await #expect(throws: row.expected) { try await relay.count([Filter()], now: Self.now) }
        let event = try note("x")
        await #expect(throws: row.expected) { try await relay.publish(event, now: Self.now) }
    }

    @Test("bounds: size and time")
    func bounds() async throws {
        let large = try ScriptedServer(
            answering: Self.answer(200, "[\"" + String(repeating: "x", count: 1000) + "\"]"))
        let silent = try ScriptedServer { $0.stall() }
        defer {
            large.stop()
            silent.stop()
        }
        await #expect(throws: RelayHTTPError.unreachable(.tooLarge(limit: 1000, declared: 1004))) {
            try await client(large).query([Filter()], now: Self.now, maximumBytes: 1000)
        }
        await #expect(throws: RelayHTTPError.unreachable(.timeout(.total, after: .milliseconds(100)))) {
            try await client(silent).query([Filter()], now: Self.now, timeout: .milliseconds(100))
        }
    }

    // MARK: A kept connection that died

    /// Answers one request per connection and resets the connection under the next.
    private func fragileServer(_ answer: String) throws -> ScriptedServer {
        try ScriptedServer { connection in
            guard connection.request() != nil else { return }
            connection.write(answer)
            _ = connection.request()
            connection.reset()
        }
    }

    @Test("reading is tried once more, signed afresh")
    func readAgain() async throws {
        let server = try fragileServer(Self.answer(200, "[]"))
        defer { server.stop() }
        let relay = try client(server)
        for _ in 0..<2 { #expect(try await relay.query([Filter()], now: Self.now).events.isEmpty) }
        #expect(server.requests.count == 3)
        #expect(Set(server.requests.compactMap { $0["Authorization"] }).count == 3)
    }

    @Test("an event is offered once")
    func offeredOnce() async throws {
        let event = try note("x")
        let server = try fragileServer(
            Self.answer(200, #"{"event_id":"\#(event.id.hex)","accepted":true,"message":""}"#))
        defer { server.stop() }
        let relay = try client(server)
        _ = try await relay.publish(event, now: Self.now)
        let error = await #expect(throws: RelayHTTPError.self) {
            try await relay.publish(event, now: Self.now)
        }
        guard case .unreachable(.connectionLost) = error else {
            Issue.record("expected connectionLost, got \(String(describing: error))")
            return
        }
        #expect(server.requests.count == 2)
    }

    // MARK: Other calls

    @Test(
        "what becomes of an event",
        arguments: [
            (#"{"event_id":"ID","accepted":true,"message":""}"#, true, "", false),
            (#"{"event_id":"ID","accepted":true,"message":"duplicate:"}"#, true, "duplicate:", true),
            (#"{"accepted":true,"event_id":"ID","new":[1]}"#, true, "", false),
            (
                #"{"event_id":"ID","accepted":false,"message":"duplicate: channel already exists"}"#, false,
                "duplicate: channel already exists", true
            ),
        ])
    func published(_ body: String, _ accepted: Bool, _ message: String, _ duplicate: Bool) async throws {
        let event = try note("x")
        let server = try ScriptedServer(
            answering: Self.answer(200, body.replacing("ID", with: event.id.hex)))
        defer { server.stop() }
        let outcome = try await client(server).publish(event, now: Self.now)
        #expect(outcome == PublishOutcome(eventID: event.id, isAccepted: accepted, message: message))
        #expect(outcome.isDuplicate == duplicate)
        #expect(server.requests.map(\.line) == ["POST /events HTTP/1.1"])
        #expect(server.requests.first?.body == event.serialized())
    }

    @Test(
        "answers to an event that make no sense",
        arguments: [
            "[]", "", #"{"accepted":true}"#, #"{"event_id":"ID"}"#, #"{"event_id":"ID","accepted":"yes"}"#,
            #"{"event_id":"OTHER","accepted":true}"#, #"{"event_id":"id","accepted":true}"#,
            #"{"event_id":"ID","accepted":true,"message":5}"#,
        ])
    func publishedBadly(_ body: String) async throws {
        let event = try note("x")
        let other = String(repeating: "0", count: 64)
        let server = try ScriptedServer(
            answering: Self.answer(
                200, body.replacing("ID", with: event.id.hex).replacing("OTHER", with: other)))
        defer { server.stop() }
        let error = await #expect(throws: RelayHTTPError.self) {
            try await client(server).publish(event, now: Self.now)
        }
        guard case .malformedAnswer = error else {
            Issue.record("expected malformedAnswer, got \(String(describing: error))")
            return
        }
    }

    @Test("counts", arguments: [("0", 0), ("9223372036854775807", Int64.max)])
    func counted(_ text: String, _ expected: Int64) async throws {
        let server = try ScriptedServer(answering: Self.answer(200, "{\"count\":\(text)}"))
        defer { server.stop() }
        #expect(try await client(server).count([Filter()], now: Self.now) == expected)
    }

    @Test("no counts", arguments: ["-1", "1.0", "1e3", "\"1\"", "null", "9223372036854775808", "-0"])
    func countedBadly(_ text: String) async throws {
        let server = try ScriptedServer(answering: Self.answer(200, "{\"count\":\(text)}"))
        defer { server.stop() }
        let error = await #expect(throws: RelayHTTPError.self) {
            try await client(server).count([Filter()], now: Self.now)
        }
        guard case .malformedAnswer = error else {
            Issue.record("expected malformedAnswer, got \(String(describing: error))")
            return
        }
    }

    @Test("the relay's document, without an account (edge case F05)")
    func information() async throws {
        let document =
            #"{"id":"x","supported_nips":[1,"9a",null],"supported_extensions":["nip-pl"],"limitation":null,"#
            + #""push":{"origin":"wss://r.example"}}"#
        let server = try ScriptedServer(answering: Self.answer(200, document))
        defer { server.stop() }
        let information = try await RelayHTTP.information(
            of: RelayURL(server.url), transport: CurlTransport())
        #expect(information.supportedNIPs == [.number(1), .name("9a")])
        #expect(information.supportedExtensions == ["nip-pl"])
        #expect(information.push != nil)
        let request = try #require(server.requests.first)
        #expect(request.line == "GET / HTTP/1.1")
        #expect(request["Accept"] == "application/nostr+json")
        #expect(request["Authorization"] == nil)
    }
}
