import Foundation
import NostrCore
import Testing

@Suite("relay, query and count")
struct RelayTests {
    static let key = ["BUZZ_PRIVATE_KEY": Fixed.secretHex]

    struct Bad: Sendable, CustomTestStringConvertible {
        let words: [String]
        let message: String
        var environment = RelayTests.key
        var testDescription: String { "\(words)" }
    }

    @Test(
        "usage errors before anything is sent",
        arguments: [
            Bad(
                words: ["relay", "info"], message: "no relay is named: give --relay URL or set BUZZ_RELAY_URL"
            ),
            Bad(
                words: ["relay", "info", "--relay", "wss://u:hunter2@r.example"],
                message:
                    "the relay's address: a relay URL holds no user name or password; expected an origin such as wss://relay.example"
            ),
            Bad(
                words: ["count"], message: "no condition: give one, or --filter '{}' to ask for everything"),
            Bad(
                words: ["query", "--kind", "9", "--relay", "wss://r.example"],
                message: "no key: give --key-file FILE (- for standard input) or set BUZZ_PRIVATE_KEY",
                environment: [:]
            ),
            Bad(
                words: ["query", "--id", "aaaa"],
                message: "--id: expected 64 hexadecimal digits, the whole id, found \"aaaa\""),
            Bad(
                words: ["query", "--kind", "65536"],
                message: "--kind: expected an integer in 0...65535, found \"65536\""),
            Bad(
                words: ["query", "--tag", "ee=1"],
                message:
                    "--tag: expected one letter, an equals sign and a value; 64 digits for e and p, found \"ee=1\""
            ),
            Bad(
                words: ["query", "--tag", "e=1"],
                message:
                    "--tag: expected one letter, an equals sign and a value; 64 digits for e and p, found \"e=1\""
            ),
            Bad(
                words: ["query", "--since", "yesterday"],
                message:
                    "--since: expected seconds since 1970, or a length of time before now such as 90s, 15m, 2h or 7d, found \"yesterday\""
            ),
            Bad(
                words: ["query", "--channel", "x"],
                message: "--channel: expected a channel's UUID, found \"x\""),
            Bad(
                words: ["query", "--filter", "{\"kinds\":[1,1.5]}"],
                message:
                    "--filter: expected a filter (member kinds[1]: expected an integer, found a number that is not an integer), found \"{\"kinds\":[1,1.5]}\""
            ),
        ])
    func usage(_ row: Bad) throws {
        let outcome = try Binary.run(row.words, environment: row.environment)
        let command = row.words.prefix(row.words[0] == "relay" ? 2 : 1).joined(separator: " ")
        #expect(
            outcome
                == Outcome(
                    status: 2, output: "", errors: "buzzctl: \(row.message)\nSee: buzzctl \(command) --help\n"
                ))
    }

    @Test(
        "each refusal has its exit code and the relay's words",
        arguments: [
            (
                "401 Unauthorized", "{\"error\":\"NIP-98: replay detected\"}", 4,
                "does not allow this: NIP-98: replay"
            ),
            (
                "403 Forbidden", "{\"error\":\"relay_membership_required\",\"message\":\"You must\"}", 4,
                "does not allow this: relay_membership_required: You must (status 403)"
            ),
            (
                "400 Bad Request", "{\"error\":\"invalid filters: x\"}", 1,
                "refused: invalid filters: x (status 400)"
            ),
            ("404 Not Found", "<html>", 1, "refused: no reason given (status 404)"),
            (
                "429 Too Many Requests", "{\"error\":\"rate-limited: quota exceeded; retry in 7s\"}", 1,
                "Wait 7 seconds, then try again."
            ),
            ("200 OK", "{\"count\":\"3\"}", 5, "count: expected an integer"),
            ("200 OK", "not JSON", 5, "expected JSON"),
        ] as [(String, String, Int32, String)])
    func refused(_ status: String, _ body: String, _ code: Int32, _ text: String) throws {
        let server = try LoopbackServer(status: status, body: body)
        let outcome = try Binary.run(["count", "--kind", "9", "--relay", server.url], environment: Self.key)
        #expect(outcome.status == code)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("buzzctl: "))
        #expect(outcome.errors.contains(text))
    }

    @Test("a relay that can't be reached")
    func unreachable() throws {
        // A port that was free a moment ago: its server is gone.
        let url = try { try LoopbackServer(answering: 0, body: "").url }()
        let outcome = try Binary.run(["relay", "info", "--relay", url])
        #expect(outcome.status == 3)
        #expect(outcome.errors.hasPrefix("buzzctl: cannot reach \(url): "))
    }

    @Test("info prints the document as it came, and what matters as a table")
    func info() throws {
        let document =
            "{\"name\":\"R\\u001b[2J\",\"supported_nips\":[1,\"9a\"],\"x\":{\"y\":[1]},\"software\":\"s\"}"
        let server = try LoopbackServer(answering: 2, body: document)
        let json = try Binary.run(
            ["relay", "info", "-o", "json"], environment: ["BUZZ_RELAY_URL": server.url])
        #expect(json == Outcome(status: 0, output: document + "\n", errors: ""))
        let table = try Binary.run(["relay", "info", "--relay", server.url, "--verbose"])
        #expect(
            table
                == Outcome(
                    status: 0,
                    output: """
                        NAME         R\\u{1B}[2J
                        SOFTWARE     s
                        NIPS         1 9a
                        PUSH         no descriptor

                        """, errors: "GET http://127.0.0.1:\(server.port)/\n"))
        #expect(server.requests.map(\.line) == ["GET / HTTP/1.1", "GET / HTTP/1.1"])
        #expect(server.requests.allSatisfy { $0.headers["accept"] == "application/nostr+json" })
    }

    @Test("conditions become one filter with ids in lower case, and JSON filters stand beside it")
    func filters() throws {
        let server = try LoopbackServer(body: "{\"count\":42}")
        let upper = String(repeating: "A", count: 64)
        let lower = upper.lowercased()
        let words = [
            "count", "--relay", server.url, "--id", upper, "--author", Fixed.npub, "--kind", "9", "--kind",
            "0", "--event",
            upper, "--pubkey", Fixed.publicHex.uppercased(), "--channel",
            "0F0E0D0C-0B0A-4908-8706-050403020100", "--tag",
            "d=X Y", "--tag=E=Z", "--tag", "p=\(upper)", "--since", "10", "--until", "20", "--limit", "0",
            "--filter",
            "{\"kinds\":[1],\"before_id\":\"x\"}",
        ]
        let outcome = try Binary.run(words, environment: Self.key)
        #expect(outcome == Outcome(status: 0, output: "COUNT  42\n", errors: ""))
        let request = try #require(server.requests.first)
        #expect(request.line == "POST /count HTTP/1.1")
        #expect(
            request.body == "[{\"kinds\":[1],\"before_id\":\"x\"},"
                + "{\"ids\":[\"\(lower)\"],\"authors\":[\"\(Fixed.publicHex)\"],\"kinds\":[9,0],\"#e\":[\"\(lower)\"],"
                + "\"#p\":[\"\(Fixed.publicHex)\",\"\(lower)\"],\"#h\":[\"0f0e0d0c-0b0a-4908-8706-050403020100\"],"
                + "\"#d\":[\"X Y\"],\"#E\":[\"Z\"],\"since\":10,\"until\":20,\"limit\":0}]")
        // The request is signed by the key and for exactly this URL and body.
        let header = try #require(request.headers["authorization"])
        let event = try Event.parse(try #require(Base64.decode(header.dropFirst("Nostr ".count).utf8)))
        let signed = try event.verify()
        #expect(signed.author.hex == Fixed.publicHex)
        #expect(event.firstValue(ofTag: "u") == "http://127.0.0.1:\(server.port)/count")
        #expect(event.firstValue(ofTag: "payload") == SHA256.hash(Array(request.body.utf8)).hex)
    }

    @Test("a time before now")
    func ago() throws {
        let server = try LoopbackServer(body: "{\"count\":0}")
        let before = WallClock.now()
        _ = try Binary.run(["count", "--relay", server.url, "--since", "2h"], environment: Self.key)
        let after = WallClock.now()
        let body = try #require(server.requests.first?.body)
        let filters = try Filter.list(
            JSONReader(JSONValue.parse(body, limits: JSONLimits(maximumBytes: 999))))
        let since = try #require(filters.first?.since)
        #expect((before - 7_200...after - 7_200).contains(since))
    }

    @Test("query shows what verifies, names what does not, and says so by its status")
    func query() throws {
        let good = try EventTests.signed("a\u{2028}b\u{1B}[2J")
        let id = try Event.parse(good).id.hex
        let forged = try EventTests.signed("yes").replacingOccurrences(of: "\"yes\"", with: "\"no\"")
        let forgedID = try Event.parse(forged).id.hex
        let server = try LoopbackServer(answering: 2, body: "[\(good),{\"kind\":\"9\"},\(forged)]")
        let words = ["query", "--kind", "9", "--relay", server.url]
        let lines = try Binary.run(words + ["--output", "jsonl"], environment: Self.key)
        #expect(lines.status == 5)
        #expect(lines.output == good + "\n")
        let messages = lines.errors.split(separator: "\n")
        try #require(messages.count == 2)
        #expect(messages[0].hasPrefix("event 2 of the answer left out: member \"kind\""))
        #expect(
            messages[1].hasPrefix(
                "event \(forgedID) left out: the id is \(forgedID) but the contents hash to "))
        let table = try Binary.run(words, environment: Self.key)
        #expect(
            table.output.split(separator: "\n").last.map(String.init)
                == "2023-11-14 22:13:20Z     9  \(Fixed.npub)  \(id)  a\\u{2028}b\\u{1B}[2J")
    }

    @Test("no events is an empty list", arguments: [("json", "[]\n"), ("jsonl", ""), ("table", "")])
    func empty(_ format: String, _ output: String) throws {
        let server = try LoopbackServer(body: "[]")
        let outcome = try Binary.run(
            ["query", "--filter", "{}", "--relay", server.url, "-o", format], environment: Self.key)
        #expect(outcome == Outcome(status: 0, output: output, errors: ""))
    }
}
