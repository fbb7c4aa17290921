import NostrCore
import Testing

/// A request, what its header signs, and the verdict.
private struct Attempt {
    var kind: UInt16 = 27235
    var createdAt: Int64 = time
    var tags: [[String]] = [["u", "https://r.example/query"], ["method", "POST"]]
    var url = "https://r.example/query"
    var method = "POST"
    var body: [UInt8] = []
    var policy = NIP98.URLPolicy.exact
    var payload = NIP98.PayloadPolicy.optional
    var now: Int64 = time

    func verify() throws -> VerifiedEvent {
        let event = try EventTemplate(kind: kind, createdAt: createdAt, tags: tags).signed(by: keyOne())
        return try verify(header: NIP98.header(event))
    }

    func verify(header: String?) throws(NIP98Error) -> VerifiedEvent {
        try NIP98.verify(
            header: header, request: .init(url: url, method: method, body: body), now: now, url: policy,
            payload: payload)
    }
}

@Suite struct NIP98RefusalTests {
    @Test(
        "no Nostr header",
        arguments: [
            nil, "", "Nostr", "nostr e30=", "NOSTR e30=", "Bearer e30=", " Nostr e30=", "Nostr\te30=",
        ] as [String?])
    func missing(header: String?) {
        #expect(throws: NIP98Error.missing) { try Attempt().verify(header: header) }
    }

    @Test(
        "no standard padded base64",
        arguments: [
            "Nostr e30", "Nostr e3-_", "Nostr  e30=", "Nostr e30= ", "Nostr e30=\n", "Nostr e31=",
            "Nostr e===", "Nostr é30=",
        ])
    func base64(header: String) {
        #expect(throws: NIP98Error.invalidBase64) { try Attempt().verify(header: header) }
    }

    @Test("no UTF-8")
    func utf8() {
        let header = "Nostr " + Base64.encode([0x7B, 0xFF, 0x7D])
        #expect(throws: NIP98Error.invalidUTF8) { try Attempt().verify(header: header) }
    }

