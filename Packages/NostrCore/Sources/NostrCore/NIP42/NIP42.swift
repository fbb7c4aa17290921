/// How a client proves to a relay whose connection it is (NIP-42).
public enum NIP42: Sendable {
    /// The kind of the signed event.
    public static let kind: UInt16 = 22242
    /// How far the event's time may lie from the relay's, in seconds, inclusive.
    public static let timeWindow: Int64 = 60

    /// The unsigned answer to a challenge.
    ///
    /// `relay` is the URL that the client dialled.
    public static func template(challenge: String, relay: String, now: Int64) -> EventTemplate {
        EventTemplate(kind: kind, createdAt: now, tags: [["relay", relay], ["challenge", challenge]])
    }

    /// Signs the answer to a challenge.
    public static func event(
        challenge: String, relay: String, now: Int64, signer: some Signer
    ) async throws(SigningError) -> Event {
        try await signer.sign(template(challenge: challenge, relay: relay, now: now))
    }

    /// Checks an answer against the challenge of its connection.
    ///
    /// The relay's URL is compared as a URL: case of scheme and host, the default port, one trailing slash of the path,
    /// the spelling of an IPv6 address, and `localhost` for 127.0.0.1 don't matter; all else does.
    ///
    /// - Throws: ``NIP42Error``, in the order: kind, signature, time, challenge, relay.
    public static func verify(
        _ event: Event, challenge: String, relay: String, now: Int64
    ) throws(NIP42Error) -> VerifiedEvent {
        guard event.kind == kind else { throw .wrongKind(event.kind) }
        let verified: VerifiedEvent
        do {
            verified = try event.verify()
        } catch {
            throw .invalid(error)
        }
        let (delta, overflow) = event.createdAt.subtractingReportingOverflow(now)
        guard !overflow, delta.magnitude <= UInt64(timeWindow) else { throw .timestamp(delta: delta) }
        let answered = try single("challenge", of: event)
        guard ConstantTime.equals(Array(answered.utf8), Array(challenge.utf8)) else {
            throw .challengeMismatch
        }
        let stated = try single("relay", of: event)
        guard isSameRelay(stated, relay) else { throw .relayMismatch(found: stated, expected: relay) }
        return verified
    }

    /// Whether two URLs name one relay; false if either is no URL.
    public static func isSameRelay(_ left: String, _ right: String) -> Bool {
        guard let first = HTTPURL(left), let second = HTTPURL(right) else { return false }
        return normalized(first) == normalized(second)
    }

    private static func normalized(_ url: HTTPURL) -> HTTPURL {
        var copy = url.withoutTrailingSlash
        if copy.host == "localhost" { copy.host = "127.0.0.1" }
        if let groups = IPv6Text.groups(bracketed: copy.host) {
            copy.host = "[" + groups.map { String($0, radix: 16) }.joined(separator: ":") + "]"
        }
        return copy
    }

    /// A tag's value; two tags of the name are ambiguous and refused.
    private static func single(_ name: String, of event: Event) throws(NIP42Error) -> String {
        let (count, value) = event.tag(named: name)
        guard count <= 1 else { throw .duplicateTag(name) }
        guard let value else { throw .missingTag(name) }
        return value
    }
}

/// Why a relay refuses an answer to its challenge.
public enum NIP42Error: Error, Equatable, Sendable, CustomStringConvertible {
    /// An event of another kind.
    case wrongKind(UInt16)
    /// The id, the author or the signature is wrong.
    case invalid(VerificationError)
    /// The event's time lies more than 60 s away; `delta` is its time less the relay's.
    case timestamp(delta: Int64)
    /// A tag that must be there is not.
    case missingTag(String)
    /// A tag that may stand once stands twice.
    case duplicateTag(String)
    /// The answer to another challenge.
    case challengeMismatch
    /// Signed for another relay, or for what is no URL.
    case relayMismatch(found: String, expected: String)

    /// One sentence for the other side: the expected URL may be an inner address, so it is left out.
    public var description: String {
        switch self {
        case .wrongKind(let kind): "expected kind \(NIP42.kind), got \(kind)"
        case .invalid(let error): error.description
        case .timestamp(let delta): "event timestamp outside ±\(NIP42.timeWindow)s window (delta: \(delta)s)"
        case .missingTag(let name): "missing `\(name)` tag"
        case .duplicateTag(let name): "more than one `\(name)` tag"
        case .challengeMismatch: "the challenge is not this connection's; answer the newest one"
        case .relayMismatch(let found, _): "signed for `\(found.prefix(256))`, which is not this relay"
        }
    }
}
