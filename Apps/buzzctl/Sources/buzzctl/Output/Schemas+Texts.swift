internal import CommandLineKit
internal import DeepLinks
internal import NostrCore

/// `nip19 encode`: `{"text","uri"}`.
struct EntityTextRecord: JSONRecord {
    let text: String
    let uri: String

    static let columns = [Column("TEXT"), Column("URI")]
    var cells: [Cell] { [Cell(text), Cell(uri)] }
    var json: JSONValue { .members(["text": .string(text), "uri": .string(uri)]) }
}

/// `nip19 decode`: `{"type"}` and of `"pubkey","secret_key","id","identifier","kind","relays"` what it holds.
struct EntityRecord: JSONRecord {
    let entity: NostrEntity
    /// Only when asked for by `--secret`.
    let showsSecret: Bool

    /// What an entity holds, in the words of the output.
    private struct Parts {
        let type: String
        var publicKey: PublicKey?
        var secret: SecretKey?
        var id: EventID?
        var identifier: String?
        var kind: UInt16?
        var relays: [String]?
    }

    private var parts: Parts {
        switch entity {
        case .publicKey(let key): Parts(type: "npub", publicKey: key)
        case .secretKey(let key):
            Parts(
                type: "nsec", publicKey: (try? KeyPair(key))?.publicKey, secret: showsSecret ? key : nil)
        case .note(let id): Parts(type: "note", id: id)
        case .profile(let profile):
            Parts(type: "nprofile", publicKey: profile.publicKey, relays: profile.relays)
        case .event(let event):
            Parts(
                type: "nevent", publicKey: event.author, id: event.id, kind: event.kind, relays: event.relays)
        case .address(let address):
            Parts(
                type: "naddr", publicKey: address.author, identifier: address.identifier, kind: address.kind,
                relays: address.relays)
        case .relay(let url): Parts(type: "nrelay", relays: [url])
        }
    }

    static let columns = [
        Column("TYPE"), Column("PUBKEY"), Column("ID"), Column("KIND", isRightAligned: true),
        Column("RELAYS"), Column("SECRET"),
    ]
    var cells: [Cell] {
        let parts = parts
        return [
            Cell(parts.type), Cell(parts.publicKey?.hex ?? "-"),
            Cell(parts.id?.hex ?? parts.identifier ?? "-"),
            Cell(parts.kind?.description ?? "-"), Cell(parts.relays?.joined(separator: " ") ?? "-"),
            Cell(parts.secret?.exposedHex() ?? ""),
        ]
    }
    var json: JSONValue {
        let parts = parts
        return .members([
            "type": .string(parts.type), "pubkey": .text(parts.publicKey?.hex),
            "secret_key": .text(parts.secret?.exposedHex()), "id": .text(parts.id?.hex),
            "identifier": .text(parts.identifier), "kind": parts.kind.map { .integer(Int64($0)) },
            "relays": parts.relays.map { .array($0.map { .string($0) }) },
        ])
    }
}

/// `nip44 encrypt`: `{"payload"}`.
struct PayloadRecord: JSONRecord {
    let payload: String

    static let columns = [Column("PAYLOAD")]
    var cells: [Cell] { [Cell(payload)] }
    var json: JSONValue { .members(["payload": .string(payload)]) }
}

/// `nip44 decrypt`: `{"plaintext"}`.
struct PlaintextRecord: JSONRecord {
    let plaintext: String

    static let columns = [Column("PLAINTEXT")]
    var cells: [Cell] { [Cell(plaintext)] }
    var json: JSONValue { .members(["plaintext": .string(plaintext)]) }
}

/// `nip98 header`: `{"authorization","id","created_at"}`.
struct AuthorizationRecord: JSONRecord {
    let event: Event

    static let columns = [Column("AUTHORIZATION")]
    var cells: [Cell] { [Cell(NIP98.header(event))] }
    var json: JSONValue {
        .members([
            "authorization": .string(NIP98.header(event)), "id": .string(event.id.hex),
            "created_at": .integer(event.createdAt),
        ])
    }
}

/// `nip98 verify`: `{"valid","pubkey"?,"id"?,"created_at"?,"reason"?}`.
struct HeaderVerdictRecord: JSONRecord {
    /// The header's event if it is good for the request.
    let event: VerifiedEvent?
    /// Why it is not.
    let reason: String?

    static let columns = [Column("RESULT"), Column("PUBKEY"), Column("CREATED"), Column("REASON")]
    var cells: [Cell] {
        [
            event == nil ? Cell("invalid", .red) : Cell("valid", .green), Cell(event?.author.hex ?? ""),
            Cell(event.map { UTCTime.text($0.createdAt) } ?? ""), Cell(reason ?? ""),
        ]
    }
    var json: JSONValue {
        .members([
            "valid": .bool(event != nil), "pubkey": .text(event?.author.hex), "id": .text(event?.id.hex),
            "created_at": event.map { .integer($0.createdAt) }, "reason": .text(reason),
        ])
    }
}

/// `link parse`: `{"type"}` and of `"relay","code","policy_receipt","channel","id","thread","card","owner",`
/// `"name"` what the link holds.
struct LinkRecord: JSONRecord {
    let link: DeepLink
    /// Codes and receipts only when asked for by `--secret`.
    let showsSecrets: Bool

    /// The parts in the order of the output.
    private var parts: [(name: String, value: String?)] {
        func parts(_ address: EntityAddress?) -> [(name: String, value: String?)] {
            [("owner", address?.owner), ("name", address?.identifier)]
        }
        switch link {
        case .message(let message):
            return [("channel", message.channel), ("id", message.id), ("thread", message.thread)]
        case .invite(let invite):
            return [
                ("relay", invite.relay.text), ("code", showsSecrets ? invite.code : nil),
                ("policy_receipt", showsSecrets ? invite.policyReceipt : nil),
            ]
        case .agent(let agent): return [("card", agent.card)]
        case .repository(let address), .project(let address): return parts(address)
        case .pullRequest(let event), .issue(let event): return [("id", event.id)] + parts(event.repository)
        }
    }

    private var type: String {
        switch link {
        case .message: "message"
        case .invite: "invite"
        case .agent: "agent"
        case .repository: "repo"
        case .project: "project"
        case .pullRequest: "pr"
        case .issue: "issue"
        }
    }

    static let columns = [Column("TYPE"), Column("LEADS TO")]
    var cells: [Cell] {
        let text = parts.compactMap { part in part.value.map { "\(part.name) \($0)" } }
        return [Cell(type), Cell(text.joined(separator: ", "))]
    }
    var json: JSONValue {
        let given = parts.compactMap { part in
            part.value.map { JSONObject.Member(part.name, .string($0)) }
        }
        return .object(JSONObject([JSONObject.Member("type", .string(type))] + given))
    }
}

/// `link build`: `{"link","hand_off"?}`; `hand_off` is the form of an invite that a web page hands to the app.
struct LinkTextRecord: JSONRecord {
    let link: DeepLink

    private var handOff: String? {
        if case .invite(let invite) = link { invite.handOffText } else { nil }
    }

    static let columns = [Column("LINK"), Column("HAND-OFF")]
    var cells: [Cell] { [Cell(link.text), Cell(handOff ?? "")] }
    var json: JSONValue { .members(["link": .string(link.text), "hand_off": .text(handOff)]) }
}