    @Test("no event")
    func noEvent() {
        #expect(throws: NIP98Error.invalidEvent(.missing(member: "id"))) {
            try Attempt().verify(header: "Nostr " + Base64.encode(Array("{}".utf8)))
        }
        #expect(
            throws: NIP98Error.invalidEvent(.json(JSONError(.unexpectedEnd(expected: "an object"), at: 0)))
        ) {
            try Attempt().verify(header: "Nostr ")
        }
        let long = [UInt8](repeating: 0x20, count: 65537)
        #expect(throws: NIP98Error.invalidEvent(.json(JSONError(.tooLong(limit: 65536), at: 65536)))) {
            try Attempt().verify(header: "Nostr " + Base64.encode(long))
        }
    }

    @Test("a forged event")
    func forged() throws {
        let event = try EventTemplate(
            kind: 27235, createdAt: time, tags: [["u", "https://r.example/query"], ["method", "POST"]]
        ).signed(by: keyOne())
        let altered = event.text.replacing(first: "/query", with: "/other")
        #expect(throws: NIP98Error.invalidSignature) {
            try Attempt().verify(header: "Nostr " + Base64.encode(Array(altered.utf8)))
        }
        let resigned = event.text.replacing(first: event.signature.hex.suffix(1) + "\"}", with: "g\"}")
        #expect(throws: NIP98Error.self) {
            try Attempt().verify(header: "Nostr " + Base64.encode(Array(resigned.utf8)))
        }
    }

    /// Each row repairs the fault of the one before it, so the order of the checks shows.
    @Test("faults are found in order")
    func order() throws {
        var attempt = Attempt(
            kind: 1, createdAt: time - 61, tags: [], method: "GET", body: [1], payload: .required)
        #expect(throws: NIP98Error.wrongKind(1)) { try attempt.verify() }
        attempt.kind = 27235
        #expect(throws: NIP98Error.timestamp(delta: -61)) { try attempt.verify() }
        attempt.createdAt = time
        #expect(throws: NIP98Error.missingTag("u")) { try attempt.verify() }
        attempt.tags = [["u", "https://evil.example/query"], ["u", "https://r.example/query"]]
        #expect(throws: NIP98Error.duplicateTag("u")) { try attempt.verify() }
        attempt.tags = [["u", "https://evil.example/query"]]
        #expect(
            throws: NIP98Error.urlMismatch(
                found: "https://evil.example/query", expected: "https://r.example/query")
        ) { try attempt.verify() }
        attempt.tags = [["u", "https://r.example/query"]]
        #expect(throws: NIP98Error.missingTag("method")) { try attempt.verify() }
        attempt.tags += [["method", "POST"], ["method", "GET"]]
        #expect(throws: NIP98Error.duplicateTag("method")) { try attempt.verify() }
        attempt.tags.removeLast()
        #expect(throws: NIP98Error.methodMismatch(found: "POST", expected: "GET")) { try attempt.verify() }
        attempt.method = "POST"
        #expect(throws: NIP98Error.missingTag("payload")) { try attempt.verify() }
        let digest = SHA256.hash([1]).hex
        attempt.tags += [["payload", digest], ["payload", digest]]
        #expect(throws: NIP98Error.duplicateTag("payload")) { try attempt.verify() }
        attempt.tags.removeLast()
        #expect(try attempt.verify().author.hex == p1)
    }

    @Test(
        "60 seconds either way, inclusive",
        arguments: [
            (time - 61, false), (time - 60, true), (time, true), (time + 60, true), (time + 61, false),
            (0, false), (Event.maximumCreatedAt, false),
        ])
    func window(createdAt: Int64, accepted: Bool) throws {
        let attempt = Attempt(createdAt: createdAt)
        if accepted {
            #expect(throws: Never.self) { try attempt.verify() }
        } else {
            #expect(throws: NIP98Error.timestamp(delta: createdAt - time)) { try attempt.verify() }
        }
    }

    @Test("a clock at the end of time refuses and does not trap", arguments: [Int64.min, .max])
    func farClock(now: Int64) {
        #expect {
            try Attempt(now: now).verify()
        } throws: { error in
            guard case .timestamp? = error as? NIP98Error else { return false }
            return true
        }
    }

    @Test("E06 a mismatch is told without the expected URL only by its kind")
    func descriptions() {
        let errors: [NIP98Error] = [
            .missing, .invalidBase64, .invalidUTF8, .invalidEvent(.notAnObject), .wrongKind(1),
            .invalidSignature,
            .timestamp(delta: -61), .missingTag("u"), .duplicateTag("u"),
            .urlMismatch(found: "a", expected: "b"), .methodMismatch(found: "a", expected: "b"),
            .payloadMismatch,
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(errors[6].description == "event timestamp outside ±60s window (delta: -61s)")
        #expect(errors[4].description == "expected kind 27235, got 1")
    }
}

