import Foundation
import NostrCore
import Testing

@Suite("channel and starter")
struct ChannelTests {
    static let id = EventWritingTests.channel
    static let other = MessageTests.other

    static let relayKey = try? KeyPair(SecretKey(typed: String(repeating: "0", count: 63) + "2"))

    /// An event that a relay signs.
    static func state(_ kind: UInt16, _ id: String, _ tags: [[String]]) throws -> String {
        let template = EventTemplate(kind: kind, createdAt: Fixed.time, tags: [["d", id]] + tags)
        return String(decoding: try template.signed(by: #require(relayKey)).serialized(), as: UTF8.self)
    }

    @Test("list joins descriptions with memberships")
    func list() throws {
        let channels = try [
            Self.state(
                39000, Self.id, [["name", "zoo"], ["about", "a\u{1B}"], ["public"], ["t", "stream"]]),
            Self.state(
                39000, Self.other, [["name", "old"], ["private"], ["t", "forum"], ["archived", "true"]]),
            Self.state(39002, Self.id, [["p", Fixed.publicHex, "", "member"]]),
        ]
        let server = try LoopbackServer(answering: 3, body: "[\(channels.joined(separator: ","))]")
        let words = ["channel", "list", "--relay", server.url]
        let zoo =
            "{\"id\":\"\(Self.id)\",\"name\":\"zoo\",\"type\":\"stream\",\"visibility\":\"open\",\"archived\":false,\"member\":true,\"about\":\"a\\u001b\"}\n"
        let all = try Binary.run(words + ["--archived", "-o", "jsonl"], environment: RelayTests.key)
        #expect(
            all
                == Outcome(
                    status: 0,
                    output:
                        "{\"id\":\"\(Self.other)\",\"name\":\"old\",\"type\":\"forum\",\"visibility\":\"private\",\"archived\":true,\"member\":false}\n\(zoo)",
                    errors: ""))
        let mine = try Binary.run(words + ["--mine", "-o", "jsonl"], environment: RelayTests.key)
        #expect(mine.output == zoo)
        let table = try Binary.run(words, environment: RelayTests.key)
        #expect(table.output.hasSuffix("  zoo   stream  open        yes     a\\u{1B}\n"))
        #expect(
            server.requests.first?.body
                == "[{\"kinds\":[39000],\"limit\":1000},{\"kinds\":[39002],\"#p\":[\"\(Fixed.publicHex)\"],\"limit\":1000}]"
        )
    }

