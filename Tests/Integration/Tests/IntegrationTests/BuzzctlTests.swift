import DevStack
import Foundation
import NostrCore
import Testing

/// The built buzzctl, named by `BUZZCTL` as `Scripts/test` does.
private enum BuiltBuzzctl {
    static let path = ProcessInfo.processInfo.environment["BUZZCTL"]
}

/// The built buzzctl against a relay that this test runs.
@Suite(
    "buzzctl against the embedded relay",
    .enabled(
        if: BuiltBuzzctl.path != nil,
        "BUZZCTL does not name the built buzzctl; run Scripts/test Integration"))
struct BuzzctlTests {
    /// A person at a shell, with a key file and the relay.
    private struct Person {
        let keys: KeyPair
        let keyFile: String
        let relay: String

        init(in folder: URL, relay: String) throws {
            keys = try KeyPair.random()
            keyFile = folder.appendingPathComponent(UUID().uuidString).path
            self.relay = relay
            guard
                FileManager.default.createFile(
                    atPath: keyFile, contents: Data(keys.secretKey.exposedNsec().utf8),
                    attributes: [.posixPermissions: 0o600])
            else { throw CocoaError(.fileWriteUnknown) }
        }

        /// What a run prints, as JSON lines, after it has ended with the status expected.
        func lines(_ words: [String], input: String = "", status: Int32 = 0) async throws -> [JSONReader] {
            let program = try #require(BuiltBuzzctl.path)
            let run = try await BuiltProgram.run(
                program: program, words + ["--relay", relay, "--key-file", keyFile, "--output", "jsonl"],
                input: input)
            try #require(run.status == status, "\(words): \(run.errors)")
            #expect(!(run.output + run.errors).contains(keys.secretKey.exposedHex()))
            return try run.output.split(separator: "\n").map { line in
                JSONReader(try JSONValue.parse(String(line), limits: JSONLimits(maximumBytes: 1 << 20)))
            }
        }
    }

    @Test("two people set up a community, talk in a thread, and take words back", .timeLimit(.minutes(1)))
    func community() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "buzzctl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let relay = try EmbeddedRelay(
            configuration: .init(dataDirectory: folder.appendingPathComponent("relay").path))
        try await relay.start()
        let ann = try Person(in: folder, relay: relay.url)
        let bob = try Person(in: folder, relay: relay.url)

        // The first channels: as planned, made once, and then there for the other one to join.
        let planned = try await ann.lines(["starter", "plan"])
        let made = try await ann.lines(["starter", "ensure"])
        #expect(try made.map { try $0.member("state").string() } == ["created", "created"])
        #expect(
            try made.map { try $0.member("id").string() } == planned.map { try $0.member("id").string() })
        let again = try await ann.lines(["starter", "ensure"])
        #expect(try again.map { try $0.member("state").string() } == ["present", "present"])
        let joined = try await bob.lines(["starter", "ensure"])
        #expect(try joined.map { try $0.member("state").string() } == ["joined", "joined"])
        let channel = try made[0].member("id").string()

        let members = try await bob.lines(["channel", "members", channel])
        #expect(
            try Set(members.map { try $0.member("pubkey").string() })
                == [ann.keys.publicKey.hex, bob.keys.publicKey.hex])
        let mine = try await bob.lines(["channel", "list", "--mine"])
        #expect(try mine.map { try $0.member("name").string() } == ["general", "welcome-everyone"])

        // A thread of three, the last from standard input.
        var ids: [String] = []
        let root = try await ann.lines(["message", "send", "--channel", channel, "Lunch?"])
        ids.append(try root[0].member("id").string())
        for (person, text) in [(bob, "Yes.\nNoon?"), (ann, "Noon.")] {
            let sent = try await person.lines(
                ["message", "send", "--reply-to", ids[ids.count - 1].uppercased(), "-"], input: text)
            ids.append(try sent[0].member("id").string())
        }
        let thread = try await bob.lines(["message", "thread", ids[2]])
        #expect(try thread.map { try $0.member("id").string() } == ids)
        #expect(try thread.map { try $0.member("depth").integer(in: 0...9) } == [0, 1, 2])
        let listed = try await bob.lines(["message", "list", "--channel", channel])
        #expect(try Set(listed.map { try $0.member("id").string() }) == Set(ids))

        // Another's words stay; one's own go.
        let refused = try await bob.lines(["event", "delete", ids[2], "--yes"], status: 1)
        let isAccepted = try refused[0].member("accepted").bool()
        #expect(!isAccepted)
        _ = try await ann.lines(["event", "delete", ids[2], "--yes"])
        let gone = try await bob.lines(["event", "get", ids[2]], status: 1)
        #expect(gone.isEmpty)

        // Written by hand: a dry run leaves nothing behind, and what is sent comes back as it was signed.
        let draft = "{\"kind\":9,\"tags\":[[\"h\",\"\(channel)\"]],\"content\":\"a/b\"}"
        let signed = try await bob.lines(["event", "sign"], input: draft)
        let text = String(decoding: signed[0].value.serialized(), as: UTF8.self)
        let id = try signed[0].member("id").string()
        _ = try await bob.lines(["event", "publish", "--dry-run"], input: text)
        _ = try await bob.lines(["event", "get", id], status: 1)
        _ = try await bob.lines(["event", "publish"], input: text)
        let found = try await ann.lines(["event", "get", id])
        #expect(found.map(\.value) == signed.map(\.value))

        _ = try await bob.lines(["channel", "leave", channel, "--yes"])
        let left = try await ann.lines(["channel", "members", channel])
        #expect(try left.map { try $0.member("pubkey").string() } == [ann.keys.publicKey.hex])
        await relay.stop(grace: .zero)
    }
}
