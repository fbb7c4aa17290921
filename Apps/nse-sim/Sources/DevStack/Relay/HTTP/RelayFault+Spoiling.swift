internal import NostrCore

extension RelayFault {
    /// The answer instead of a request's handling, or nil when it is handled.
    var instead: HTTPServerResponse? {
        switch self {
        case .down: HTTPServerResponse(status: 503, delivery: .none)
        case .hangAfterHeaders: RelayAnswer.json(200, Array("[]".utf8)).delivered(.headerOnly)
        case .status(let status): RelayAnswer.error(status, "injected fault")
        default: nil
        }
    }

    /// A right answer, spoiled.
    func spoil(_ answer: HTTPServerResponse, relay: KeyPair) -> HTTPServerResponse {
        guard answer.status == 200 else { return answer }
        var spoiled = answer
        switch self {
        case .down, .hangAfterHeaders, .status, .slow: break
        case .truncatedJSON: spoiled.body.removeLast(max(1, answer.body.count / 2))
        case .cutBody: spoiled.delivery = .cut(after: answer.body.count / 2)
        case .wrongContentType: spoiled.fields = [.init("Content-Type", "text/html; charset=utf-8")]
        case .oversized(let bytes):
            spoiled.body += [UInt8](repeating: 0x20, count: max(0, bytes - answer.body.count))
        case .forgedEvent, .alteredEvent, .duplicateKeys:
            if let body = spoilFirstEvent(of: answer.body, relay: relay) { spoiled.body = body }
        }
        return spoiled
    }

    /// Nil when there is no event to start from.
    private func spoilFirstEvent(of body: [UInt8], relay: KeyPair) -> [UInt8]? {
        guard let events = try? EventArray.parse(body, maximumBytes: body.count).events,
            let first = events.first
        else { return nil }
        var texts = events.map { $0.serialized() }
        switch self {
        case .forgedEvent:
            guard let forged = Self.forge(like: first, relay: relay) else { return nil }
            texts.insert(forged, at: 0)
        case .alteredEvent:
            texts[0] = Self.event(like: first, id: first.id, signature: first.signature, content: "altered")
        default:
            texts[0].replaceSubrange(0..<1, with: Array("{\"kind\":\(first.kind),".utf8))
        }
        return Array("[".utf8) + texts.joined(separator: Array(",".utf8)) + Array("]".utf8)
    }

    /// A newer event in another's name, signed by the relay's key.
    private static func forge(like event: Event, relay: KeyPair) -> [UInt8]? {
        let content = "forged"
        let template = EventTemplate(
            kind: event.kind, createdAt: event.createdAt, tags: event.tags, content: content)
        guard let author = PublicKey(event.pubkey), let id = try? template.id(author: author),
            let signature = try? relay.sign(id.bytes.bytes)
        else { return nil }
        return Self.event(like: event, id: id, signature: signature, content: content)
    }

    private static func event(
        like event: Event, id: EventID, signature: Signature, content: String
    ) -> [UInt8] {
        JSONValue.object(
            JSONObject([
                .init("id", .string(id.hex)), .init("pubkey", .string(event.pubkey.hex)),
                .init("created_at", .integer(event.createdAt)), .init("kind", .integer(Int64(event.kind))),
                .init("tags", .array(event.tags.map { .array($0.map { .string($0) }) })),
                .init("content", .string(content)), .init("sig", .string(signature.hex)),
            ])
        ).serialized()
    }
}
