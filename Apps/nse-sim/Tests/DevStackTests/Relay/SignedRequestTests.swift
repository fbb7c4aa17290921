import DevStack
import NostrCore
import Synchronization
import Testing

/// NIP-98 at the relay's door (spec relay §1.1, edge cases E01 to E07).
@Suite struct SignedRequestTests {
    /// A request to `/query` and what is wrong with its signature.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        var status = 401
        let header: @Sendable (TestRelay, KeyPair, [UInt8]) throws -> String?

        init(
            _ name: String, _ text: String, status: Int = 401,
            _ header: @escaping @Sendable (TestRelay, KeyPair, [UInt8]) throws -> String?
        ) {
            testDescription = name
            self.text = text
            self.status = status
            self.header = header
        }

        /// A signed event with other tags.
        init(
            _ name: String, _ text: String, status: Int = 401, kind: UInt16 = 27235, after seconds: Int64 = 0,
            tags: @escaping @Sendable (_ url: String, _ digest: String) -> [[String]]
        ) {
            self.init(name, text, status: status) { relay, keys, body in
                let url = "http://\(relay.host)/query"
                let tags = tags(url, SHA256.hash(body).hex)
                return NIP98.header(try relay.event(kind, tags, by: keys, after: seconds))
            }
        }
    }

    static let failed = "NIP-98: NIP-98 HTTP Auth verification failed: "
    static let right: @Sendable (String, String) -> [[String]] = { url, digest in
        [["u", url], ["method", "POST"], ["payload", digest]]
    }

    static func base64(_ text: String) -> String { "Nostr " + Base64.encode(Array(text.utf8)) }

    static let refused: [Row] = [
        Row("no header", "missing Nostr auth") { _, _, _ in nil },
        Row("another scheme", "missing Nostr auth") { _, _, _ in "Bearer abc" },
        Row("scheme in lower case", "missing Nostr auth") { _, _, _ in "nostr e30=" },
        Row("no base64", "invalid base64 in Nostr auth") { _, _, _ in "Nostr ***" },
        Row("base64 without padding", "invalid base64 in Nostr auth") { _, _, _ in "Nostr e30" },
        Row("no UTF-8", "invalid UTF-8 in Nostr auth") { _, _, _ in "Nostr " + Base64.encode([0xFF]) },
        Row("no event", "invalid NIP-98 event JSON") { _, _, _ in base64("{}") },
        Row("kind 1", failed + "expected kind 27235, got 1", kind: 1, tags: right),
        Row("another's signature", failed + "invalid Schnorr signature") { relay, keys, body in
            let tags = right("http://\(relay.host)/query", SHA256.hash(body).hex)
            let event = try relay.event(27235, tags, by: keys)
            let other = try relay.event(27235, by: keys)
            let text = String(decoding: event.serialized(), as: UTF8.self)
            return base64(text.replacing(event.signature.hex, with: other.signature.hex))
        },
        Row(
            "61 s ahead", failed + "event timestamp outside ±60s window (delta: 61s)", after: 61, tags: right),
        Row(
            "61 s behind", failed + "event timestamp outside ±60s window (delta: -61s)", after: -61,
            tags: right),
        Row("no url", failed + "missing `u` tag") { [["method", "POST"], ["payload", $1], ["x", $0]] },
        Row("no method", failed + "missing `method` tag") { [["u", $0], ["payload", $1]] },
        Row("two urls", failed + "more than one `u` tag") {
            [["u", $0], ["u", $0], ["method", "POST"], ["payload", $1]]
        },
        Row("two methods", failed + "more than one `method` tag") {
            [["u", $0], ["method", "POST"], ["method", "POST"], ["payload", $1]]
        },
        Row("two payloads", failed + "more than one `payload` tag") {
            [["u", $0], ["method", "POST"], ["payload", $1], ["payload", $1]]
        },
        Row("another path", failed + "URL mismatch") { right($0.replacing("/query", with: "/count"), $1) },
        Row("another port", failed + "URL mismatch") {
            right($0.replacing("127.0.0.1:", with: "127.0.0.1:1"), $1)
        },
        Row("https", failed + "URL mismatch") { right($0.replacing("http:", with: "https:"), $1) },
        Row("a query string", failed + "URL mismatch") { right($0 + "?a=1", $1) },
        Row("another loopback name", failed + "URL mismatch") {
            right($0.replacing("127.0.0.1", with: "localhost"), $1)
        },
        Row("method GET", failed + "method mismatch: event has `GET`, expected `POST`") {
            [["u", $0], ["method", "GET"], ["payload", $1]]
        },
        // E03: the hash of `{}` for any body; E05: the hash in base64.
        Row(
            "another payload",
            failed + "payload tag SHA-256 mismatch: request body does not match signed hash"
        ) {
            [
                ["u", $0], ["method", "POST"], ["x", $1],
                ["payload", "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"],
            ]
        },
        Row(
            "payload in base64",
            failed + "payload tag SHA-256 mismatch: request body does not match signed hash"
        ) {
            [["u", $0], ["method", "POST"], ["payload", Base64.encode(Array($1.utf8))]]
        },
    ]

    static let taken: [Row] = [
        Row("as it should be", "[]", status: 200, tags: right),
        Row("no payload", "[]", status: 200) { [["u", $0], ["method", "POST"], ["x", $1]] },
        Row("method in lower case", "[]", status: 200) {
            [["u", $0], ["method", "post"], ["payload", $1]]
        },
        Row("trailing slash", "[]", status: 200) { right($0 + "/", $1) },
        Row("scheme in upper case", "[]", status: 200) { right($0.replacing("http", with: "HTTP"), $1) },
        Row("60 s ahead", "[]", status: 200, after: 60, tags: right),
        Row("60 s behind", "[]", status: 200, after: -60, tags: right),
        Row("a further tag", "[]", status: 200) { right($0, $1) + [["nonce", "1"]] },
    ]

    // E02: the hash is over the body as it came, white space included.
    static let body = "[ {\"kinds\": [9], \"limit\": 10} ]"

    @Test(arguments: refused + taken)
    func checks(_ row: Row) async throws {
        let relay = try await TestRelay()
        let body = Array(Self.body.utf8)
        let header = try row.header(relay, try KeyPair.random(), body)
        let answer = await relay.send(
            "POST", "/query", header.map { ["Authorization: \($0)"] } ?? [], body: body)
        #expect(answer?.error == row.text)
        #expect(answer?.status == row.status)
    }

    // E06: the expected URL may be an inner address.
    @Test func theExpectedURLIsOnlyInTheLog() async throws {
        let lines = Mutex<[String]>([])
        let relay = try await TestRelay(log: { line in lines.withLock { $0.append(line) } })
        let tags = [["u", "http://relay.example/query"], ["method", "POST"]]
        let header = NIP98.header(try relay.event(27235, tags, by: try KeyPair.random()))
        let answer = await relay.send("POST", "/query", ["Authorization: \(header)"])
        #expect(answer?.text.contains(relay.host) == false)
        #expect(lines.withLock { $0 }.contains { $0.contains("http://\(relay.host)/query") })
    }

    @Test func aRequestIsTakenOnce() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let header = try await header(relay, keys)
        #expect(await relay.send("POST", "/query", [header], body: [0x5B, 0x5D]) == Answer(200, "[]"))
        let again = await relay.send("POST", "/query", [header], body: [0x5B, 0x5D])
        #expect(again == Answer(401, "{\"error\":\"NIP-98: replay detected\"}"))
    }

    @Test func aRestartStillRefusesTheReplay() async throws {
        let relay = try await TestRelay(port: quietPort())
        let header = try await header(relay, try KeyPair.random())
        #expect(await relay.send("POST", "/query", [header], body: [0x5B, 0x5D])?.status == 200)
        for seconds in [Int64(30), 60] {
            await relay.relay.stop()
            try await relay.relay.start()
            relay.clock.now = 1_700_000_000 + seconds
            let again = await relay.send("POST", "/query", [header], body: [0x5B, 0x5D])
            #expect(again?.error == "NIP-98: replay detected")
        }
    }

    @Test func requestsOfManyMinutesAreEachTakenOnce() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        for _ in 0..<8 {
            let header = try await header(relay, keys)
            #expect(await relay.send("POST", "/query", [header], body: [0x5B, 0x5D])?.status == 200)
            relay.clock.now += 59
            let again = await relay.send("POST", "/query", [header], body: [0x5B, 0x5D])
            #expect(again?.error == "NIP-98: replay detected")
        }
    }

    private func header(_ relay: TestRelay, _ keys: KeyPair) async throws -> String {
        let value = try await NIP98.header(
            url: "http://\(relay.host)/query", method: "POST", body: [0x5B, 0x5D], now: relay.clock.now,
            signer: keys)
        return "Authorization: \(value)"
    }
}
