internal import DeepLinks
public import HTTPTransport
public import NostrCore
internal import Synchronization

/// Joins a community by an invite: reads its policy, accepts it, claims the membership (spec invites).
///
/// Each call sends at most one request, without redirects and within 15 s. Calls from several tasks send one claim.
public final class InviteClaim: Sendable {
    private let state: Mutex<InviteSession>
    private let transport: any HTTPTransport
    private let timeout: Duration

    /// Where the session is.
    public var session: InviteSession { state.withLock { $0 } }

    /// Goes on with a session.
    ///
    /// - Parameter timeout: for each request.
    public init(_ session: InviteSession, over transport: any HTTPTransport, timeout: Duration = .seconds(15))
    {
        state = Mutex(session)
        self.transport = transport
        self.timeout = timeout
    }

    /// Reads the join policy, if that is what comes next; 404 and `{}` are none.
    ///
    /// - Throws: ``InviteError``; calling again tries again.
    @discardableResult
    public func prepare() async throws(InviteError) -> InviteSession.Phase {
        let session = self.session
        guard session.phase == .opened else { return session.phase }
        let response = try await send(
            HTTPRequest(url: url(session, "/api/join-policy"), limits: limits(4 << 20)), .policy, session)
        let policy: JoinPolicy?
        if response.status == 404 {
            policy = nil
        } else {
            try Self.check(response, .policy, session)
            policy = try Self.decode(response, .policy) { (reader) throws(JSONShapeError) in
                try JoinPolicy.read(reader)
            }
        }
        return state.withLock { session in
            session.policyRead(policy)
            return session.phase
        }
    }

    /// Accepts the policy for the person who has read it, and keeps the receipt.
    ///
    /// - Throws: ``InviteError``; calling again tries again unless it asks for a fresh invite.
    public func accept(ageConfirmed: Bool = false, now: Int64) async throws(InviteError) {
        let session = self.session
        let policy = try session.acceptance(ageConfirmed: ageConfirmed)
        let body = JSONValue.object(
            JSONObject([
                JSONObject.Member("code", .string(session.link.code)),
                JSONObject.Member("policy_version", .string(policy.version)),
                JSONObject.Member("age_confirmed", .bool(ageConfirmed)),
            ]))
        do throws(InviteError) {
            let response = try await send(
                HTTPRequest(
                    method: "POST", url: url(session, "/api/invites/accept-policy"),
                    headers: ["Content-Type": "application/json"], body: body.serialized(),
                    limits: limits(65536)),
                .acceptance, session)
            try Self.check(response, .acceptance, session)
            let receipt = try Self.decode(response, .acceptance) { (reader) throws(JSONShapeError) in
                let member = try reader.member("receipt")
                let text = try member.string()
                guard (1...InviteLink.maximumReceiptLength).contains(text.utf8.count) else {
                    throw member.mismatch("1 to 2048 bytes", found: "\(text.utf8.count)")
                }
                return text
            }
            state.withLock { $0.accepted(receipt: receipt, now: now) }
        } catch {
            state.withLock { $0.acceptanceRefused(error) }
            throw error
        }
    }

    /// Claims the membership for a key; `joined` and `already_member` are both success.
    ///
    /// Once joined, it returns the same community without asking the relay. After an error that leaves the membership
    /// unknown, call it again with the same key: keep that key while ``InviteSession/mayDiscardKey`` is false.
    ///
    /// - Throws: ``InviteError``.
    public func claim(with signer: any Signer, now: Int64) async throws(InviteError) -> JoinedCommunity {
        let begun: Result<JoinedCommunity?, InviteError> = state.withLock { session in
            do throws(InviteError) {
                return .success(try session.beginClaim(with: signer.publicKey, now: now))
            } catch {
                return .failure(error)
            }
        }
        if let community = try begun.get() { return community }
        let result: Result<JoinedCommunity, InviteError>
        do throws(InviteError) {
            result = .success(try await sendClaim(session, signer: signer, now: now))
        } catch {
            result = .failure(error)
        }
        state.withLock { $0.claimEnded(result) }
        return try result.get()
    }

    private func sendClaim(
        _ session: InviteSession, signer: any Signer, now: Int64
    ) async throws(InviteError) -> JoinedCommunity {
        let url = url(session, "/api/invites/claim")
        let body = session.claimBody
        let authorization: String
        do throws(SigningError) {
            authorization = try await NIP98.header(
                url: url, method: "POST", body: body, now: now, signer: signer)
        } catch {
            throw .notSigned(reason: error.description)
        }
        let response = try await send(
            HTTPRequest(
                method: "POST", url: url,
                headers: ["Authorization": authorization, "Content-Type": "application/json"], body: body,
                limits: limits(65536), resend: .atMostOnce),
            .claim, session)
        try Self.check(response, .claim, session)
        return try Self.decode(response, .claim) { (reader) throws(JSONShapeError) in
            try JoinedCommunity.read(reader, relay: session.link.relay)
        }
    }
}

extension InviteClaim {
    private func url(_ session: InviteSession, _ path: String) -> String { session.link.relay.webText + path }

    private func limits(_ bytes: Int) -> HTTPLimits {
        HTTPLimits(connect: timeout, idle: timeout, total: timeout, bodyBytes: bytes)
    }

    private func send(
        _ request: HTTPRequest, _ purpose: InviteError.Request, _ session: InviteSession
    ) async throws(InviteError) -> HTTPResponse {
        do throws(HTTPError) {
            return try await transport.send(request)
        } catch {
            throw .unreachable(
                host: session.link.relay.origin.host.description, step: InviteError.step(error),
                during: purpose,
                reason: error)
        }
    }

    private static func check(
        _ response: HTTPResponse, _ purpose: InviteError.Request, _ session: InviteSession
    ) throws(InviteError) {
        guard (200...299).contains(response.status) else {
            throw InviteError(
                refusal: response, during: purpose, hadReceipt: session.hasReceipt, secrets: session.secrets)
        }
    }

    private static func decode<Value>(
        _ response: HTTPResponse, _ purpose: InviteError.Request,
        _ read: (JSONReader) throws(JSONShapeError) -> Value
    ) throws(InviteError) -> Value {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue.parse(response.body, limits: JSONLimits(maximumBytes: 4 << 20))
        } catch {
            throw .malformedReply(reason: "expected JSON: \(error)", during: purpose)
        }
        do throws(JSONShapeError) {
            return try read(JSONReader(value))
        } catch {
            throw .malformedReply(reason: error.description, during: purpose)
        }
    }
}
