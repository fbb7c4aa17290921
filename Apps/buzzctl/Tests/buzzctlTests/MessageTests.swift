import Foundation
import NostrCore
import Testing

@Suite("message")
struct MessageTests {
    static let channel = EventWritingTests.channel
    static let other = "00000000-0000-4000-8000-000000000001"
    static let id = String(repeating: "a", count: 64)

    /// A message of the channel and its id.
    static func message(_ content: String, _ tags: [[String]] = []) throws -> (json: String, id: String) {
        let json = try EventTests.signed(content, tags: [["h", channel]] + tags)
        return (json, try Event.parse(json).id.hex)
    }

    @Test(
        "what can't be sent is refused before anything is",
        arguments: [
            (["hi"], 2, "no place to send it: give --channel UUID or --reply-to ID"),
            (
                ["hi", "--channel", channel, "--broadcast"], 2,
                "--broadcast is for replies: every other message stands in the channel"
            ),
            (["hi", "--channel", "general"], 2, "--channel: expected a channel's UUID"),
            (["--channel", channel, "--key-file", "-"], 2, "standard input can't hold both"),
            (
                ["--channel", channel], 5,
                "cannot send the message: it is empty, or longer than 65536 bytes"
            ),
            ([" \n", "--channel", channel], 5, "cannot send the message: it is empty"),
        ] as [([String], Int32, String)])
    func refused(_ words: [String], _ code: Int32, _ text: String) throws {
        let server = try LoopbackServer(taking: 1)
        let outcome = try Binary.run(
            ["message", "send", "--relay", server.url] + words, environment: RelayTests.key)
        #expect(outcome.status == code)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("buzzctl: \(text)"))
        #expect(server.requests.isEmpty)
    }

    @Test("the longest message is sent, and one byte more is not", arguments: [65_536, 65_537])
    func longest(_ count: Int) throws {
        let server = try LoopbackServer(taking: 1)
        let outcome = try Binary.run(
            ["message", "send", "--relay", server.url, "--channel", Self.channel, "-"],
            input: String(repeating: "x", count: count), environment: RelayTests.key)
        #expect(outcome.status == (count > 65_536 ? 5 : 0))
        #expect(server.events.map(\.contentByteCount) == (count > 65_536 ? [] : [count]))
    }

