import DeepLinks
import HTTPTransport
import Invites
import NostrCore
import Testing

@Suite struct InviteSessionTests {
    static let lost = InviteError.unreachable(
        host: "r.example", step: .answer, during: .claim, reason: .connectionLost(code: 56, reason: "reset"))

    static func link(_ relay: String = "wss://r.example", receipt: String? = nil) throws -> InviteLink {
        try InviteLink(relay: RelayOrigin(relay), code: randomCode, policyReceipt: receipt)
    }

    static func community(isNew: Bool = true) throws -> JoinedCommunity {
        JoinedCommunity(
            name: "r.example", relay: try link().relay, communityID: "dea3e723-4236-4230-9184-f4879264e6fa",
            role: "member", isNew: isNew)
    }

    /// A session that is ready to claim without a policy.
    static func ready() throws -> InviteSession {
        var session = InviteSession(try link())
        session.policyRead(nil)
        return session
    }

    @Test(
        "K06 the same community is switched to, and claims nothing",
        arguments: [
            ("wss://r.example", "https://R.EXAMPLE:443/invite/\(randomCode)", true),
            ("wss://r.example:443", "https://r.example/invite/\(randomCode)", true),
            ("https://r.example", "https://r.example/invite/\(randomCode)", true),
            ("ws://r.example", "https://r.example/invite/\(randomCode)", false),
            ("wss://r.example:8443", "https://r.example/invite/\(randomCode)", false),
            ("wss://x.r.example", "https://r.example/invite/\(randomCode)", false),
        ])
    func sameCommunity(saved: String, invite: String, isSame: Bool) throws {
        var session = InviteSession(
            try PastedInvite.read(invite), joined: [try Origin("wss://other.example"), try Origin(saved)])
        #expect(session.phase == (isSame ? .known(position: 1) : .opened))
        let key = try KeyPair.random().publicKey
        #expect(throws: InviteError.outOfOrder) { try session.beginClaim(with: key, now: 0) }
        #expect(session.key == nil)
    }

    @Test("the policy comes first, with its age")
    func policy() throws {
        let key = try KeyPair.random().publicKey
        let policy = JoinPolicy(terms: "# T", privacy: nil, requiresAge: true, version: "v")
        var session = InviteSession(try Self.link())
        #expect(throws: InviteError.outOfOrder) { try session.acceptance(ageConfirmed: true) }
        session.policyRead(policy)
        #expect(session.phase == .policy(policy))
        #expect(throws: InviteError.policyNeeded) { try session.beginClaim(with: key, now: 0) }
        #expect(throws: InviteError.ageNotConfirmed) { try session.acceptance(ageConfirmed: false) }
        #expect(try session.acceptance(ageConfirmed: true) == policy)
        session.accepted(receipt: "r", now: 100)
        #expect(session.phase == .ready)
        #expect(!String(reflecting: session).contains("BwcH"))
    }

    @Test(
        "a receipt is good for less than ten minutes", arguments: [(699, true), (700, false), (701, false)])
    func receipt(now: Int64, isGood: Bool) throws {
        let key = try KeyPair.random().publicKey
        var session = InviteSession(try Self.link())
        session.policyRead(JoinPolicy(terms: nil, privacy: nil, requiresAge: false, version: "v"))
        session.accepted(receipt: "r", now: 100)
        if isGood {
            #expect(try session.beginClaim(with: key, now: now) == nil)
        } else {
            #expect(throws: InviteError.policyExpired) { try session.beginClaim(with: key, now: now) }
            #expect(session.phase == .failed(.policyExpired))
            #expect(session.mayDiscardKey)
        }
    }

    @Test("a receipt from the web page leads straight to the claim")
    func webReceipt() throws {
        #expect(InviteSession(try Self.link(receipt: "r")).phase == .ready)
    }

