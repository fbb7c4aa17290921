import DevStack
import NostrCore
import Testing

/// Which check comes first, the quota, the tenant, and the doors that need no signature (spec relay §0, §1.2, §3).
@Suite struct RequestOrderTests {
    private let unmapped = Answer(404, "{\"error\":\"relay: no community is configured for this host\"}")

    @Test(arguments: ["relay.example", "localhost", "127.0.0.1:1", "", "127.0.0.2:PORT"])
    func anotherHostIsRefusedBeforeTheSignature(_ host: String) async throws {
        let relay = try await TestRelay()
        let host = host.replacing("PORT", with: String(relay.relay.port))
        #expect(await relay.send("POST", "/query", ["Host: \(host)"], body: []) == unmapped)
    }

    @Test(arguments: ["localhost:PORT", "127.0.0.1:PORT", "[::1]:PORT", "LOCALHOST:PORT", "localhost:PORT."])
    func loopbackNamesAreOneTenant(_ name: String) async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let event = try await relay.accept(0, [], "{}", by: keys)
        let host = name.replacing("PORT", with: String(relay.relay.port))
        // The URL that counts is the normalized one.
        let signed = host.lowercased().trimmingSuffix(".")
        let body = "[{\"kinds\":[0]}]"
        let header = try await NIP98.header(
            url: "http://\(signed)/query", method: "POST", body: Array(body.utf8), now: relay.clock.now,
            signer: keys)
        let answer = await relay.send(
            "POST", "/query", ["Host: \(host)", "Authorization: \(header)"], body: Array(body.utf8))
        #expect(answer?.events == [event])
    }

    @Test func theQuotaComesBeforeReplayAndBody() async throws {
        let relay = try await TestRelay(callsPerMinute: 2)
        relay.clock.now = 1_700_000_000 / 60 * 60 + 18
        let keys = try KeyPair.random()
        #expect(try await relay.query("[]", by: keys).status == 200)
        #expect(try await relay.post("/count", "[]", by: keys).status == 200)
        let refused = try await relay.query("no JSON", by: keys)
        #expect(refused == Answer(429, "{\"error\":\"rate-limited: quota exceeded; retry in 42s\"}"))
        #expect(try await relay.query("[]", by: try KeyPair.random()).status == 200)
        relay.clock.now += 42
        #expect(try await relay.query("[]", by: keys).status == 200)
    }

    @Test(arguments: [
        ("no JSON", "{", "invalid filters: JSON text ends at byte 1"),
        ("no array", "{}", "invalid filters: member (root): expected an array, found an object"),
        (
            "a prefix", "[{\"ids\":[\"aaaa\"]}]",
            "invalid filters: member [0].ids[0]: expected 64 lowercase hexadecimal digits, found another string"
        ),
        (
            "upper case", "[{\"#p\":[\"\(String(repeating: "A", count: 64))\"]}]",
            "invalid filters: member [0].#p[0]: expected 64 lowercase hexadecimal digits, found another string"
        ),
        (
            "a fraction", "[{\"since\":1.5}]",
            "invalid filters: member [0].since: expected an integer, found a number that is not an integer"
        ),
        (
            "kind too large", "[{\"kinds\":[65536]}]",
            "invalid filters: member [0].kinds[0]: expected an integer in 0...65535, found 65536"
        ),
        (
            "search", "[{\"kinds\":[9],\"search\":\"x\"}]",
            "invalid filters: search is not served by this relay"
        ),
        (
            "before_id that is none", "[{\"kinds\":[9],\"until\":1,\"before_id\":\"x\"}]",
            "before_id must be a 64-char hex event id"
        ),
        (
            "before_id alone", "[{\"kinds\":[9],\"before_id\":\"\(String(repeating: "a", count: 64))\"}]",
            "before_id requires until to be set"
        ),
    ])
    func aWrongFilterIsNamed(_ name: String, _ body: String, _ text: String) async throws {
        let relay = try await TestRelay()
        for path in ["/query", "/count"] {
            let answer = try await relay.post(path, body, by: try KeyPair.random())
            #expect(answer.error.hasPrefix(text))
            #expect(answer.status == 400)
        }
    }

    @Test(arguments: [
        ("GET", "/events", 405), ("GET", "/query", 405), ("POST", "/health", 405), ("DELETE", "/", 405),
        ("GET", "/nothing", 404), ("GET", "/queryx", 404), ("OPTIONS", "/query", 204),
    ])
    func pathsAndMethods(_ method: String, _ path: String, _ status: Int) async throws {
        let relay = try await TestRelay()
        #expect(await relay.send(method, path)?.status == status)
    }

    @Test(arguments: [("/health", "ok"), ("/_liveness", "ok"), ("/_readiness", "{\"status\":\"ready\"}")])
    func healthNeedsNoHost(_ path: String, _ text: String) async throws {
        let relay = try await TestRelay()
        #expect(await relay.send("GET", path, ["Host: relay.example"]) == Answer(200, text))
    }

    @Test(arguments: [
        ("at the root", "/", nil, true), ("asked for by name", "/", "application/nostr+json", false),
        ("at info", "/info", nil, false),
    ])
    func tellsAboutItself(_ name: String, _ path: String, _ accept: String?, _ needsHost: Bool) async throws {
        let relay = try await TestRelay()
        let lines = accept.map { ["Accept: text/html, \($0)"] } ?? []
        let answer = await relay.send("GET", path, lines + (needsHost ? [] : ["Host: relay.example"]))
        let information = try RelayInformation(try #require(answer?.json))
        #expect(answer?.status == 200)
        #expect(information.name == "Buzz development relay")
        #expect(information.selfKey == relay.relay.publicKey.bytes)
        #expect(information.supportedNIPs.contains(.number(98)))
        if needsHost { #expect(await relay.send("GET", path, ["Host: relay.example"]) == unmapped) }
    }

    @Test func aBodyOverAMebibyteIsTooLarge() async throws {
        let relay = try await TestRelay()
        let answer = await relay.send("POST", "/events", [], body: [UInt8](repeating: 0x20, count: 1_048_577))
        #expect(answer?.status == 413)
    }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