@Suite struct NIP98URLTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let signed: String
        let request: String
        let exact: Bool
        let normalized: Bool
        var testDescription: String { "\(signed) for \(request)" }
        init(_ signed: String, _ request: String, exact: Bool, normalized: Bool) {
            self.signed = signed
            self.request = request
            self.exact = exact
            self.normalized = normalized
        }
    }

    static let query = "https://r.example/query"

    static let rows: [Row] = [
        Row(query, "https://r.example:3443/query", exact: false, normalized: false),
        Row("https://r.example:3443/query", "https://r.example:3443/query", exact: true, normalized: true),
        Row("https://r.example:443/query", query, exact: false, normalized: true),
        Row("https://r.example:/query", query, exact: false, normalized: true),
        Row("http://r.example:80/query", "http://r.example/query", exact: false, normalized: true),
        Row("http://r.example:443/query", "http://r.example/query", exact: false, normalized: false),
        Row("https://r.example:0443/query", query, exact: false, normalized: false),
        Row(
            "https://r.example:65536/query", "https://r.example:65536/query/", exact: false, normalized: false
        ),
        Row("\(query)/", query, exact: false, normalized: true),
        Row("\(query)//", query, exact: false, normalized: false),
        Row("https://r.example", "https://r.example/", exact: false, normalized: true),
        Row("https://r.example?a=1", "https://r.example/?a=1", exact: false, normalized: true),
        Row("https://r.example/q?a=1&b=2", "https://r.example/q?b=2&a=1", exact: false, normalized: false),
        Row("https://r.example/q?a=1", "https://r.example/q", exact: false, normalized: false),
        Row("https://r.example/q?", "https://r.example/q", exact: false, normalized: false),
        Row("https://r.example/q?a=/", "https://r.example/q?a=", exact: false, normalized: false),
        Row("https://r.example/q/?a", "https://r.example/q?a", exact: false, normalized: true),
        Row("https://R.example/query", query, exact: false, normalized: true),
        Row("HTTPS://r.EXAMPLE/query", query, exact: false, normalized: true),
        Row("https://r.example/Query", query, exact: false, normalized: false),
        Row("http://r.example/query", query, exact: false, normalized: false),
        Row("wss://r.example/query", query, exact: false, normalized: false),
        Row("https://r.example./query", query, exact: false, normalized: false),
        Row("https://r.example.evil.example/query", query, exact: false, normalized: false),
        Row("https://evil.example@r.example/query", query, exact: false, normalized: false),
        Row("https://r.example/%71uery", query, exact: false, normalized: false),
        Row("https://r.example/./query", query, exact: false, normalized: false),
        Row("\(query)#x", query, exact: false, normalized: false),
        Row("\(query)#x", "\(query)/#x", exact: false, normalized: false),
        Row(" \(query)", query, exact: false, normalized: false),
        Row("/query", query, exact: false, normalized: false),
        Row("https:///query", query, exact: false, normalized: false),
        Row("https://[::1]:443/q", "https://[::1]/q", exact: false, normalized: true),
        Row("https://[::1]:8/q", "https://[::1]/q", exact: false, normalized: false),
        Row("https://[::1/q", "https://[::1]/q", exact: false, normalized: false),
        // Swift's == calls these equal; a URL is bytes.
        Row("https://r.example/e\u{301}", "https://r.example/\u{E9}", exact: false, normalized: false),
        Row("https://r.example/q?e\u{301}", "https://r.example/q?\u{E9}", exact: false, normalized: false),
        Row("https://\u{212A}.example/q", "https://k.example/q", exact: false, normalized: false),
        Row("https://r.example/q#\u{301}x", "https://r.example/q#\u{301}x/", exact: false, normalized: false),
        Row("https://r.example/\u{301}q", "https://R.example/\u{301}q", exact: false, normalized: true),
        Row("https://r.example:\u{663}/q", "https://r.example:\u{663}/q/", exact: false, normalized: false),
    ]

    @Test("E01 the URL by policy", arguments: rows)
    func policy(_ row: Row) throws {
        for (policy, accepted) in [(NIP98.URLPolicy.exact, row.exact), (.normalized, row.normalized)] {
            let attempt = Attempt(
                tags: [["u", row.signed], ["method", "POST"]], url: row.request, policy: policy)
            if accepted {
                #expect(throws: Never.self, "\(policy)") { try attempt.verify() }
            } else {
                #expect(
                    throws: NIP98Error.urlMismatch(found: row.signed, expected: row.request), "\(policy)"
                ) { try attempt.verify() }
            }
        }
    }
}

@Suite struct NIP98PayloadTests {
    static let raw = #"[ {"kinds": [9], "limit": 10} ]"#
    static let digest = "98600a21277556a8b06a1ab3764859ff03f96a744528b6d6fad523476f928d38"
    static let minified = "182bd14979207c6dd9ea39117609759636d8e9702d02b540e918c152e0354e2e"
    static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private static func attempt(_ payload: [String], body: String, _ policy: NIP98.PayloadPolicy) -> Attempt {
        Attempt(
            tags: [["u", "https://r.example/query"], ["method", "POST"]] + payload.map { ["payload", $0] },
            body: Array(body.utf8), payload: policy)
    }

