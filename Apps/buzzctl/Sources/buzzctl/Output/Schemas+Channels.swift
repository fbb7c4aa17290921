internal import CommandLineKit
internal import Invites
internal import NostrCore
internal import ThreadRefs

/// `message list`: the event itself, as NIP-01 writes it.
struct MessageRecord: Record {
    let event: VerifiedEvent

    static let columns = [
        Column("CREATED"), Column("AUTHOR", shrinks: true), Column("ID"), Column("ANSWERS"),
        Column("MESSAGE", shrinks: true),
    ]
    var cells: [Cell] {
        [
            Cell(UTCTime.text(event.createdAt)), Cell(event.author.npub, .cyan), Cell(event.id.hex),
            Cell(ThreadReference(tags: event.tags).parent.map { String($0.prefix(8)) } ?? "-"),
            Cell(event.event.content),
        ]
    }
    func appendJSON(to output: inout [UInt8]) { event.event.append(to: &output) }
}

/// `message thread`: `{"id","place","depth"?,"missing"?,"parent"?,"event"}` in reading order.
///
/// `place` is `thread`, `orphan`, `cycle` or `too_deep`; an orphan's `missing` is the parent nobody has.
struct ThreadMessageRecord: JSONRecord {
    let event: VerifiedEvent
    let place: ThreadIndex.Place

    private var depth: Int? {
        if case .placed(let depth) = place { depth } else { nil }
    }
    private var missing: String? {
        if case .orphan(let id) = place { id } else { nil }
    }
    private var name: String {
        switch place {
        case .placed: "thread"
        case .orphan: "orphan"
        case .cycle: "cycle"
        case .tooDeep: "too_deep"
        }
    }

    static let columns = [
        Column("CREATED"), Column("AUTHOR", shrinks: true), Column("ID"), Column("MESSAGE", shrinks: true),
    ]
    var cells: [Cell] {
        let lead = depth.map { $0 == 0 ? "" : String(repeating: "  ", count: $0 - 1) + "└ " } ?? "(\(name)) "
        return [
            Cell(UTCTime.text(event.createdAt)), Cell(event.author.npub, .cyan), Cell(event.id.hex),
            Cell(lead + event.event.content),
        ]
    }
    var json: JSONValue {
        .members([
            "id": .string(event.id.hex), "place": .string(name),
            "depth": depth.map { .integer(Int64($0)) }, "missing": .text(missing),
            "parent": .text(ThreadReference(tags: event.tags).parent), "event": event.event.jsonValue,
        ])
    }
}

/// `channel list`: `{"id","name","type","visibility","archived","member","about"?,"topic"?}`.
struct ChannelRecord: JSONRecord {
    let channel: Channel

    static let columns = [
        Column("ID"), Column("NAME"), Column("TYPE"), Column("VISIBILITY"), Column("MEMBER"),
        Column("ABOUT", shrinks: true),
    ]
    var cells: [Cell] {
        let state = channel.existing.isArchived ? ", archived" : ""
        return [
            Cell(channel.existing.id), Cell(channel.existing.name, .cyan), Cell(channel.existing.type),
            Cell(channel.existing.visibility + state), channel.existing.isMember ? "yes" : "no",
            Cell(channel.about ?? ""),
        ]
    }
    var json: JSONValue {
        .members([
            "id": .string(channel.existing.id), "name": .string(channel.existing.name),
            "type": .string(channel.existing.type), "visibility": .string(channel.existing.visibility),
            "archived": .bool(channel.existing.isArchived), "member": .bool(channel.existing.isMember),
            "about": .text(channel.about), "topic": .text(channel.topic),
        ])
    }
}

/// `channel members`: `{"pubkey","npub","role"}`.
struct MemberRecord: JSONRecord {
    let key: PublicKey
    let role: String

    static let columns = [Column("PUBKEY"), Column("NPUB"), Column("ROLE")]
    var cells: [Cell] { [Cell(key.hex), Cell(key.npub, .cyan), Cell(role)] }
    var json: JSONValue {
        .members(["pubkey": .string(key.hex), "npub": .string(key.npub), "role": .string(role)])
    }
}

/// `channel create`: `{"channel","id","accepted","message"}`.
struct NewChannelRecord: JSONRecord {
    let channel: String
    let outcome: PublishRecord

    static let columns = [Column("CHANNEL"), Column("ID"), Column("ACCEPTED"), Column("MESSAGE")]
    var cells: [Cell] {
        let cells = outcome.cells
        return [Cell(channel), cells[0], cells[2], cells[3]]
    }
    var json: JSONValue {
        .members([
            "channel": .string(channel), "id": .string(outcome.id.hex),
            "accepted": .bool(outcome.isAccepted), "message": .string(outcome.message),
        ])
    }
}

/// `starter …`: `{"name","id","about","state"?}`; `state` is what was or would be done.
struct StarterRecord: JSONRecord {
    let channel: StarterChannel
    /// The channel that stands for it, which may have another id.
    let id: String
    var state: String?

    static let columns = [Column("NAME"), Column("ID"), Column("STATE"), Column("ABOUT", shrinks: true)]
    var cells: [Cell] { [Cell(channel.name), Cell(id), Cell(state ?? "-"), Cell(channel.about)] }
    var json: JSONValue {
        .members([
            "name": .string(channel.name), "id": .string(id), "about": .string(channel.about),
            "state": .text(state),
        ])
    }
}

extension Event {
    /// The event as a JSON value.
    var jsonValue: JSONValue? {
        try? JSONValue.parse(serialized(), limits: JSONLimits(maximumBytes: 2 * LineInput.limit))
    }
}
