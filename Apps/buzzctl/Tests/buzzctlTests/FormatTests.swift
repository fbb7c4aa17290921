import Foundation
import NostrCore
import Testing

@Suite("nip19, nip44, nip98 and link")
struct FormatTests {
    static let id = EventWritingTests.id
    static let channel = EventWritingTests.channel
    static let nsec = KeyTests.nsec

    // MARK: nip19

    @Test(
        "what an entity can't hold is a usage error",
        arguments: [
            (["npub", "zz"], "VALUE: expected a public key, 64 hexadecimal digits or npub1…"),
            (["npub", nsec], "VALUE: expected a public key, 64 hexadecimal digits or npub1…"),
            (["note", "aa"], "VALUE: expected an event's id, 64 hexadecimal digits or note1…"),
            (
                ["npub", Fixed.npub, "--hint", "wss://r.example"],
                "npub holds no relay: use nprofile or nevent"
            ),
            (["note", id, "--kind", "1"], "note holds no author and no kind: use nevent or naddr"),
            (["naddr", "x", "--kind", "1"], "naddr needs --author and --kind"),
            (
                ["naddr", String(repeating: "x", count: 256), "--kind", "1", "--author", Fixed.npub],
                "can't be written: identifier: 256 bytes, at most 255 can be written"
            ),
        ])
    func badEntity(_ words: [String], _ message: String) throws {
        let outcome = try Binary.run(["nip19", "encode"] + words)
        #expect(
            outcome
                == Outcome(
                    status: 2, output: "",
                    errors: "buzzctl: \(message)\nSee: buzzctl nip19 encode --help\n"))
    }

    @Test(
        "what is encoded is decoded",
        arguments: [
            (
                ["npub", Fixed.publicHex.uppercased()],
                "{\"type\":\"npub\",\"pubkey\":\"\(Fixed.publicHex)\"}"
            ),
            (["note", id.uppercased()], "{\"type\":\"note\",\"id\":\"\(id)\"}"),
            (
                ["nprofile", Fixed.npub, "--hint", "WSS://R.example/", "--hint", "ws://s.example:81"],
                "{\"type\":\"nprofile\",\"pubkey\":\"\(Fixed.publicHex)\",\"relays\":[\"wss://r.example\",\"ws://s.example:81\"]}"
            ),
            (
                ["nevent", id, "--author", Fixed.npub, "--kind", "9"],
                "{\"type\":\"nevent\",\"pubkey\":\"\(Fixed.publicHex)\",\"id\":\"\(id)\",\"kind\":9,\"relays\":[]}"
            ),
            (
                ["naddr", "ü", "--author", Fixed.npub, "--kind", "30315"],
                "{\"type\":\"naddr\",\"pubkey\":\"\(Fixed.publicHex)\",\"identifier\":\"ü\",\"kind\":30315,\"relays\":[]}"
            ),
        ])
    func entities(_ words: [String], _ json: String) throws {
        let encoded = try Binary.run(["nip19", "encode", "-o", "json"] + words)
        #expect(encoded.status == 0)
        let reader = JSONReader(
            try JSONValue.parse(encoded.output, limits: JSONLimits(maximumBytes: 9_999)))
        let text = try reader.member("text").string()
        let uri = try reader.member("uri").string()
        #expect(uri == "nostr:" + text)
        let decoded = try Binary.run(["nip19", "decode", "-o", "jsonl", text, uri.uppercased()])
        #expect(decoded == Outcome(status: 0, output: "\(json)\n\(json)\n", errors: ""))
    }

    @Test("a secret key is taken from standard input only, and shown only when asked for")
    func secrets() throws {
        let argument = try Binary.run(["nip19", "decode", Self.nsec, "npub1x"])
        #expect(
            argument
                == Outcome(
                    status: 5, output: "",
                    errors: """
                        argument 1: a secret key; give it on standard input, and keep it off the command line
                        argument 2: expected a prefix such as npub, the digit 1, and at least six characters

                        """))
        let quiet = try Binary.run(["nip19", "decode", "-o", "jsonl"], input: Self.nsec + "\n")
        let start = "{\"type\":\"nsec\",\"pubkey\":\"\(Fixed.publicHex)\""
        #expect(quiet == Outcome(status: 0, output: start + "}\n", errors: ""))
        let shown = try Binary.run(["nip19", "decode", "-o", "jsonl", "--secret", "-"], input: Self.nsec)
        #expect(
            shown
                == Outcome(
                    status: 0, output: start + ",\"secret_key\":\"\(Fixed.secretHex)\"}\n", errors: ""))
        let uri = try Binary.run(["nip19", "decode"], input: "nostr:" + Self.nsec)
        #expect(uri.status == 5)
        #expect(!(uri.output + uri.errors).contains(Self.nsec.dropFirst(5)))
    }

    // MARK: nip44

    @Test("what one side encrypts the other decrypts, and nobody else", arguments: ["x", "two\nlines ü🍕"])
    func encryption(_ text: String) throws {
        let other = try KeyPair(SecretKey(typed: String(repeating: "0", count: 63) + "2"))
        let encrypted = try Binary.run(
            ["nip44", "encrypt", "--to", other.publicKey.npub, "-o", "json"], input: text + "\n",
            environment: RelayTests.key)
        #expect(encrypted.status == 0)
        let payload = try JSONReader(
            JSONValue.parse(encrypted.output, limits: JSONLimits(maximumBytes: 9_999))
        ).member("payload").string()
        let words = ["nip44", "decrypt", "--from", Fixed.publicHex, "-o", "json"]
        let decrypted = try Binary.run(
            words, input: payload + "\n", environment: ["BUZZ_PRIVATE_KEY": other.secretKey.exposedHex()])
        #expect(decrypted.status == 0)
        let plaintext = try JSONReader(
            JSONValue.parse(decrypted.output, limits: JSONLimits(maximumBytes: 9_999))
        ).member("plaintext").string()
        #expect(plaintext == text)
        let wrong = try Binary.run(words, input: payload, environment: RelayTests.key)
        #expect(wrong.status == 5)
        #expect(wrong.output == "")
        #expect(
            wrong.errors.hasPrefix(
                "buzzctl: cannot decrypt the payload: the payload was not encrypted under this conversation key"
            ))
    }

    @Test(
        "what can't be encrypted or decrypted says why",
        arguments: [
            (["encrypt", "--to", Fixed.npub], "", "cannot encrypt the text: nothing to encrypt"),
            (["decrypt", "--from", Fixed.npub], "#", "cannot decrypt the payload: unsupported encryption"),
            (
                ["encrypt", "--to", Fixed.npub], String(repeating: "x", count: 65_536),
                "cannot read standard input: it is longer than 65535 bytes"
            ),
        ])
    func badEncryption(_ words: [String], _ input: String, _ message: String) throws {
        let outcome = try Binary.run(["nip44"] + words, input: input, environment: RelayTests.key)
        #expect(outcome.status == 5)
        #expect(outcome.errors.hasPrefix("buzzctl: \(message)"))
    }

    // MARK: nip98

    @Test("a header is good for its request and no other")
    func header() throws {
        let folder = try TemporaryFolder()
        let body = try folder.file("body", "[{}]")
        let url = "https://relay.example/query"
        let request = ["--url", url, "--method", "POST", "--body", body]
        let made = try Binary.run(
            ["nip98", "header", "-o", "json"] + request, environment: RelayTests.key)
        #expect(made.status == 0)
        let header = try JSONReader(
            JSONValue.parse(made.output, limits: JSONLimits(maximumBytes: 9_999))
        ).member("authorization").string()
        for (input, words, start) in [
            (header, request, "{\"valid\":true,\"pubkey\":\"\(Fixed.publicHex)\",\"id\":"),
            ("authorization: \(header)\r\n", request + ["--require-payload", "--exact"], "{\"valid\":true,"),
            (header, ["--url", url, "--body", body], "{\"valid\":false,\"reason\":\"method mismatch"),
            (header, ["--url", url, "--method", "POST"], "{\"valid\":false,\"reason\":\"payload tag"),
            (header, request + ["--at", "1h"], "{\"valid\":false,\"reason\":\"event timestamp outside"),
            ("Bearer x", request, "{\"valid\":false,\"reason\":\"missing Nostr auth\"}"),
        ] {
            let outcome = try Binary.run(["nip98", "verify", "-o", "json"] + words, input: input)
            #expect(outcome.output.hasPrefix(start))
            #expect(outcome.status == (start.contains("true") ? 0 : 5))
            #expect(outcome.errors == "")
        }
    }

    @Test(
        "a URL that is none is refused",
        arguments: ["relay.example", "wss://relay.example", "https://a b", "https://u:p@relay.example/"])
    func badURL(_ url: String) throws {
        let outcome = try Binary.run(["nip98", "header", "--url", url], environment: RelayTests.key)
        #expect(outcome.status == 2)
        #expect(outcome.errors.hasPrefix("buzzctl: --url: expected a URL that starts with https://"))
    }

    // MARK: link

    @Test("links lead where they say, and what leads nowhere is reported")
    func links() throws {
        let message = "buzz://message?channel=\(Self.channel.uppercased())&id=\(Self.id.uppercased())"
        let invite = "https://relay.example/invite/abc"
        let lines = [message, "", "buzz://connect?x=1", invite, "mailto:a@b.example"]
        let outcome = try Binary.run(
            ["link", "parse", "-o", "jsonl"], input: lines.joined(separator: "\n"))
        #expect(
            outcome
                == Outcome(
                    status: 5,
                    output: """
                        {"type":"message","channel":"\(Self.channel)","id":"\(Self.id)"}
                        {"type":"invite","relay":"wss://relay.example"}

                        """,
                    errors: """
                        standard input, line 3: This link opens in the desktop app only. Open it there.
                        standard input, line 5: Only buzz:// links and https:// invites are opened here.

                        """))
        let shown = try Binary.run(["link", "parse", "--secret", "-o", "jsonl", "-"], input: invite)
        #expect(
            shown.output == "{\"type\":\"invite\",\"relay\":\"wss://relay.example\",\"code\":\"abc\"}\n")
        let local = "http://localhost:3000/invite/abc"
        #expect(try Binary.run(["link", "parse", "-"], input: local).status == 5)
        #expect(try Binary.run(["link", "parse", "--development", "-"], input: local).status == 0)
    }

    @Test(
        "each form is built from its parts",
        arguments: [
            (
                ["message", "--channel", channel.uppercased(), "--id", id.uppercased()],
                "buzz://message?channel=\(channel)&id=\(id)"
            ),
            (["agent", "--card", "a/1"], nil), (["agent", "--card", "a 1"], "buzz://agent/new?card=a%201"),
            (
                ["repo", "--owner", Fixed.npub, "--name", "x&y"],
                "buzz://repo?owner=\(Fixed.publicHex)&d=x%26y"
            ),
            (["project", "--owner", Fixed.publicHex], nil), (["pr", "--id", id], "buzz://pr?id=\(id)"),
            (["issue", "--id", "x"], nil), (["message", "--id", id], nil), (["nothing"], nil),
        ] as [([String], String?)])
    func build(_ words: [String], _ link: String?) throws {
        let outcome = try Binary.run(["link", "build", "-o", "jsonl"] + words)
        #expect(outcome.status == (link == nil ? 2 : 0))
        #expect(outcome.output == (link.map { "{\"link\":\"\($0)\"}\n" } ?? ""))
    }

    @Test("an invite's code comes from a file or standard input")
    func invite() throws {
        let outcome = try Binary.run(
            ["link", "build", "invite", "--relay", "wss://R.example:443", "--code-file", "-", "-o", "json"],
            input: "v2.abc\n")
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output:
                        "{\"link\":\"https://r.example/invite/v2.abc\",\"hand_off\":\"buzz://join?relay=wss%3A%2F%2Fr.example&code=v2.abc\"}\n",
                    errors: ""))
    }
}
