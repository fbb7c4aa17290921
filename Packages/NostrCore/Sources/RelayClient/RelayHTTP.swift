public import HTTPTransport
public import NostrCore

/// A relay's HTTP side: `/query`, `/events`, `/count` and its NIP-11 document (spec relay §1, §3).
///
/// Each call signs a fresh NIP-98 header over the exact URL and body, with a random nonce.
public struct RelayHTTP: Sendable {
    /// The relay.
    public let relayURL: RelayURL
    private let transport: any HTTPTransport
    private let signer: any Signer

    /// Talks to a relay as an account.
    public init(relayURL: RelayURL, transport: any HTTPTransport, signer: any Signer) {
        self.relayURL = relayURL
        self.transport = transport
        self.signer = signer
    }

    /// Stored events that match any of the filters, unverified, in the relay's order.
    ///
    /// - Parameters:
    ///   - now: the time to sign with, in Unix seconds.
    ///   - timeout: for the whole call.
    ///   - maximumBytes: a longer answer is cut off and refused.
    /// - Throws: ``RelayHTTPError``. A malformed event in the answer is only set aside.
    public func query(
        _ filters: [Filter], now: Int64, timeout: Duration = .seconds(8), maximumBytes: Int = 4 << 20
    ) async throws(RelayHTTPError) -> EventArray {
        let answer = try await queryRaw(
            Self.body(filters), now: now, timeout: timeout, maximumBytes: maximumBytes)
        do {
            return try EventArray.parse(answer, maximumBytes: maximumBytes)
        } catch {
            throw .malformedAnswer(reason: "expected an array of events: \(error)")
        }
    }

    /// The bytes of a successful answer to a body that is sent as it stands: for filters with members of the relay's
    /// own (spec relay §1.4), and for answers that the caller reads piece by piece.
    ///
    /// - Throws: ``RelayHTTPError``; nothing of the answer's form is checked.
    public func queryRaw(
        _ body: [UInt8], now: Int64, timeout: Duration = .seconds(8), maximumBytes: Int = 4 << 20
    ) async throws(RelayHTTPError) -> [UInt8] {
        try await readAgainIfLost(
            "/query", body: body, now: now, timeout: timeout, maximumBytes: maximumBytes
        ).body
    }

    /// Offers an event to the relay.
    ///
    /// It is sent once: after ``HTTPError/connectionLost(code:reason:)`` the relay may have it or not, and offering it
    /// again is up to the caller.
    ///
    /// - Throws: ``RelayHTTPError``; a refusal with its reason is ``RelayHTTPError/refused(status:reason:)``.
    public func publish(
        _ event: Event, now: Int64, timeout: Duration = .seconds(8)
    ) async throws(RelayHTTPError) -> PublishOutcome {
        let response = try await post(
            "/events", body: event.serialized(), now: now, timeout: timeout, maximumBytes: 65536)
        return try Self.decode(response) { (reader) throws(JSONShapeError) in
            let id = try reader.member("event_id")
            guard EventID(try id.bytes32()) == event.id else {
                throw id.mismatch(event.id.hex, found: "another event's id")
            }
            return PublishOutcome(
                eventID: event.id,
                isAccepted: try reader.member("accepted").bool(),
                message: try reader.optionalMember("message")?.string() ?? "")
        }
    }

    /// How many stored events match, summed over the filters.
    ///
    /// - Throws: ``RelayHTTPError``.
    public func count(
        _ filters: [Filter], now: Int64, timeout: Duration = .seconds(8)
    ) async throws(RelayHTTPError) -> Int64 {
        let response = try await readAgainIfLost(
            "/count", body: Self.body(filters), now: now, timeout: timeout, maximumBytes: 65536)
        return try Self.decode(response) { (reader) throws(JSONShapeError) in
            try reader.member("count").integer(in: 0...Int64.max)
        }
    }

    /// What the relay says about itself (NIP-11); needs no account.
    ///
    /// - Throws: ``RelayHTTPError``.
    public static func information(
        of relayURL: RelayURL, transport: any HTTPTransport, timeout: Duration = .seconds(8)
    ) async throws(RelayHTTPError) -> RelayInformation {
        let response = try await send(
            HTTPRequest(
                url: relayURL.http + "/", headers: ["Accept": "application/nostr+json"],
                limits: HTTPLimits(idle: timeout, total: timeout, bodyBytes: 1 << 20)),
            over: transport)
        return try decode(response) { (reader) throws(JSONShapeError) in try RelayInformation(reader.value) }
    }

    private static func body(_ filters: [Filter]) -> [UInt8] {
        JSONValue.array(filters.map(\.json)).serialized()
    }

    /// Reading changes nothing, so that a kept connection found dead is worth a second try; signed afresh, since a
    /// relay takes a signature once.
    private func readAgainIfLost(
        _ path: String, body: [UInt8], now: Int64, timeout: Duration, maximumBytes: Int
    ) async throws(RelayHTTPError) -> HTTPResponse {
        let start = ContinuousClock.now
        do {
            return try await post(path, body: body, now: now, timeout: timeout, maximumBytes: maximumBytes)
        } catch .unreachable(.connectionLost) {
            let left = timeout - (ContinuousClock.now - start)
            return try await post(path, body: body, now: now, timeout: left, maximumBytes: maximumBytes)
        }
    }

    private func post(
        _ path: String, body: [UInt8], now: Int64, timeout: Duration, maximumBytes: Int
    ) async throws(RelayHTTPError) -> HTTPResponse {
        let url = relayURL.http + path
        let authorization: String
        do {
            authorization = try await NIP98.header(
                url: url, method: "POST", body: body, now: now, signer: signer)
        } catch {
            throw .notSigned(error)
        }
        let headers: HTTPHeaders = ["Authorization": authorization, "Content-Type": "application/json"]
        return try await Self.send(
            HTTPRequest(
                method: "POST", url: url, headers: headers, body: body,
                limits: HTTPLimits(connect: timeout, idle: timeout, total: timeout, bodyBytes: maximumBytes)),
            over: transport)
    }

    private static func send(
        _ request: HTTPRequest, over transport: any HTTPTransport
    ) async throws(RelayHTTPError) -> HTTPResponse {
        let response: HTTPResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw .unreachable(error)
        }
        guard (200...299).contains(response.status) else { throw RelayHTTPError(refusal: response) }
        return response
    }

    private static func decode<Value>(
        _ response: HTTPResponse, _ read: (JSONReader) throws(JSONShapeError) -> Value
    ) throws(RelayHTTPError) -> Value {
        let value: JSONValue
        do {
            value = try JSONValue.parse(response.body, limits: JSONLimits(maximumBytes: 1 << 20))
        } catch {
            throw .malformedAnswer(reason: "expected JSON: \(error)")
        }
        do {
            return try read(JSONReader(value))
        } catch {
            throw .malformedAnswer(reason: error.description)
        }
    }
}

/// What a relay made of an event.
public struct PublishOutcome: Sendable, Equatable {
    /// The event's id as the relay read it.
    public let eventID: EventID
    /// False only for what was there before, such as `duplicate: channel already exists`.
    public let isAccepted: Bool
    /// Empty, or the relay's words.
    public let message: String

    /// States the three parts.
    public init(eventID: EventID, isAccepted: Bool, message: String) {
        self.eventID = eventID
        self.isAccepted = isAccepted
        self.message = message
    }

    /// Whether the relay had the event, or what it would make, already.
    public var isDuplicate: Bool { message.hasPrefix("duplicate:") }
}
