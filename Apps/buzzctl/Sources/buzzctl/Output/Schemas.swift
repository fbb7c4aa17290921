internal import CommandLineKit
internal import NostrCore
internal import ThreadRefs

/// A result that has a JSON value; every shape that this program prints is in the files named Schemas.
protocol JSONRecord: Record {
    var json: JSONValue { get }
}

extension JSONRecord {
    func appendJSON(to output: inout [UInt8]) { json.append(to: &output) }
}

extension JSONValue {
    /// An object with the members that have a value.
    static func members(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(JSONObject(members.compactMap { key, value in value.map { JSONObject.Member(key, $0) } }))
    }

    static func text(_ text: String?) -> JSONValue? { text.map { .string($0) } }
}

/// `key …`: `{"pubkey","npub","key_file"?,"nsec"?,"secret_key"?}`.
struct KeyRecord: JSONRecord {
    let publicKey: PublicKey
    var file: String?
    /// Only when asked for by `--secret`.
    var secret: SecretKey?

    static let columns = [
        Column("PUBKEY"), Column("NPUB"), Column("FILE"), Column("NSEC"), Column("SECRET"),
    ]
    var cells: [Cell] {
        [
            Cell(publicKey.hex), Cell(publicKey.npub), Cell(file ?? ""), Cell(secret?.exposedNsec() ?? ""),
            Cell(secret?.exposedHex() ?? ""),
        ]
    }
    var json: JSONValue {
        .members([
            "pubkey": .string(publicKey.hex), "npub": .string(publicKey.npub), "key_file": .text(file),
            "nsec": .text(secret?.exposedNsec()), "secret_key": .text(secret?.exposedHex()),
        ])
    }
}

/// `key convert`: `{"pubkey","npub"}`, a row each.
struct PublicKeyRecord: JSONRecord {
    let key: PublicKey

    static let columns = [Column("PUBKEY"), Column("NPUB")]
    var cells: [Cell] { [Cell(key.hex), Cell(key.npub)] }
    var json: JSONValue { .members(["pubkey": .string(key.hex), "npub": .string(key.npub)]) }
}

/// `event id`: `{"line","id","stated"?}`; `stated` is there when the event states another id.
struct EventIDRecord: JSONRecord {
    let line: Int
    let id: EventID
    let stated: EventID?

    static let columns = [Column("LINE", isRightAligned: true), Column("ID"), Column("STATED")]
    var cells: [Cell] {
        [Cell(String(line)), Cell(id.hex), stated.map { Cell($0.hex, .red) } ?? ""]
    }
    var json: JSONValue {
        .members(["line": .integer(Int64(line)), "id": .string(id.hex), "stated": .text(stated?.hex)])
    }
}

/// `event verify`: `{"line","id"?,"valid","defects":[{"part","reason"}]}`.
struct VerdictRecord: JSONRecord {
    let line: Int
    /// The id that the event states, where it can be read.
    let id: EventID?
    /// Empty for a valid event.
    let defects: [EventDefect]

    static let columns = [
        Column("LINE", isRightAligned: true), Column("RESULT"), Column("ID"), Column("REASON"),
    ]
    var cells: [Cell] {
        [
            Cell(String(line)), defects.isEmpty ? Cell("valid", .green) : Cell("invalid", .red),
            Cell(id?.hex ?? "-"), Cell(defects.map { "\($0.part): \($0.reason)" }.joined(separator: "; ")),
        ]
    }
    var json: JSONValue {
        .members([
            "line": .integer(Int64(line)), "id": .text(id?.hex), "valid": .bool(defects.isEmpty),
            "defects": .array(
                defects.map { .members(["part": .string($0.part), "reason": .string($0.reason)]) }),
        ])
    }
}

/// `thread ref`: `{"line","id","parent"?,"root"?,"broadcast","conversation","opens"}`.
///
/// `opens` is where a tap leads: `channel`, or `thread` for the thread of the parent.
struct ThreadRecord: JSONRecord {
    let line: Int
    let id: EventID
    let reference: ThreadReference
    let conversation: String

    private var opens: String { reference.destination == .channel ? "channel" : "thread" }

