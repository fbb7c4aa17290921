import DeepLinks
import Testing

/// Edge cases K06, M10 and M14 of the specification, and the rest of their kinds.
@Suite("Origins")
struct OriginTests {
    @Test(
        "ports (M10)",
        arguments: [
            ("", "", nil), (":443", "", nil), (":", "", nil), (":8443", ":8443", nil), (":80", ":80", nil),
            (":1", ":1", nil), (":65535", ":65535", nil), (":0", nil, .malformed(.port)),
            (":65536", nil, .malformed(.port)),
            (":08443", nil, .malformed(.port)), (":00", nil, .malformed(.port)),
            (":-1", nil, .malformed(.port)),
            (":+443", nil, .malformed(.port)), (":0x1bb", nil, .malformed(.port)),
            (":443:443", nil, .malformed(.port)),
            (":4%204", nil, .malformed(.port)), (":4 4", nil, .malformed(.relay)),
            (":a", nil, .malformed(.port)),
            (":\u{FF14}\u{FF14}\u{FF13}", nil, .malformed(.port)),
            (":99999999999999999999", nil, .malformed(.port)),
            (":443x", nil, .malformed(.port)),
        ] as [(String, String?, DeepLinkError?)])
    func ports(port: String, kept: String?, expected: DeepLinkError?) {
        for host in ["r.example", "8.8.8.8", "[2001:4860:4860::8888]"] {
            let address = "wss://\(host)\(port)"
            do throws(DeepLinkError) {
                let origin = try RelayOrigin(address)
                #expect(expected == nil)
                #expect(kept.map { "wss://\(host)\($0)" } == origin.text)
                #expect(kept.map { "https://\(host)\($0)" } == origin.webText)
            } catch {
                #expect(error == expected)
            }
        }
    }

    @Test(
        "addresses that are no origin",
        arguments: [
            ("", .unsupportedScheme), ("r.example", .unsupportedScheme),
            ("ftp://r.example", .unsupportedScheme),
            ("wss:/r.example", .malformed(.relay)), ("wss://", .missing(.host)),
            ("wss://:443", .missing(.host)),
            ("wss://r.example/x", .notAnOrigin), ("wss://r.example//", .notAnOrigin),
            ("wss://r.example?", .notAnOrigin),
            ("wss://r.example/?x", .notAnOrigin), ("wss://r.example#", .hasFragment),
            ("wss://@r.example", .hasCredentials),
            ("wss://a:b@r.example", .hasCredentials), (" wss://r.example", .malformed(.relay)),
            ("wss://r.example\n", .malformed(.relay)), ("wss://r.example\\x", .malformed(.host)),
            ("wss://" + String(repeating: "x", count: 2_043), .tooLong(bytes: 2_049, limit: 2_048)),
        ] as [(String, DeepLinkError)])
    func refused(text: String, error: DeepLinkError) {
        #expect(throws: error) { try Origin(text) }
    }

    @Test("the web's schemes and the relay's are one, encrypted or not; the default port goes without saying")
    func spellings() throws {
        for text in [
            "wss://r.example", "https://R.EXAMPLE:443/", "WSS://r.example.:443", "https://r.example:",
        ] {
            let origin = try Origin(text)
            #expect(origin.text == "wss://r.example")
            #expect(origin.webText == "https://r.example")
            #expect(origin.port == 443)
        }
        for text in ["ws://r.example", "http://r.example:80/"] {
            let origin = try Origin(text)
            #expect(origin.text == "ws://r.example")
            #expect(origin.webText == "http://r.example")
            #expect(origin.port == 80)
        }
        #expect(try Origin("ws://r.example:443").text == "ws://r.example:443")
    }

    @Test(
        "the same community: scheme security, host and effective port (K06)",
        arguments: [
            ("wss://r.example", "https://R.EXAMPLE:443", true),
            ("wss://r.example", "wss://r.example./", true),
            ("wss://b\u{FC}cher.example", "https://xn--bcher-kva.example", true),
            ("wss://[2606:4700:0::1]", "wss://[2606:4700::1]:443", true),
            ("ws://r.example", "http://r.example:80", true),
            ("ws://r.example", "https://r.example", false), ("ws://r.example:443", "wss://r.example", false),
            ("wss://r.example:8443", "https://r.example", false),
            ("wss://r.example", "wss://s.example", false),
            ("wss://r.example", "wss://www.r.example", false),
            ("ws://LOCALHOST:3000/", "ws://localhost:3000", true),
            ("ws://localhost:3000", "ws://127.0.0.1:3000", false),
            ("ws://localhost:3000", "ws://a.localhost:3000", false),
        ] as [(String, String, Bool)])
    func communities(one: String, other: String, isSame: Bool) throws {
        let one = try Origin(one)
        let other = try Origin(other)
        for policy in [DeepLinkPolicy.production, .development] {
            #expect(one.isSameCommunity(as: other, policy: policy) == isSame)
            #expect(other.isSameCommunity(as: one, policy: policy) == isSame)
        }
        #expect((one == other) == isSame)
    }

    @Test(
        "localhost and its addresses are one host where the policy says so, others not (M14)"
    )
    func loopback() throws {
        var policy = DeepLinkPolicy.development
        policy.equatesLoopbackHosts = true
        let stored = try Origin("ws://127.0.0.1:3000")
        for text in ["ws://LOCALHOST:3000/", "ws://[::1]:3000", "http://localhost.:3000"] {
            #expect(try Origin(text).isSameCommunity(as: stored, policy: policy))
        }
        for text in [
            "wss://localhost:3000", "ws://localhost:3001", "ws://127.0.0.2:3000", "ws://a.localhost:3000",
        ] {
            #expect(try !Origin(text).isSameCommunity(as: stored, policy: policy))
        }
    }

    @Test("a community that was joined already is found among the saved ones (K06)")
    func joined() throws {
        let saved = try ["ws://r.example", "wss://r.example:8443", "wss://r.example"].map { try Origin($0) }
        guard case .invite(let link) = try DeepLink.parse("https://R.EXAMPLE:443/invite/x") else {
            Issue.record("not an invite")
            return
        }
        #expect(link.relay.position(among: saved) == 2)
        #expect(link.relay.position(among: saved.prefix(2)) == nil)
    }

    @Test(
        "which relays a policy lets in",
        arguments: [
            ("ws://r.example", .insecure, .insecure), ("ws://203.0.113.5:3000", .insecure, .insecure),
            ("ws://localhost:3000", .insecure, nil), ("ws://127.0.0.1", .insecure, nil),
            ("ws://[::1]", .insecure, nil),
            ("ws://a.localhost", .insecure, nil), ("wss://localhost", .privateAddress, nil),
            ("wss://127.9.9.9", .privateAddress, nil), ("wss://10.0.0.1", .privateAddress, .privateAddress),
            ("wss://[::ffff:127.0.0.1]", .privateAddress, .privateAddress),
            ("wss://[fe80::1]", .privateAddress, .privateAddress),
            ("wss://0.0.0.0", .privateAddress, .privateAddress), ("wss://r.example", nil, nil),
            ("https://r.example", .unsupportedScheme, .unsupportedScheme),
        ] as [(String, DeepLinkError?, DeepLinkError?)])
    func policies(text: String, production: DeepLinkError?, development: DeepLinkError?) {
        for (policy, expected) in [(DeepLinkPolicy.production, production), (.development, development)] {
            var found: DeepLinkError?
            do throws(DeepLinkError) {
                _ = try RelayOrigin(text, policy: policy)
            } catch {
                found = error
            }
            #expect(found == expected)
        }
    }
}