    @Test(
        "refused",
        arguments: [
            ("E02 hash of the minified text", minified, raw),
            ("E03 hash of {}", "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a", raw),
            ("E04 another hash without a body", hex64("a"), ""),
            ("E05 base64", "mGAKISd1VqiwahqzdkhZ/wP5anRFKLbW+tUjR2+SjTg=", raw),
            ("upper case", digest.uppercased(), raw), ("empty", "", raw),
            ("cut", String(digest.dropLast()), raw),
            ("the right hash for another body", digest, raw + " "),
        ])
    func refused(name: String, payload: String, body: String) {
        for policy in [NIP98.PayloadPolicy.optional, .required] {
            #expect(throws: NIP98Error.payloadMismatch, "\(name)") {
                try Self.attempt([payload], body: body, policy).verify()
            }
        }
    }

    @Test("E02, E04 accepted")
    func accepted() throws {
        for policy in [NIP98.PayloadPolicy.optional, .required] {
            #expect(throws: Never.self) { try Self.attempt([Self.digest], body: Self.raw, policy).verify() }
            #expect(throws: Never.self) { try Self.attempt([Self.empty], body: "", policy).verify() }
        }
        #expect(throws: Never.self) { try Self.attempt([], body: "", .optional).verify() }
        #expect(throws: Never.self) { try Self.attempt([], body: Self.raw, .optional).verify() }
    }

    @Test("E07 a delivery without its payload, or with two of a tag")
    func deliveries() {
        #expect(throws: NIP98Error.missingTag("payload")) {
            try Self.attempt([], body: Self.raw, .required).verify()
        }
        #expect(throws: NIP98Error.duplicateTag("payload")) {
            try Self.attempt([Self.digest, Self.minified], body: Self.raw, .required).verify()
        }
        // A second tag without a value is a second tag.
        let attempt = Attempt(tags: [["u", "https://r.example/query"], ["u"], ["method", "POST"]])
        #expect(throws: NIP98Error.duplicateTag("u")) { try attempt.verify() }
        #expect(throws: NIP98Error.missingTag("u")) {
            try Attempt(tags: [["u"], ["method", "POST"]]).verify()
        }
    }

    @Test(
        "a method is compared without case, and as bytes",
        arguments: [
            ("post", "POST", true), ("Post", "POST", true), ("POST", "post", true),
            ("PO\u{17F}T", "POST", false),
            ("LIN\u{212A}", "LINK", false), ("POST ", "POST", false), ("", "POST", false),
            ("M-SEARCH", "M-SEARCH", true),
            ("M\rSEARCH", "M-SEARCH", false),
        ])
    func method(stated: String, requested: String, accepted: Bool) {
        let attempt = Attempt(
            tags: [["u", "https://r.example/query"], ["method", stated]], method: requested)
        if accepted {
            #expect(throws: Never.self) { try attempt.verify() }
        } else {
            #expect(throws: NIP98Error.methodMismatch(found: stated, expected: requested)) {
                try attempt.verify()
            }
        }
    }

    @Test("the client's header is accepted and says what it must", arguments: ["", raw])
    func roundTrip(body: String) async throws {
        let keys = try KeyPair.random()
        let url = "https://r.example/query?a=1"
        let bytes = Array(body.utf8)
        let request = NIP98.Request(url: url, method: "POST", body: bytes)
        let header = try await NIP98.header(url: url, method: "POST", body: bytes, now: time, signer: keys)
        let event = try NIP98.verify(
            header: header, request: request, now: time + 60, url: .exact,
            payload: body.isEmpty ? .optional : .required)
        #expect(event.author == keys.publicKey)
        #expect(event.content.isEmpty)
        #expect(event.event.tagCount(named: "payload") == (body.isEmpty ? 0 : 1))
        #expect(event.event.firstValue(ofTag: "nonce")?.utf8.count == 32)
        // Two equal requests of one second are two events, or replay protection would refuse the second.
        let second = try await NIP98.header(url: url, method: "POST", body: bytes, now: time, signer: keys)
        #expect(second != header)
    }
}
