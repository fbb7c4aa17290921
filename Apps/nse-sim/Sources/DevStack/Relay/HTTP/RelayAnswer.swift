internal import NostrCore

/// The relay's answers over HTTP (spec relay §1.2).
enum RelayAnswer {
    private static let anyOrigin = HTTPServerRequest.Field("Access-Control-Allow-Origin", "*")

    static func json(_ status: Int, _ body: [UInt8]) -> HTTPServerResponse {
        HTTPServerResponse(
            status: status, fields: [.init("Content-Type", "application/json"), anyOrigin], body: body)
    }

    static func json(_ status: Int, _ members: [JSONObject.Member]) -> HTTPServerResponse {
        json(status, JSONValue.object(JSONObject(members)).serialized())
    }

    static func error(_ status: Int, _ text: String) -> HTTPServerResponse {
        json(status, [.init("error", .string(text))])
    }

    static func refusal(_ refusal: RequestRefusal) -> HTTPServerResponse {
        let message = refusal.message.map { [JSONObject.Member("message", .string($0))] } ?? []
        return json(refusal.status, [.init("error", .string(refusal.text))] + message)
    }

    static func text(_ text: String) -> HTTPServerResponse {
        HTTPServerResponse(
            status: 200, fields: [.init("Content-Type", "text/plain; charset=utf-8"), anyOrigin],
            body: Array(text.utf8))
    }

    /// The answer to a browser that asks before it sends.
    static func preflight() -> HTTPServerResponse {
        HTTPServerResponse(
            status: 204,
            fields: [
                anyOrigin, .init("Access-Control-Allow-Methods", "GET, POST, OPTIONS"),
                .init("Access-Control-Allow-Headers", "*, Authorization"),
                .init("Access-Control-Max-Age", "3600"),
            ])
    }

    /// The answer to an event.
    static func ingest(_ id: EventID, _ outcome: IngestOutcome) -> HTTPServerResponse {
        switch outcome {
        case .stored: event(id, isAccepted: true, "")
        case .executed(let message): event(id, isAccepted: true, message)
        case .duplicate: event(id, isAccepted: true, "duplicate:")
        case .failed: error(500, "internal server error")
        case .refused(let refusal):
            switch refusal.form {
            case .badRequest: error(400, refusal.description)
            case .forbidden: error(403, refusal.description)
            case .notAccepted: event(id, isAccepted: false, refusal.description)
            }
        }
    }

    private static func event(_ id: EventID, isAccepted: Bool, _ message: String) -> HTTPServerResponse {
        json(
            200,
            [
                .init("event_id", .string(id.hex)), .init("accepted", .bool(isAccepted)),
                .init("message", .string(message)),
            ])
    }

    /// The text of a refused NIP-98 header.
    ///
    /// It does not tell the expected URL, which may be an inner address; that is for the log.
    static func text(of error: NIP98Error) -> String {
        switch error {
        case .missing: "missing Nostr auth"
        case .invalidBase64: "invalid base64 in Nostr auth"
        case .invalidUTF8: "invalid UTF-8 in Nostr auth"
        case .invalidEvent: "invalid NIP-98 event JSON"
        case .missingTag("payload"): "NIP-98: missing payload tag"
        case .urlMismatch: verificationFailed + "URL mismatch"
        default: verificationFailed + error.description
        }
    }

    private static let verificationFailed = "NIP-98: NIP-98 HTTP Auth verification failed: "
}

extension HTTPServerResponse {
    func delivered(_ delivery: Delivery) -> HTTPServerResponse {
        var copy = self
        copy.delivery = delivery
        return copy
    }
}
