internal import NostrCore
internal import SQLiteKit

/// Why a request ends before its body is acted on.
struct RequestRefusal: Error, Equatable {
    let status: Int
    let text: String
    /// For people, beside a text for programs.
    let message: String?

    init(_ status: Int, _ text: String, message: String? = nil) {
        self.status = status
        self.text = text
        self.message = message
    }

    static let membershipRequired = RequestRefusal(
        403, "relay_membership_required", message: "You must be a relay member to access this relay")
}

extension RelayRoutes {
    /// Checks host, signature, quota and replay, in this order (spec relay §1.2).
    ///
    /// - Returns: the key that signed the request.
    func authenticate(_ request: HTTPServerRequest) throws(RequestRefusal) -> Bytes32 {
        let host = host(of: request)
        guard tenant.answers(to: host) else { throw RequestRefusal(404, Self.unmapped) }
        let now = relay.clock()
        // Lists are asked for with a query, which is signed too; they are outside the quota.
        let isList = request.method == "GET"
        let signed = NIP98.Request(
            url: "http://\(host)\(isList ? request.target : request.path)", method: request.method,
            body: request.body)
        let proof: VerifiedEvent
        do {
            proof = try NIP98.verify(
                header: request.value(of: "Authorization"), request: signed, now: now, url: .normalized)
        } catch {
            log("\(request.path): \(error)")
            throw RequestRefusal(401, RelayAnswer.text(of: error))
        }
        if !isList, let seconds = quota.refusal(of: proof.pubkey, now: now) {
            throw RequestRefusal(429, "rate-limited: quota exceeded; retry in \(seconds)s")
        }
        switch replays.claim(proof.id, now: now) {
        case .fresh: return proof.pubkey
        case .replayed: throw RequestRefusal(401, "NIP-98: replay detected")
        case .unavailable: throw RequestRefusal(401, "NIP-98: replay check unavailable")
        }
    }

    /// What is overdue is done before a request can miss it.
    func archiveIdleChannels() async throws(RequestRefusal) {
        do {
            if let reason = try await relay.archiveIdleChannels() { log(reason) }
        } catch {
            throw failure(error)
        }
    }

    func events(
        _ request: HTTPServerRequest, _ author: Bytes32
    ) async throws(RequestRefusal) -> HTTPServerResponse {
        let event: Event
        do {
            event = try Event.parse(request.body)
        } catch {
            throw RequestRefusal(400, "invalid event JSON: \(error)")
        }
        try requireAdmission(author)
        let outcome: IngestOutcome
        do {
            outcome = try await relay.ingest(event, by: author)
        } catch {
            throw failure(error)
        }
        if case .failed(let reason) = outcome { log("/events: \(reason)") }
        return RelayAnswer.ingest(event.id, outcome)
    }

    func query(
        _ request: HTTPServerRequest, _ reader: Bytes32
    ) throws(RequestRefusal) -> HTTPServerResponse {
        try requireAdmission(reader)
        let filters = try filters(in: request)
        let answer = try stored { () throws(SQLiteError) in try relay.query(filters, reader: reader) }
        return RelayAnswer.json(200, try value(of: answer))
    }

    func count(
        _ request: HTTPServerRequest, _ reader: Bytes32
    ) throws(RequestRefusal) -> HTTPServerResponse {
        try requireAdmission(reader)
        let filters = try filters(in: request)
        let answer = try stored { () throws(SQLiteError) in try relay.count(filters, reader: reader) }
        return RelayAnswer.json(200, [.init("count", .integer(try value(of: answer)))])
    }

    /// What those who run the relay read.
    func moderation(
        _ request: HTTPServerRequest, _ reader: Bytes32
    ) throws(RequestRefusal) -> HTTPServerResponse {
        let parameters = request.target.dropFirst(request.path.count + 1).split(separator: "&")
        func value(_ name: String) -> String? {
            parameters.first { $0.utf8.starts(with: (name + "=").utf8) }.map {
                String($0.dropFirst(name.count + 1))
            }
        }
        let list: ModerationList =
            switch request.path {
            case "/moderation/reports": .reports(status: value("status"))
            case "/moderation/audit": .audit
            default: .restricted
            }
        let limit = value("limit").map { Int($0) } ?? Self.listLimit
        guard let limit, limit >= 0 else { throw RequestRefusal(400, "invalid limit") }
        let rows = try stored { () throws(SQLiteError) in
            try relay.rows(of: list, limit: min(limit, Self.listLimit), reader: reader)
        }
        guard let rows else { throw RequestRefusal(403, "restricted: moderator access required") }
        return RelayAnswer.json(200, rows.serialized())
    }

    /// The most rows of a list.
    private static let listLimit = 500

    private func requireAdmission(_ key: Bytes32) throws(RequestRefusal) {
        let isAdmitted = try stored { () throws(SQLiteError) in try relay.admits(key) }
        guard isAdmitted else { throw .membershipRequired }
    }

    private func filters(in request: HTTPServerRequest) throws(RequestRefusal) -> [Filter] {
        let value: JSONValue
        do {
            value = try JSONValue.parse(request.body, limits: JSONLimits(maximumBytes: 1_048_576))
        } catch {
            throw RequestRefusal(400, "invalid filters: \(error)")
        }
        do {
            return try Filter.list(JSONReader(value))
        } catch {
            throw RequestRefusal(400, "invalid filters: \(error)")
        }
    }

    private func value<Value>(of answer: Result<Value, QueryRefusal>) throws(RequestRefusal) -> Value {
        do throws(QueryRefusal) {
            return try answer.get()
        } catch {
            if case .gated(let text) = error { throw RequestRefusal(403, text) }
            throw RequestRefusal(400, error.description)
        }
    }

    private func stored<Value>(_ body: () throws(SQLiteError) -> Value) throws(RequestRefusal) -> Value {
        do {
            return try body()
        } catch {
            throw failure(error)
        }
    }

    /// A database failure is the relay's own affair: logged, and 500 for the client.
    private func failure(_ error: SQLiteError) -> RequestRefusal {
        log("\(error)")
        return RequestRefusal(500, "internal server error")
    }
}