    @Test("one claim at a time, and none after success")
    func once() throws {
        let key = try KeyPair.random().publicKey
        var session = try Self.ready()
        #expect(try session.beginClaim(with: key, now: 0) == nil)
        #expect(!session.mayDiscardKey)
        #expect(throws: InviteError.inProgress) { try session.beginClaim(with: key, now: 0) }
        session.claimEnded(.success(try Self.community()))
        session.claimEnded(.failure(Self.lost))
        #expect(session.phase == .joined(try Self.community()))
        let other = try KeyPair.random().publicKey
        #expect(try session.beginClaim(with: other, now: 9) == Self.community())
        #expect(session.key == key)
    }

    @Test("K07 after a lost answer only the same key claims")
    func lostAnswer() throws {
        let key = try KeyPair.random().publicKey
        let other = try KeyPair.random().publicKey
        var session = try Self.ready()
        _ = try session.beginClaim(with: key, now: 0)
        session.claimEnded(.failure(Self.lost))
        #expect(session.phase == .ready)
        #expect(session.isMembershipUnknown)
        #expect(!session.mayDiscardKey)
        #expect(throws: InviteError.anotherKey) { try session.beginClaim(with: other, now: 1) }
        #expect(try session.beginClaim(with: key, now: 1) == nil)
        session.claimEnded(.success(try Self.community(isNew: false)))
        #expect(session.phase == .joined(try Self.community(isNew: false)))
        #expect(!session.isMembershipUnknown)
    }

    @Test(
        "what a later answer says about a lost one",
        arguments: [
            (.exhausted, true, false), (.expired, false, false), (.invalid, false, false),
            (.policyExpired, false, false), (.rateLimited(seconds: 9), false, true),
            (.refused(status: 404, reason: "", during: .claim), false, true), (lost, false, true),
        ] as [(InviteError, Bool, Bool)])
    func afterLost(error: InviteError, mayDiscard: Bool, mayRetry: Bool) throws {
        let key = try KeyPair.random().publicKey
        var session = try Self.ready()
        for failure in [Self.lost, error] {
            _ = try session.beginClaim(with: key, now: 0)
            session.claimEnded(.failure(failure))
        }
        #expect(session.mayDiscardKey == mayDiscard)
        #expect((session.phase == .ready) == mayRetry)
    }

    @Test(
        "which failures free the key",
        arguments: [
            (.expired, true), (.exhausted, true), (.invalid, true), (.policyNeeded, true),
            (.rateLimited(seconds: 60), true), (.notSigned(reason: ""), true),
            (.refused(status: 401, reason: "", during: .claim), true),
            (.refused(status: 500, reason: "", during: .claim), false),
            (.malformedReply(reason: "", during: .claim), false), (lost, false),
            (.unreachable(host: "h", step: .name, during: .claim, reason: .resolve(host: "h")), true),
            (.unreachable(host: "h", step: .answer, during: .claim, reason: .cancelled), false),
            (
                .unreachable(
                    host: "h", step: .answer, during: .claim, reason: .timeout(.total, after: .seconds(15))),
                false
            ),
        ] as [(InviteError, Bool)])
    func keys(error: InviteError, mayDiscard: Bool) throws {
        var session = try Self.ready()
        _ = try session.beginClaim(with: KeyPair.random().publicKey, now: 0)
        session.claimEnded(.failure(error))
        #expect(session.mayDiscardKey == mayDiscard)
        #expect(session.isMembershipUnknown != mayDiscard)
        #expect(!error.description.isEmpty)
    }

    @Test("a fresh invite is wanted for exhausted and policy only")
    func freshInvite() {
        let fresh: [InviteError] = [.exhausted, .policyNeeded, .policyExpired]
        let others: [InviteError] = [.expired, .invalid, .rateLimited(seconds: 1), Self.lost, .inProgress]
        #expect(fresh.map(\.requiresFreshInvite) == [true, true, true])
        #expect(!others.contains { $0.requiresFreshInvite })
    }
}