    static let columns = [
        Column("LINE", isRightAligned: true), Column("ID"), Column("PARENT"), Column("ROOT"),
        Column("BROADCAST"),
        Column("OPENS"),
    ]
    var cells: [Cell] {
        [
            Cell(String(line)), Cell(id.hex), Cell(reference.parent ?? "-"), Cell(reference.root ?? "-"),
            reference.isBroadcast ? "yes" : "no", Cell(opens),
        ]
    }
    var json: JSONValue {
        .members([
            "line": .integer(Int64(line)), "id": .string(id.hex), "parent": .text(reference.parent),
            "root": .text(reference.root), "broadcast": .bool(reference.isBroadcast),
            "conversation": .string(conversation), "opens": .string(opens),
        ])
    }
}

/// `query`: the event itself, as NIP-01 writes it.
struct EventRecord: Record {
    let event: VerifiedEvent

    static let columns = [
        Column("CREATED"), Column("KIND", isRightAligned: true), Column("AUTHOR"), Column("ID"),
        Column("CONTENT", shrinks: true),
    ]
    var cells: [Cell] {
        [
            Cell(UTCTime.text(event.createdAt)), Cell(String(event.kind)), Cell(event.author.npub, .cyan),
            Cell(event.id.hex), Cell(event.event.content),
        ]
    }
    func appendJSON(to output: inout [UInt8]) { event.event.append(to: &output) }
}

/// What a relay made of an event: `{"id","kind","accepted","message"}`.
struct PublishRecord: JSONRecord {
    let id: EventID
    let kind: UInt16
    let isAccepted: Bool
    /// Empty, or the relay's words.
    let message: String

    static let columns = [
        Column("ID"), Column("KIND", isRightAligned: true), Column("ACCEPTED"), Column("MESSAGE"),
    ]
    var cells: [Cell] {
        [
            Cell(id.hex), Cell(String(kind)), isAccepted ? Cell("yes", .green) : Cell("no", .red),
            Cell(message),
        ]
    }
    var json: JSONValue {
        .members([
            "id": .string(id.hex), "kind": .integer(Int64(kind)), "accepted": .bool(isAccepted),
            "message": .string(message),
        ])
    }
}

/// `event new`: `{"pubkey"?,"created_at","kind","tags","content"}`, an event that nobody has signed.
struct DraftRecord: JSONRecord {
    let author: PublicKey?
    let template: EventTemplate

    static let columns = [
        Column("CREATED"), Column("KIND", isRightAligned: true), Column("AUTHOR"), Column("TAGS"),
        Column("CONTENT", shrinks: true),
    ]
    var cells: [Cell] {
        [
            Cell(UTCTime.text(template.createdAt)), Cell(String(template.kind)), Cell(author?.npub ?? "-"),
            Cell(String(template.tags.count)), Cell(template.content),
        ]
    }
    var json: JSONValue {
        .members([
            "pubkey": .text(author?.hex), "created_at": .integer(template.createdAt),
            "kind": .integer(Int64(template.kind)),
            "tags": .array(template.tags.map { .array($0.map { .string($0) }) }),
            "content": .string(template.content),
        ])
    }
}

/// `count`: `{"count"}`.
struct CountRecord: JSONRecord {
    let count: Int64

    static let columns = [Column("COUNT")]
    var cells: [Cell] { [Cell(String(count))] }
    var json: JSONValue { .members(["count": .integer(count)]) }
}

/// `relay info`: the document as the relay sent it (NIP-11).
struct RelayInformationRecord: JSONRecord {
    let information: RelayInformation

    static let columns = [
        Column("NAME"), Column("DESCRIPTION"), Column("SOFTWARE"), Column("VERSION"), Column("CONTACT"),
        Column("ADMIN"), Column("RELAY KEY"), Column("NIPS"), Column("EXTENSIONS"), Column("PUSH"),
    ]
    var cells: [Cell] {
        [
            Cell(information.name ?? ""), Cell(information.summary ?? ""), Cell(information.software ?? ""),
            Cell(information.version ?? ""), Cell(information.contact ?? ""), Cell(information.pubkey ?? ""),
            Cell(information.selfKey?.hex ?? ""),
            Cell(information.supportedNIPs.map(\.description).joined(separator: " ")),
            Cell(information.supportedExtensions.joined(separator: " ")),
            information.push == nil ? "no descriptor" : Cell("descriptor present", .green),
        ]
    }
    var json: JSONValue { .object(information.document) }
}
