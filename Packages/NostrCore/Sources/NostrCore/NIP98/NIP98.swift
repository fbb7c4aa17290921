/// HTTP requests signed by a Nostr key (NIP-98).
public enum NIP98: Sendable {
    /// The kind of the signed event.
    public static let kind: UInt16 = 27235
    /// How far the event's time may lie from the verifier's, in seconds, inclusive.
    public static let timeWindow: Int64 = 60

    /// How a stated URL is compared with the expected one.
    public enum URLPolicy: Sendable, Equatable {
        /// Byte for byte.
        case exact
        /// Case of scheme and host, the default port and one trailing slash of the path don't matter; all else,
        /// the query included, does.
        case normalized
    }

    /// Whether the `payload` tag must be there.
    public enum PayloadPolicy: Sendable, Equatable {
        /// Checked when present.
        case optional
        /// Refused when absent.
        case required
    }

    /// What a verifier knows about a request.
    public struct Request: Sendable {
        /// The URL as the verifier's configuration and the request target make it.
        public var url: String
        /// The method; compared without case.
        public var method: String
        /// The raw body.
        public var body: [UInt8]

        /// States the three parts that a header signs.
        public init(url: String, method: String, body: [UInt8]) {
            self.url = url
            self.method = method
            self.body = body
        }
    }

    /// The unsigned event for a request: `u`, `method`, with a body `payload`, and a random `nonce`, so that two equal
    /// requests of one second are two events.
    public static func template(
        url: String, method: String, body: [UInt8], now: Int64
    ) throws(RandomSourceFailed) -> EventTemplate {
        var tags = [["u", url], ["method", method]]
        if !body.isEmpty { tags.append(["payload", SHA256.hash(body).hex]) }
        tags.append(["nonce", Hex.encode(try SecureRandom.bytes(16))])
        return EventTemplate(kind: kind, createdAt: now, tags: tags)
    }

    /// The value of the Authorization header that carries a signed event: `Nostr ` and standard padded base64.
    public static func header(_ event: Event) -> String {
        "Nostr " + Base64.encode(event.serialized())
    }

    /// Signs a request and returns the Authorization header's value.
    public static func header(
        url: String, method: String, body: [UInt8], now: Int64, signer: some Signer
    ) async throws(SigningError) -> String {
        let template: EventTemplate
        do {
            template = try Self.template(url: url, method: method, body: body, now: now)
        } catch {
            throw .noRandomness(error)
        }
        return header(try await signer.sign(template))
    }

    /// Checks an Authorization header against the request that carried it.
    ///
    /// Replay is the caller's to refuse, by the returned event's id.
    ///
    /// - Throws: ``NIP98Error``, in the order: form, kind, signature, time, URL, method, payload.
    public static func verify(
        header: String?, request: Request, now: Int64, url policy: URLPolicy,
        payload: PayloadPolicy = .optional
    ) throws(NIP98Error) -> VerifiedEvent {
        let event = try parse(header: header)
        guard event.kind == kind else { throw .wrongKind(event.kind) }
        let verified: VerifiedEvent
        do {
            verified = try event.verify()
        } catch {
            throw .invalidSignature
        }
        let (delta, overflow) = event.createdAt.subtractingReportingOverflow(now)
        guard !overflow, delta.magnitude <= UInt64(timeWindow) else { throw .timestamp(delta: delta) }
        let url = try single("u", of: event)
        guard let url else { throw .missingTag("u") }
        guard sameURL(url, request.url, policy) else { throw .urlMismatch(found: url, expected: request.url) }
        guard let method = try single("method", of: event) else { throw .missingTag("method") }
        guard sameMethod(method, request.method) else {
            throw .methodMismatch(found: method, expected: request.method)
        }
        if let digest = try single("payload", of: event) {
            guard Bytes32(hex: digest) == SHA256.hash(request.body) else { throw .payloadMismatch }
        } else if payload == .required {
            throw .missingTag("payload")
        }
        return verified
    }

    private static func parse(header: String?) throws(NIP98Error) -> Event {
        let header = Array((header ?? "").utf8)
        guard header.starts(with: "Nostr ".utf8) else { throw .missing }
        guard let bytes = Base64.decode(header[6...]) else { throw .invalidBase64 }
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .invalidUTF8 }
        do {
            return try Event.parse(bytes, maximumBytes: 65536)
        } catch {
            throw .invalidEvent(error)
        }
    }

    /// A tag's value; two tags of the name are ambiguous and refused.
    private static func single(_ name: String, of event: Event) throws(NIP98Error) -> String? {
        let (count, value) = event.tag(named: name)
        guard count <= 1 else { throw .duplicateTag(name) }
        return value
    }

    /// ASCII letters lose their case and nothing else does: U+212A is no K.
    private static func sameMethod(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8) { first, second in
            first == second
                || first ^ second == 0x20 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
        }
    }

    private static func sameURL(_ found: String, _ expected: String, _ policy: URLPolicy) -> Bool {
        if found.utf8.elementsEqual(expected.utf8) { return true }
        guard policy == .normalized, let left = HTTPURL(found), let right = HTTPURL(expected) else {
            return false
        }
        return left.withoutTrailingSlash == right.withoutTrailingSlash
    }
}

/// Why a request's NIP-98 header is refused.
public enum NIP98Error: Error, Equatable, Sendable, CustomStringConvertible {
    /// No Authorization header, or not one that starts with `Nostr `.
    case missing
    /// What follows is not standard padded base64.
    case invalidBase64
    /// The decoded bytes are not UTF-8.
    case invalidUTF8
    /// The decoded text is not an event.
    case invalidEvent(EventError)
    /// An event of another kind.
    case wrongKind(UInt16)
    /// The id or the signature is wrong.
    case invalidSignature
    /// The event's time lies more than 60 s away; `delta` is its time less the verifier's.
    case timestamp(delta: Int64)
    /// A tag that must be there is not.
    case missingTag(String)
    /// A tag that may stand once stands twice.
    case duplicateTag(String)
    /// Signed for another URL.
    case urlMismatch(found: String, expected: String)
    /// Signed for another method.
    case methodMismatch(found: String, expected: String)
    /// The body is not the one that was signed.
    case payloadMismatch

    /// One sentence for the log; the expected URL may be an inner address, so it is not for the other side.
    public var description: String {
        switch self {
        case .missing: "missing Nostr auth"
        case .invalidBase64: "invalid base64 in Nostr auth"
        case .invalidUTF8: "invalid UTF-8 in Nostr auth"
        case .invalidEvent(let error): "invalid NIP-98 event: \(error)"
        case .wrongKind(let kind): "expected kind \(NIP98.kind), got \(kind)"
        case .invalidSignature: "invalid Schnorr signature"
        case .timestamp(let delta): "event timestamp outside ±\(NIP98.timeWindow)s window (delta: \(delta)s)"
        case .missingTag(let name): "missing `\(name)` tag"
        case .duplicateTag(let name): "more than one `\(name)` tag"
        case .urlMismatch(let found, let expected):
            "URL mismatch: event has `\(found)`, expected `\(expected)`"
        case .methodMismatch(let found, let expected):
            "method mismatch: event has `\(found)`, expected `\(expected)`"
        case .payloadMismatch: "payload tag SHA-256 mismatch: request body does not match signed hash"
        }
    }
}
