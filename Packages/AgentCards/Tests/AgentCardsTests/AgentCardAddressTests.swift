import AgentCards
import Testing

@Suite struct HostedEnvironmentTests {
    @Test(
        "origins refused",
        arguments: [
            ("", .notAnOrigin), ("cdn.example", .notAnOrigin), ("//cdn.example", .notAnOrigin),
            ("https:///x", .notAnOrigin), ("https://", .notAnOrigin), ("https://cdn.example/x", .notAnOrigin),
            ("https://cdn.example//", .notAnOrigin), ("https://cdn.example?x", .notAnOrigin),
            ("https://cdn.example#", .notAnOrigin), ("https://cdn.example#\u{301}", .notAnOrigin),
            ("https://cdn example", .notAnOrigin), ("https://cdn..example", .notAnOrigin),
            ("https://ü.example", .notAnOrigin), ("https://cdn%2eexample", .notAnOrigin),
            ("https://cdn.example\\x", .notAnOrigin), ("https://cdn.example:", .notAnOrigin),
            ("https://cdn.example:0", .notAnOrigin), ("https://cdn.example:08443", .notAnOrigin),
            ("https://cdn.example:65536", .notAnOrigin), ("https://cdn.example:+1", .notAnOrigin),
            ("https://[::1", .notAnOrigin), ("https://[]", .notAnOrigin), ("https://[::1]x", .notAnOrigin),
            ("https://[fe80::1%25en0]", .notAnOrigin),
            ("https://u@cdn.example", .hasCredentials), ("https://u:p@cdn.example", .hasCredentials),
            ("javascript:1", .notAnOrigin), ("ftp://cdn.example", .unsupportedScheme),
            ("wss://cdn.example", .unsupportedScheme), (" https://cdn.example", .unsupportedScheme),
            ("http://cdn.example", .insecure), ("http://127.0.0.1.evil.example", .insecure),
            ("http://127.1", .insecure), ("http://127.0.0.01", .insecure), ("http://128.0.0.1", .insecure),
            ("http://localhost.evil.example", .insecure), ("http://[::2]", .insecure),
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
    static func environment() throws -> HostedEnvironment {
        try HostedEnvironment(.production, avatarsOrigin: "https://cdn.example")
    }

    @Test(
        "L06 ids refused in a link",
        arguments: [
            ("..", .dotSegment), (".", .dotSegment), ("", .empty), ("a/b", .containsSlash),
            ("a%2Fb", .containsSlash), ("a%2fb", .containsSlash), ("%2e%2e", .dotSegment),
            ("%2E.", .dotSegment),
            ("a%00b", .containsControl), ("a%0Ab", .containsControl), ("a%7F", .containsControl),
            ("a%C2%85b", .containsControl), (String(repeating: "x", count: 129), .tooLong(bytes: 129)),
            (String(repeating: "%C3%BC", count: 65), .tooLong(bytes: 130)), ("%", .malformed),
            ("a%2", .malformed),
            ("%zz", .malformed), ("%+1", .malformed), ("%C3%28", .malformed), ("%C3", .malformed),
            ("%ED%A0%80", .malformed), ("%C0%AF", .malformed),
        ] as [(String, AgentCardIDError)])
    func refused(value: String, error: AgentCardIDError) {
        #expect(throws: error) { try AgentCardID(linkValue: value) }
        #expect(!error.description.isEmpty)
    }

    @Test(
        "L06 ids as one segment",
        arguments: [
            ("ü", "%C3%BC"), ("%C3%BC", "%C3%BC"), ("a b", "a%20b"), ("a%20b", "a%20b"),
            ("a?b#c", "a%3Fb%23c"),
            ("a+b", "a%2Bb"), ("...", "..."), ("a.b-c_d~e", "a.b-c_d~e"), ("a\\b", "a%5Cb"),
            ("%252F", "%252F"),
            ("%252e%252e", "%252e%252e"), ("a:b@c", "a%3Ab%40c"),
            (String(repeating: "x", count: 128), String(repeating: "x", count: 128)),
        ])
    func encoded(value: String, segment: String) throws {
        let id = try AgentCardID(linkValue: value)
        #expect(id.pathSegment == segment)
        #expect(
            try AgentCardAddress(id: id, in: Self.environment()).url
                == "https://cdn.example/\(segment)/agent.json")
        // The segment decodes to the same id, so what the server sees is what the card must state.
        #expect(try AgentCardID(linkValue: segment) == id)
    }

    @Test("an id given decoded is not decoded again")
    func decoded() throws {
        #expect(try AgentCardID("%2e%2e").pathSegment == "%252e%252e")
        #expect(throws: AgentCardIDError.dotSegment) { try AgentCardID("..") }
    }

    @Test("the card must state the id byte for byte")
    func stated() throws {
        let id = try AgentCardID("\u{E9}")
        #expect(id.matches("\u{E9}"))
        #expect(!id.matches("e\u{301}"))
        #expect(!id.matches("%C3%A9"))
        #expect(try id != AgentCardID("e\u{301}"))
        #expect(try Set([id, AgentCardID("e\u{301}"), AgentCardID("\u{E9}")]).count == 2)
    }
}
