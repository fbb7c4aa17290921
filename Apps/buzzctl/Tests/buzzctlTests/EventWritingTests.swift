import Foundation
import NostrCore
import Testing

@Suite("event new, sign, publish, get and delete")
struct EventWritingTests {
    static let channel = "0f0e0d0c-0b0a-4908-8706-050403020100"
    static let id = String(repeating: "a", count: 64)

    @Test(
        "usage errors before anything is sent",
        arguments: [
            (["event", "new"], "--kind is missing (The event's kind)"),
            (
                ["event", "new", "--kind", "1", "--tag", "p=zz"],
                "--tag: expected 64 hexadecimal digits as the value of e and p, found \"p=zz\""
            ),
            (
                ["event", "new", "--kind", "1", "--tag", "[]"],
                "--tag: expected NAME=VALUE or a JSON array of one or more strings, found \"[]\""
            ),
            (
                ["event", "sign", "--key-file", "-"],
                "standard input can't hold both the key and the events"
            ),
            (
                ["event", "publish"],
                "no relay is named: give --relay URL or set BUZZ_RELAY_URL"
            ),
            (
                ["event", "delete", id, "--relay", "ws://127.0.0.1:1"],
                "this can't be undone and no terminal can be asked: give --yes"
            ),
            (
                ["event", "get", "note1x"],
                "ID: expected an event's id: 64 hexadecimal digits, note1… or nevent1…, found \"note1x\""
            ),
        ])
    func usage(_ words: [String], _ message: String) throws {
        let outcome = try Binary.run(words, environment: RelayTests.key)
        #expect(
            outcome
                == Outcome(
                    status: 2, output: "",
                    errors: "buzzctl: \(message)\nSee: buzzctl \(words[0]) \(words[1]) --help\n"))
    }

    @Test("new writes what was asked for, with keys in lower case")
    func new() throws {
        let words = [
            "event", "new", "--kind", "9", "--created-at", "1700000000", "--channel",
            Self.channel.uppercased(),
            "--tag", "p=\(Fixed.publicHex.uppercased())", "--tag",
            "[\"e\",\"\(Self.id.uppercased())\",\"\",\"reply\"]",
            "--tag", "broadcast=1", "--tag", "x=", "--content", "-", "-o", "jsonl",
        ]
        let outcome = try Binary.run(words, input: "a \"b\"\u{2028}\n\n")
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output:
                        "{\"created_at\":1700000000,\"kind\":9,\"tags\":[[\"h\",\"\(Self.channel)\"],[\"p\",\"\(Fixed.publicHex)\"],[\"e\",\"\(Self.id)\",\"\",\"reply\"],[\"broadcast\",\"1\"],[\"x\",\"\"]],\"content\":\"a \\\"b\\\"\u{2028}\\n\"}\n",
                    errors: ""))
    }

    @Test("sign takes drafts, reports what it can't sign by number, and goes on")
    func sign() throws {
        let other = String(repeating: "b", count: 64)
        let lines = [
            "{\"kind\":1}", "{", "{\"kind\":65536}", "{\"kind\":1,\"pubkey\":\"\(other)\"}",
            "{\"kind\":1,\"tags\":[[]]}", EventTests.draft("a/b"),
        ]
        let before = WallClock.now()
        let outcome = try Binary.run(
            ["event", "sign", "-o", "jsonl"], input: lines.joined(separator: "\n"),
            environment: RelayTests.key)
        #expect(outcome.status == 5)
        let signed = try outcome.output.split(separator: "\n").map { try Event.parse(String($0)).verify() }
        try #require(signed.count == 2)
        #expect(signed[0].author.hex == Fixed.publicHex)
        #expect((before...WallClock.now()).contains(signed[0].createdAt))
        #expect(signed[1].id.hex == "8325c2e55ad199532dd01d79752f206d0431b48495a26115879b625fef620bb1")
        let errors = outcome.errors.split(separator: "\n").map(String.init)
        try #require(errors.count == 4)
        #expect(errors[0] == "standard input, line 2: json: JSON text ends at byte 1, expected a key or '}'")
        #expect(errors[1].hasPrefix("standard input, line 3: event: "))
        #expect(
            errors[2]
                == "standard input, line 4: pubkey: \(other) is not the key that signs, \(Fixed.publicHex)")
        #expect(errors[3] == "standard input, line 5: tag 0 is empty; a tag holds one or more strings")
        #expect(!(outcome.output + outcome.errors).contains(Fixed.secretHex))
    }

    @Test("publish sends what verifies, one request an event, and tells what became of each")
    func publish() throws {
        let good = try EventTests.signed("a\u{2028}b")
        let refused = try EventTests.signed("no")
        let forged = good.replacingOccurrences(of: "\"a", with: "\"c")
        let server = try LoopbackServer(answering: 2) { request in
            guard let event = try? Event.parse(request.body), event.content != "no" else {
                return ("400 Bad Request", "{\"error\":\"invalid: channel is archived\"}")
            }
            return (
                "200 OK", "{\"event_id\":\"\(event.id.hex)\",\"accepted\":true,\"message\":\"duplicate:\"}"
            )
        }
        let outcome = try Binary.run(
            ["event", "publish", "--relay", server.url, "-o", "jsonl"],
            input: [good, forged, refused].joined(separator: "\n"), environment: RelayTests.key)
        let ids = try [good, refused].map { try Event.parse($0).id.hex }
        #expect(outcome.status == 5)
        #expect(
            outcome.output == """
                {"id":"\(ids[0])","kind":9,"accepted":true,"message":"duplicate:"}
                {"id":"\(ids[1])","kind":9,"accepted":false,"message":"invalid: channel is archived"}

                """)
        #expect(outcome.errors.hasPrefix("standard input, line 2: event: the id is \(ids[0]) but "))
        // Byte for byte what was given.
        #expect(server.requests.map(\.body) == [good, refused])
    }

    @Test("a dry run shows the events and needs neither relay nor key")
    func dryRun() throws {
        let event = try EventTests.signed("hello", kind: 5)
        let outcome = try Binary.run(["event", "publish", "--dry-run", "-o", "jsonl"], input: event)
        #expect(
            outcome == Outcome(status: 0, output: event + "\n", errors: "Dry run: nothing was sent.\n"))
    }

    @Test("a kind that deletes is not sent from a pipe without --yes")
    func destructive() throws {
        let event = try EventTests.signed("", kind: 5, tags: [["e", Self.id]])
        let server = try LoopbackServer(taking: 1)
        let words = ["event", "publish", "--relay", server.url]
        let refused = try Binary.run(words, input: event, environment: RelayTests.key)
        #expect(
            refused
                == Outcome(
                    status: 2, output: "",
                    errors:
                        "standard input, line 1: kind 5 not sent: this can't be undone and no terminal can be asked: give --yes\n"
                ))
        #expect(server.requests.isEmpty)
        let sent = try Binary.run(words + ["--yes"], input: event, environment: RelayTests.key)
        #expect(sent.status == 0)
        #expect(server.requests.map(\.body) == [event])
    }

    @Test(
        "an answer that ends the work says so by its code, after what was done",
        arguments: [
            ("401 Unauthorized", "{\"error\":\"NIP-98: replay detected\"}", 4, "does not allow this"),
            ("429 Too Many Requests", "{\"error\":\"rate-limited: retry in 7s\"}", 1, "Wait 7 seconds"),
            ("200 OK", "{\"event_id\":\"\(id)\",\"accepted\":true}", 5, "another event's id"),
        ] as [(String, String, Int32, String)])
    func stops(_ status: String, _ body: String, _ code: Int32, _ text: String) throws {
        let server = try LoopbackServer(answering: 2, status: status, body: body)
        let events = try [EventTests.signed("1"), EventTests.signed("2")].joined(separator: "\n")
        let outcome = try Binary.run(
            ["event", "publish", "--relay", server.url, "-o", "jsonl"], input: events,
            environment: RelayTests.key)
        #expect(outcome.status == code)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains(text))
        #expect(server.requests.count == 1)
    }

    @Test("get prints in the order asked for, and reports what is not there")
    func get() throws {
        let events = try ["1", "2"].map { try EventTests.signed($0) }
        let ids = try events.map { try Event.parse($0).id }
        let server = try LoopbackServer(body: "[\(events[0]),\(events[1]),\(events[0])]")
        let note = try NostrEntity.note(ids[1]).text()
        let outcome = try Binary.run(
            ["event", "get", note, Self.id.uppercased(), ids[0].hex, "--relay", server.url, "-o", "jsonl"],
            environment: RelayTests.key)
        #expect(
            outcome
                == Outcome(
                    status: 1, output: events[1] + "\n" + events[0] + "\n",
                    errors: "\(Self.id): the relay shows no such event\n"))
        #expect(
            server.requests.first?.body
                == "[{\"ids\":[\"\(ids[1].hex)\",\"\(Self.id)\",\"\(ids[0].hex)\"],\"limit\":3}]")
    }

    @Test("an event that nobody asked for is left out")
    func unasked() throws {
        let event = try EventTests.signed("1")
        let server = try LoopbackServer(body: "[\(event)]")
        let outcome = try Binary.run(
            ["event", "get", Self.id, "--relay", server.url, "-o", "jsonl"], environment: RelayTests.key)
        #expect(outcome.status == 5)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains("left out: it matches none of the filters"))
    }

    @Test(
        "delete sends one deletion an event",
        arguments: [
            ([], 5, [["e", id]], ""), (["--reason", "typo"], 5, [["e", id]], "typo"),
            (
                ["--channel", channel, "--reason", "spam"], 9005,
                [["h", channel], ["e", id], ["public_reason", "spam"]], ""
            ),
        ] as [([String], UInt16, [[String]], String)])
    func delete(_ words: [String], _ kind: UInt16, _ tags: [[String]], _ content: String) throws {
        let server = try LoopbackServer(taking: 2)
        let other = String(repeating: "b", count: 64)
        let outcome = try Binary.run(
            ["event", "delete", Self.id.uppercased(), other, "--yes", "--relay", server.url, "-o", "json"]
                + words, environment: RelayTests.key)
        #expect(outcome.status == 0)
        try #require(server.events.count == 2)
        #expect(server.events[0].kind == kind)
        #expect(server.events[0].tags == tags)
        #expect(server.events[0].content == content)
        #expect(server.events[1].firstValue(ofTag: "e") == other)
    }

    @Test(
        "on a terminal it asks, and only a yes sends",
        .enabled(if: terminal != nil, "script is not installed"),
        arguments: [("n", 1, 0), ("", 1, 0), ("yes", 0, 1)] as [(String, Int32, Int)])
    func asks(_ answer: String, _ code: Int32, _ count: Int) throws {
        let server = try LoopbackServer(taking: 1)
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: try #require(Self.terminal))
        process.arguments = [
            "-qec", "\"$BUZZCTL\" event delete \(Self.id) --relay \(server.url)", "/dev/null",
        ]
        process.environment = [
            "BUZZCTL": Binary.path, "BUZZ_PRIVATE_KEY": Fixed.secretHex, "PATH": "/usr/bin:/bin",
            "SHELL": "/bin/sh", "TERM": "dumb",
        ]
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data("\(answer)\n".utf8))
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == code)
        #expect(text.contains("Delete event \(Self.id)? [y/N] "))
        #expect(server.events.count == count)
    }

    /// What gives a program a terminal of its own (util-linux).
    static let terminal = ["/usr/bin/script"].first { FileManager.default.isExecutableFile(atPath: $0) }

    @Test("many ids are asked for in parts")
    func manyIDs() throws {
        let ids = (0..<501).map { number in
            String(repeating: "0", count: 60) + String(number + 4_096, radix: 16)
        }
        let server = try LoopbackServer(answering: 2, body: "[]")
        let outcome = try Binary.run(
            ["event", "get", "--relay", server.url, "-o", "json"] + ids, environment: RelayTests.key)
        #expect(outcome.status == 1)
        #expect(outcome.output == "[]\n")
        #expect(outcome.errors.split(separator: "\n").count == 501)
        #expect(server.requests.map { $0.body.hasSuffix("\"limit\":500}]") } == [true, false])
        #expect(server.requests.last?.body == "[{\"ids\":[\"\(ids[500])\"],\"limit\":1}]")
    }
}
