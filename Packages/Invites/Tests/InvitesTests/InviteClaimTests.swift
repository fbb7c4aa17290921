import DeepLinks
import HTTPTransport
import Invites
import NostrCore
import Testing

/// An HTTP answer with its length.
func answer(_ status: String, _ body: String, headers: String = "") -> String {
    "HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
}

/// Joining over real sockets.
@Suite struct InviteClaimTests {
    static let now: Int64 = 1_767_000_000
    static let version = "e7bd1e38682d340337b588faf3903921fe217da988bce8d8c9b6e25d00faf2ba"
    static let joined = reply("joined")
    static let policy =
        #"{"policy":{"terms_markdown":"\u0023 Terms","privacy_markdown":null,"age_attestation_required":true,"#
        + #""version":"\#(version)"}}"#

    static func reply(_ status: String) -> String {
        #"{"status":"\#(status)","community_id":"DEA3E723-4236-4230-9184-f4879264e6fa","host":"r.example","#
            + #""role":"member"}"#
    }

    static func claim(at url: String, receipt: String? = nil, timeout: Duration = .seconds(5)) throws
        -> InviteClaim
    {
        let relay = try RelayOrigin(
            url.replacing("http", with: "ws", maxReplacements: 1), policy: .development)
        var session = InviteSession(try InviteLink(relay: relay, code: randomCode, policyReceipt: receipt))
        session.policyRead(nil)
        return InviteClaim(session, over: CurlTransport(), timeout: timeout)
    }

    static func opened(at url: String) throws -> InviteClaim {
        let relay = try RelayOrigin(
            url.replacing("http", with: "ws", maxReplacements: 1), policy: .development)
        return InviteClaim(
            InviteSession(try InviteLink(relay: relay, code: randomCode)), over: CurlTransport(),
            timeout: .seconds(5))
    }

