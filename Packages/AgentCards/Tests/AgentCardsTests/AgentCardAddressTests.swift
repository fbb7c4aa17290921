import AgentCards
import DeepLinks
import Testing

@Suite struct HostedEnvironmentTests {
    @Test(
        "origins refused",
        arguments: [
            ("", .unsupportedScheme), ("cdn.example", .unsupportedScheme),
            ("//cdn.example", .unsupportedScheme),
            ("https:///x", .notAnOrigin), ("https://", .notAnOrigin), ("https://cdn.example/x", .notAnOrigin),
            ("https:cdn.example", .notAnOrigin), ("https", .notAnOrigin),
            ("https://cdn.example//", .notAnOrigin), ("https://cdn.example?x", .notAnOrigin),
            ("https://cdn.example#", .notAnOrigin), ("https://cdn.example#\u{301}", .notAnOrigin),
            ("https://cdn example", .notAnOrigin), ("https://cdn..example", .notAnOrigin),
            ("https://cdn%2eexample", .notAnOrigin), ("https://cdn.example\\x", .notAnOrigin),
            ("https://cdn.example:0", .notAnOrigin), ("https://cdn.example:08443", .notAnOrigin),
            ("https://cdn.example:65536", .notAnOrigin), ("https://cdn.example:+1", .notAnOrigin),
            ("https://[::1", .notAnOrigin), ("https://[]", .notAnOrigin), ("https://[::1]x", .notAnOrigin),
            ("https://[fe80::1%25en0]", .notAnOrigin), ("http://127.1", .notAnOrigin),
            ("http://127.0.0.01", .notAnOrigin),
            ("https://u@cdn.example", .hasCredentials), ("https://u:p@cdn.example", .hasCredentials),
            ("javascript:1", .unsupportedScheme), ("ftp://cdn.example", .unsupportedScheme),
            ("wss://cdn.example", .unsupportedScheme), (" https://cdn.example", .unsupportedScheme),
            ("http://cdn.example", .insecure), ("http://127.0.0.1.evil.example", .insecure),
            ("http://128.0.0.1", .insecure), ("http://localhost.evil.example", .insecure),
            ("http://[::2]", .insecure),
        ] as [(String, HostedEnvironmentError)])
    func refused(origin: String, error: HostedEnvironmentError) {
        #expect(throws: error) {
            try HostedEnvironment(.custom, avatarsOrigin: origin, allowsLoopbackHTTP: true)
        }
        #expect(!error.description.isEmpty)
    }

    @Test(
        "http to this machine needs a development build",
        arguments: ["http://localhost:8080", "http://127.0.0.1", "http://[::1]:1"])
    func loopback(origin: String) throws {
        #expect(throws: HostedEnvironmentError.insecure) {
            try HostedEnvironment(.custom, avatarsOrigin: origin)
        }
        let environment = try HostedEnvironment(.custom, avatarsOrigin: origin, allowsLoopbackHTTP: true)
        #expect(environment.avatarsOrigin == origin)
    }

    @Test(
        "origins accepted, in one spelling",
        arguments: [
            ("https://cdn.example", "https://cdn.example"), ("HTTPS://CDN.Example/", "https://cdn.example"),
            ("https://cdn.example:443", "https://cdn.example"),
            ("https://cdn.example:", "https://cdn.example"),
            ("https://cdn.example:80", "https://cdn.example:80"),
            ("https://cdn.example:8443/", "https://cdn.example:8443"),
            ("https://[2001:4860:4860::8888]:7000", "https://[2001:4860:4860::8888]:7000"),
        ])
    func accepted(origin: String, expected: String) throws {
        let environment = try HostedEnvironment(.staging, avatarsOrigin: origin)
        #expect(environment.avatarsOrigin == expected)
        #expect(environment.name == .staging)
    }
}

@Suite struct AgentCardAddressTests {
    static func link(card: String) throws -> AgentLink {
        guard case .agent(let link) = try DeepLink.parse("buzz://agent/new?card=\(card)") else {
            throw DeepLinkError.unsupportedHost
        }
        return link
    }

    @Test(
        "L06 ids refused in a link, before there is an address",
        arguments: [
            "..", ".", "", "a/b", "a%2Fb", "a%2fb", "%2e%2e", "%2E.", "a%00b", "a%0Ab", "a%7F", "a%C2%85b",
            String(repeating: "x", count: 129), String(repeating: "%C3%BC", count: 65), "%", "a%2", "%zz",
            "%C3%28", "%C3", "%ED%A0%80", "%C0%AF",
        ])
    func refused(value: String) {
        #expect(throws: DeepLinkError.self) { try Self.link(card: value) }
    }

    @Test(
        "L06 ids as one segment",
        arguments: [
            ("\u{FC}", "%C3%BC"), ("a b", "a%20b"), ("a?b#c", "a%3Fb%23c"), ("a+b", "a%2Bb"), ("...", "..."),
            ("a.b-c_d~e", "a.b-c_d~e"), ("a\\b", "a%5Cb"), ("%2e%2e", "%252e%252e"), ("%2F", "%252F"),
            ("a:b@c", "a%3Ab%40c"), ("u\u{308}", "u%CC%88"),
            (String(repeating: "x", count: 128), String(repeating: "x", count: 128)),
        ])
    func encoded(id: String, segment: String) throws {
        let environment = try HostedEnvironment(.production, avatarsOrigin: "https://cdn.example")
        let address = AgentCardAddress(try AgentLink(card: id), in: environment)
        #expect(address.url == "https://cdn.example/\(segment)/agent.json")
        // The segment decodes to the same id, so what the server sees is what the card must state.
        let back = try Self.link(card: segment)
        #expect(back.card.utf8.elementsEqual(id.utf8))
        #expect(AgentCardAddress(back, in: environment) == address)
    }
}