    @Test("a message names its channel and whom it mentions")
    func send() throws {
        let server = try LoopbackServer(taking: 1)
        let outcome = try Binary.run(
            [
                "message", "send", "--relay", server.url, "--channel", Self.channel.uppercased(), "--mention",
                Fixed.npub, "--mention", Fixed.publicHex.uppercased(), "-o", "jsonl",
            ], input: "two\nlines\n", environment: RelayTests.key)
        let event = try #require(server.events.first).verify()
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output:
                        "{\"id\":\"\(event.id.hex)\",\"kind\":9,\"accepted\":true,\"message\":\"\"}\n",
                    errors: ""))
        #expect(event.event.content == "two\nlines")
        #expect(event.tags == [["h", Self.channel], ["p", Fixed.publicHex]])
    }

    @Test("a reply names its parent, and in a thread the first message too")
    func reply() throws {
        let root = try Self.message("root")
        let parent = try Self.message("parent", [["e", root.id, "", "reply"]])
        for (answered, tags) in [
            (root, [["e", root.id, "", "reply"]]),
            (parent, [["e", root.id, "", "root"], ["e", parent.id, "", "reply"]]),
        ] {
            let server = try LoopbackServer(taking: 2, query: "[\(answered.json)]")
            let outcome = try Binary.run(
                ["message", "send", "--relay", server.url, "--reply-to", answered.id, "--broadcast", "yes"],
                environment: RelayTests.key)
            #expect(outcome.status == 0)
            #expect(
                server.events.first?.tags == [["h", Self.channel]] + tags + [["broadcast", "1"]])
        }
    }

    @Test("an answered message that is elsewhere, or nowhere, is not answered")
    func badParent() throws {
        let (json, id) = try Self.message("root")
        let homeless = try EventTests.signed("note", kind: 1)
        let homelessID = try Event.parse(homeless).id.hex
        for (answer, answered, code, text) in [
            ("[]", id, 1, "cannot find \(id): the relay shows this key no such event"),
            ("[\(json)]", id, 5, "cannot answer \(id): it stands in channel \(Self.channel)"),
            ("[\(homeless)]", homelessID, 5, "cannot answer \(homelessID): it stands in no channel"),
        ] as [(String, String, Int32, String)] {
            let server = try LoopbackServer(taking: 2, query: answer)
            let outcome = try Binary.run(
                [
                    "message", "send", "--relay", server.url, "--reply-to", answered, "--channel", Self.other,
                    "yes",
                ], environment: RelayTests.key)
            #expect(outcome.status == code)
            #expect(outcome.errors.hasPrefix("buzzctl: \(text)"))
            #expect(server.events.isEmpty)
        }
    }

    @Test("a dry run shows the signed event and sends nothing")
    func dryRun() throws {
        let outcome = try Binary.run(
            ["message", "send", "--channel", Self.channel, "--dry-run", "hi", "-o", "jsonl"],
            environment: RelayTests.key)
        #expect(outcome.status == 0)
        #expect(outcome.errors == "Dry run: nothing was sent.\n")
        #expect(try Event.parse(outcome.output).verify().event.content == "hi")
    }

    @Test("list asks for one channel and prints the newest last")
    func list() throws {
        let pair = try KeyPair(SecretKey(typed: Fixed.secretHex))
        let events = try [20, 10].map { time in
            try EventTemplate(
                kind: 9, createdAt: time, tags: [["h", Self.channel], ["e", Self.id, "", "reply"]],
                content: "at \(time)\n"
            ).signed(by: pair)
        }
        let texts = events.map { String(decoding: $0.serialized(), as: UTF8.self) }
        let server = try LoopbackServer(answering: 2, body: "[\(texts[0]),\(texts[1])]")
        let words = ["message", "list", "--channel", Self.channel, "--until", "30", "--relay", server.url]
        let lines = try Binary.run(words + ["-o", "jsonl"], environment: RelayTests.key)
        #expect(lines == Outcome(status: 0, output: "\(texts[1])\n\(texts[0])\n", errors: ""))
        #expect(
            server.requests.first?.body
                == "[{\"kinds\":[9,40002],\"#h\":[\"\(Self.channel)\"],\"until\":30,\"limit\":50}]")
        let table = try Binary.run(words, environment: RelayTests.key)
        #expect(
            table.output.split(separator: "\n").dropFirst().map(String.init)
                == [events[1], events[0]].map { event in
                    "1970-01-01 00:00:\(event.createdAt)Z  \(Fixed.npub)  \(event.id.hex)  aaaaaaaa  at \(event.createdAt)\\n"
                })
    }

    @Test("a thread is a tree whose strays stand at the end")
    func thread() throws {
        let root = try Self.message("root")
        let first = try Self.message("first", [["e", root.id, "", "reply"]])
        let second = try Self.message(
            "second", [["e", root.id, "", "root"], ["e", first.id, "", "reply"]])
        let stray = try Self.message("stray", [["e", root.id, "", "root"], ["e", Self.id, "", "reply"]])
        let server = try LoopbackServer(answering: 4) { request in
            request.body.hasPrefix("[{\"ids\":[\"\(second.id)\"]")
                ? ("200 OK", "[\(second.json)]")
                : ("200 OK", "[\(stray.json),\(second.json),\(first.json),\(root.json)]")
        }
        let words = ["message", "thread", second.id, "--relay", server.url]
        let table = try Binary.run(words, environment: RelayTests.key)
        #expect(table.status == 0)
        #expect(
            table.output.split(separator: "\n").dropFirst().compactMap {
                $0.components(separatedBy: "  ").last
            }
                == ["root", "└ first", "└ second", "(orphan) stray"])
        #expect(table.output.contains("  \(second.id)    └ second\n"))
        #expect(
            server.requests.last?.body
                == "[{\"ids\":[\"\(root.id)\"],\"limit\":1},{\"kinds\":[9,40002],\"#e\":[\"\(root.id)\"],\"limit\":1000}]"
        )
        let lines = try Binary.run(words + ["-o", "jsonl"], environment: RelayTests.key)
        #expect(
            lines.output == """
                {"id":"\(root.id)","place":"thread","depth":0,"event":\(root.json)}
                {"id":"\(first.id)","place":"thread","depth":1,"parent":"\(root.id)","event":\(first.json)}
                {"id":"\(second.id)","place":"thread","depth":2,"parent":"\(first.id)","event":\(second.json)}
                {"id":"\(stray.id)","place":"orphan","missing":"\(Self.id)","parent":"\(Self.id)","event":\(stray.json)}

                """)
    }
}