    @Test(
        "K03 refusals of a claim",
        arguments: [
            ("403 F", "invite_expired", .expired), ("403 F", "invite_exhausted", .exhausted),
            ("403 F", "invite_invalid", .invalid), ("403 F", "join_policy_required", .policyNeeded),
            ("429 T", "too many invite claim attempts, slow down", .rateLimited(seconds: 60)),
            ("429 T", "rate-limited: quota exceeded; retry in 7s", .rateLimited(seconds: 7)),
            ("429 T", "retry in 99999999999999999999s", .rateLimited(seconds: 86_400)),
            (
                "401 U", "NIP-98: replay detected",
                .refused(status: 401, reason: "NIP-98: replay detected", during: .claim)
            ),
            ("403 F", "Invite_expired", .refused(status: 403, reason: "Invite_expired", during: .claim)),
            ("400 B", "invite_expired", .refused(status: 400, reason: "invite_expired", during: .claim)),
            (
                "403 F", "no \(randomCode) here",
                .refused(status: 403, reason: "its words repeat the invite and are not shown", during: .claim)
            ),
            ("403 F", #"a\nb\u202ec"#, .refused(status: 403, reason: "a b c", during: .claim)),
            ("302 F", "", .refused(status: 302, reason: "no reason given", during: .claim)),
        ] as [(String, String, InviteError)])
    func refusals(status: String, text: String, error: InviteError) async throws {
        let server = try ScriptedServer(
            answering: answer(status, #"{"error":"\#(text)"}"#, headers: "Location: /elsewhere\r\n"))
        defer { server.stop() }
        let claim = try Self.claim(at: server.url)
        let key = try KeyPair.random()
        await #expect(throws: error) { try await claim.claim(with: key, now: Self.now) }
        #expect(server.requests.count == 1)
        #expect(claim.session.mayDiscardKey)
    }

    @Test("a refused receipt is another matter than a missing one; Retry-After is heeded")
    func otherRefusals() async throws {
        let key = try KeyPair.random()
        let policy = try ScriptedServer(answering: answer("403 F", #"{"error":"join_policy_required"}"#))
        defer { policy.stop() }
        let withReceipt = try Self.claim(at: policy.url, receipt: "old")
        await #expect(throws: InviteError.policyExpired) {
            try await withReceipt.claim(with: key, now: Self.now)
        }
        let busy = try ScriptedServer(answering: answer("429 T", "<html>", headers: "Retry-After: 12\r\n"))
        defer { busy.stop() }
        let limited = try Self.claim(at: busy.url)
        await #expect(throws: InviteError.rateLimited(seconds: 12)) {
            try await limited.claim(with: key, now: Self.now)
        }
    }

    @Test(
        "malformed replies to a claim leave its outcome open",
        arguments: [
            "", "null", "[]", "{}", "{", #"{"status":"joined"}"#, reply("Joined"), reply(""),
            joined.replacing("DEA3", with: "DEA"), joined.replacing("r.example", with: ""),
            joined.replacing("r.example", with: #"r\n"#), joined.replacing(#""member""#, with: "1"),
        ])
    func malformed(body: String) async throws {
        let server = try ScriptedServer(answering: answer("200 OK", body))
        defer { server.stop() }
        let claim = try Self.claim(at: server.url)
        let key = try KeyPair.random()
        let error = await #expect(throws: InviteError.self) {
            try await claim.claim(with: key, now: Self.now)
        }
        guard case .malformedReply(_, .claim)? = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(!claim.session.mayDiscardKey)
    }

    @Test("K05 a refused port and a name without address: host and step, and the key is free")
    func unreachable() async throws {
        let key = try KeyPair.random()
        let rows = [
            (
                "127.0.0.1", "http://127.0.0.1:\(try ScriptedServer.refusedPort())",
                InviteError.Step.connection
            ),
            ("nothing.invalid", "https://nothing.invalid", .name),
        ]
        for (host, url, step) in rows {
            let claim = try Self.claim(at: url)
            let error = await #expect(throws: InviteError.self) {
                try await claim.claim(with: key, now: Self.now)
            }
            guard case .unreachable(host, step, .claim, _)? = error else {
                Issue.record("got \(String(describing: error))")
                continue
            }
            #expect(claim.session.mayDiscardKey)
        }
    }

    @Test("K05 TLS that fails is the step encryption")
    func tls() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.read()
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        defer { server.stop() }
        let claim = try Self.opened(at: server.url.replacing("http", with: "https", maxReplacements: 1))
        let error = await #expect(throws: InviteError.self) { try await claim.prepare() }
        guard case .unreachable("127.0.0.1", .encryption, .policy, _)? = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(claim.session.phase == .opened)
    }

    @Test("a relay that stays silent runs into the bound of time")
    func silent() async throws {
        let server = try ScriptedServer { $0.stall() }
        defer { server.stop() }
        let claim = try Self.claim(at: server.url, timeout: .milliseconds(150))
        let key = try KeyPair.random()
        let error = await #expect(throws: InviteError.self) {
            try await claim.claim(with: key, now: Self.now)
        }
        guard case .unreachable("127.0.0.1", .answer, .claim, .timeout)? = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(!claim.session.mayDiscardKey)
    }

    @Test("the claim is signed over its body by the joining key, and sent once however often it is asked for")
    func success() async throws {
        let server = try ScriptedServer(answering: answer("200 OK", Self.joined))
        defer { server.stop() }
        let key = try KeyPair.random()
        let claim = try Self.claim(at: server.url, receipt: "rec")
        let community = try await claim.claim(with: key, now: Self.now)
        #expect(community.isNew)
        #expect(community.name == "r.example")
        #expect(community.communityID == "dea3e723-4236-4230-9184-f4879264e6fa")
        #expect(community.relay == claim.session.link.relay)
        #expect(try await claim.claim(with: key, now: Self.now + 1) == community)
        let request = try #require(server.requests.first)
        #expect(server.requests.count == 1)
        #expect(request.line == "POST /api/invites/claim HTTP/1.1")
        #expect(
            String(decoding: request.body, as: UTF8.self)
                == #"{"code":"\#(randomCode)","policy_receipt":"rec"}"#)
        let url = server.url + "/api/invites/claim"
        let event = try NIP98.verify(
            header: request["Authorization"],
            request: NIP98.Request(url: url, method: "POST", body: request.body), now: Self.now, url: .exact,
            payload: .required)
        #expect(event.author == key.publicKey)
    }