    @Test("members are those of the list, and no channel is said so")
    func members() throws {
        let list = try Self.state(
            39002, Self.id, [["p", Fixed.publicHex, "", "owner"], ["p", "junk", "", "member"]])
        let server = try LoopbackServer(body: "[\(list)]")
        let words = ["channel", "members", Self.id.uppercased(), "-o", "jsonl"]
        let outcome = try Binary.run(words + ["--relay", server.url], environment: RelayTests.key)
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output:
                        "{\"pubkey\":\"\(Fixed.publicHex)\",\"npub\":\"\(Fixed.npub)\",\"role\":\"owner\"}\n",
                    errors: ""))
        let empty = try LoopbackServer(body: "[]")
        let missing = try Binary.run(words + ["--relay", empty.url], environment: RelayTests.key)
        #expect(missing.status == 1)
        #expect(missing.errors.hasPrefix("buzzctl: cannot list the members of \(Self.id): "))
    }

    @Test(
        "each command sends its event",
        arguments: [
            (["join", id.uppercased()], 9021, [["h", id]]), (["leave", id, "--yes"], 9022, [["h", id]]),
            (
                ["create", "x y", "--id", id], 9007,
                [["h", id], ["name", "x y"], ["visibility", "open"], ["channel_type", "stream"]]
            ),
            (
                ["create", "b", "--id", id, "--private", "--type", "forum", "--about", "a"], 9007,
                [
                    ["h", id], ["name", "b"], ["visibility", "private"], ["channel_type", "forum"],
                    ["about", "a"],
                ]
            ),
        ] as [([String], UInt16, [[String]])])
    func commands(_ words: [String], _ kind: UInt16, _ tags: [[String]]) throws {
        let server = try LoopbackServer(taking: 1)
        let outcome = try Binary.run(
            ["channel"] + words + ["--relay", server.url], environment: RelayTests.key)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(server.events.map(\.kind) == [kind])
        #expect(server.events.first?.tags == tags)
        #expect(server.events.first?.content == "")
    }

    @Test("create prints the id it chose, and a channel that exists is a refusal")
    func create() throws {
        let server = try LoopbackServer(answering: 1) { request in
            let id = (try? Event.parse(request.body))?.id.hex ?? ""
            return (
                "200 OK",
                "{\"event_id\":\"\(id)\",\"accepted\":false,\"message\":\"duplicate: channel already exists\"}"
            )
        }
        let outcome = try Binary.run(
            ["channel", "create", "x", "--relay", server.url, "-o", "json"], environment: RelayTests.key)
        let event = try #require(server.events.first)
        let channel = try #require(event.firstValue(ofTag: "h"))
        #expect(UUIDText.version(of: channel) == 4)
        #expect(
            outcome
                == Outcome(
                    status: 1,
                    output:
                        "{\"channel\":\"\(channel)\",\"id\":\"\(event.id.hex)\",\"accepted\":false,\"message\":\"duplicate: channel already exists\"}\n",
                    errors: ""))
    }

    @Test("leaving needs a yes")
    func leave() throws {
        let outcome = try Binary.run(
            ["channel", "leave", Self.id, "--relay", "ws://127.0.0.1:1"], environment: RelayTests.key)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("buzzctl: this can't be undone and no terminal can be asked"))
    }

    @Test(
        "the plan's ids follow from the address as given",
        arguments: [
            (
                "wss://relay-a.example", "dea3e723-4236-5230-9184-f4879264e6fa",
                "91ff0059-5015-5d22-8f31-cdc243bfcf9b"
            ),
            (
                "https://relay-b.example/", "46ec8c24-23db-5cbc-8b1f-2d1a65a6e46c",
                "96b382be-dfae-5584-818b-99be7c7eb36e"
            ),
            (
                "ws://localhost:3000", "adafd400-706c-5c13-bf02-bc2ebb45b1c7",
                "47da111f-4c82-50c6-923e-ff955b4d69d0"
            ),
        ])
    func plan(_ relay: String, _ general: String, _ welcome: String) throws {
        let outcome = try Binary.run(["starter", "plan", "--relay", relay, "-o", "jsonl"])
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: """
                        {"name":"general","id":"\(general)","about":"General conversation and community updates."}
                        {"name":"welcome-everyone","id":"\(welcome)","about":"Say hi, ask a question, or share what brought you here."}

                        """, errors: ""))
    }

    @Test("ensure creates what is missing, joins what is there, and leaves the rest")
    func ensure() throws {
        let existing = try Self.state(
            39000, Self.id, [["name", " General "], ["public"], ["t", "stream"]])
        let server = try LoopbackServer(answering: 6) { request in
            guard request.line.hasPrefix("POST /query") else {
                let event = try? Event.parse(request.body)
                let duplicate = event?.kind == 9007 ? "duplicate: channel already exists" : ""
                return (
                    "200 OK",
                    "{\"event_id\":\"\(event?.id.hex ?? "")\",\"accepted\":\(duplicate.isEmpty),\"message\":\"\(duplicate)\"}"
                )
            }
            let filter = request.body.components(separatedBy: "\"#d\":[\"")
            guard filter.count > 1 else { return ("200 OK", "[\(existing)]") }
            let id = String(filter[1].prefix(36))
            return ("200 OK", "[\((try? Self.state(39000, id, [["name", "welcome-everyone"]])) ?? "")]")
        }
        let words = ["starter", "ensure", "--relay", server.url, "-o", "jsonl"]
        let dry = try Binary.run(words + ["--dry-run"], environment: RelayTests.key)
        #expect(dry.status == 0)
        #expect(server.events.isEmpty)
        #expect(dry.output.contains("\"state\":\"would join\"") && dry.output.contains("would create"))
        let outcome = try Binary.run(words, environment: RelayTests.key)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(outcome.output.hasPrefix("{\"name\":\"general\",\"id\":\"\(Self.id)\","))
        #expect(outcome.output.contains("\"state\":\"joined\"") && outcome.output.contains("\"created\""))
        #expect(server.events.map(\.kind) == [9021, 9007, 9021])
        #expect(server.events.first?.firstValue(ofTag: "h") == Self.id)
    }

    @Test("a channel that never shows is a failure with the next step")
    func neverShows() throws {
        let server = try LoopbackServer(taking: 5)
        let outcome = try Binary.run(
            ["starter", "ensure", "--relay", server.url, "-o", "jsonl"], environment: RelayTests.key)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("buzzctl: cannot finish general: the channel was made, but"))
        #expect(server.requests.count == 5)
    }

    @Test("of two descriptions of a channel the newer is listed")
    func twoDescriptions() throws {
        let pair = try #require(Self.relayKey)
        let texts = try ([(10, "old"), (20, "new"), (15, "middle")] as [(Int64, String)]).map { time, name in
            let template = EventTemplate(
                kind: 39000, createdAt: time, tags: [["d", Self.id], ["name", name]])
            return String(decoding: try template.signed(by: pair).serialized(), as: UTF8.self)
        }
        let server = try LoopbackServer(body: "[\(texts.joined(separator: ","))]")
        let outcome = try Binary.run(
            ["channel", "list", "--relay", server.url, "-o", "jsonl"], environment: RelayTests.key)
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output:
                        "{\"id\":\"\(Self.id)\",\"name\":\"new\",\"type\":\"\",\"visibility\":\"open\",\"archived\":false,\"member\":false}\n",
                    errors: ""))
    }
}