    @Test("K07 the answer is lost after success: the same key claims again and is a member")
    func lostAnswer() async throws {
        let server = try ScriptedServer { connection in
            guard connection.request() != nil else { return }
            if connection.index > 0 { connection.write(answer("200 OK", Self.reply("already_member"))) }
        }
        defer { server.stop() }
        let claim = try Self.claim(at: server.url)
        let key = try KeyPair.random()
        await #expect(throws: InviteError.self) { try await claim.claim(with: key, now: Self.now) }
        #expect(claim.session.key == key.publicKey)
        let other = try KeyPair.random()
        await #expect(throws: InviteError.anotherKey) { try await claim.claim(with: other, now: Self.now) }
        #expect(server.requests.count == 1)
        let community = try await claim.claim(with: key, now: Self.now)
        #expect(!community.isNew)
        #expect(server.requests.count == 2)
    }

    @Test(
        "no policy, or none configured",
        arguments: [("404 N", "gone"), ("200 OK", "{}"), ("200 OK", #"{"policy":null}"#)])
    func noPolicy(status: String, body: String) async throws {
        let server = try ScriptedServer(answering: answer(status, body))
        defer { server.stop() }
        let claim = try Self.opened(at: server.url)
        #expect(try await claim.prepare() == .ready)
        #expect(try await claim.prepare() == .ready)
        #expect(server.requests.map(\.line) == ["GET /api/join-policy HTTP/1.1"])
    }

    @Test(
        "a policy that can't be read stops, and can be asked for again",
        arguments: [
            ("200 OK", "[]"), ("200 OK", ""), ("200 OK", #"{"policy":{}}"#),
            ("200 OK", policy.replacing("true", with: "1")),
            ("200 OK", policy.replacing("e7bd", with: "E7B")),
            ("302 F", "{}"), ("500 E", "{}"),
        ])
    func badPolicy(status: String, body: String) async throws {
        let server = try ScriptedServer(answering: answer(status, body, headers: "Location: /x\r\n"))
        defer { server.stop() }
        let claim = try Self.opened(at: server.url)
        await #expect(throws: InviteError.self) { try await claim.prepare() }
        #expect(claim.session.phase == .opened)
        #expect(server.requests.count == 1)
    }

    /// A relay with a policy.
    static func server(acceptance: String) throws -> ScriptedServer {
        try ScriptedServer { connection in
            while let request = connection.request() {
                switch request.line {
                case "GET /api/join-policy HTTP/1.1": connection.write(answer("200 OK", policy))
                case "POST /api/invites/accept-policy HTTP/1.1": connection.write(acceptance)
                default: connection.write(answer("200 OK", joined))
                }
            }
        }
    }

    @Test("policy, acceptance, claim")
    func whole() async throws {
        let server = try Self.server(acceptance: answer("200 OK", #"{"receipt":"rec"}"#))
        defer { server.stop() }
        let key = try KeyPair.random()
        let claim = try Self.opened(at: server.url)
        let policy = JoinPolicy(terms: "# Terms", privacy: nil, requiresAge: true, version: Self.version)
        #expect(try await claim.prepare() == .policy(policy))
        await #expect(throws: InviteError.policyNeeded) { try await claim.claim(with: key, now: Self.now) }
        await #expect(throws: InviteError.ageNotConfirmed) { try await claim.accept(now: Self.now) }
        #expect(server.requests.count == 1)
        try await claim.accept(ageConfirmed: true, now: Self.now)
        #expect(try await claim.claim(with: key, now: Self.now).isNew)
        let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(
            bodies == [
                "", #"{"code":"\#(randomCode)","policy_version":"\#(Self.version)","age_confirmed":true}"#,
                #"{"code":"\#(randomCode)","policy_receipt":"rec"}"#,
            ])
    }

    @Test(
        "refused acceptances",
        arguments: [
            ("400 B", #"{"error":"join_policy_not_accepted"}"#, true),
            ("404 N", #"{"error":"join_policy_not_configured"}"#, true), ("500 E", "{}", false),
            ("200 OK", "{}", false), ("200 OK", #"{"receipt":""}"#, false),
        ])
    func refusedAcceptance(status: String, body: String, isFinal: Bool) async throws {
        let server = try Self.server(acceptance: answer(status, body))
        defer { server.stop() }
        let claim = try Self.opened(at: server.url)
        try await claim.prepare()
        let error = await #expect(throws: InviteError.self) {
            try await claim.accept(ageConfirmed: true, now: Self.now)
        }
        #expect(error?.requiresFreshInvite == isFinal)
        #expect((claim.session.phase == .failed(.policyExpired)) == isFinal)
    }
}
