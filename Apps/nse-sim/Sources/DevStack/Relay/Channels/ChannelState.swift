internal import NostrCore

/// A key in a channel.
struct ChannelMember: Equatable, Sendable {
    var pubkey: Bytes32
    var role: MemberRole
}

/// What the relay says about a channel in its own name (NIP-29, spec relay §4.4).
enum ChannelState {
    /// Kind 39000: name, visibility and type.
    static func metadata(_ channel: Channel, _ members: [ChannelMember]) -> EventTemplate {
        var tags = [["d", channel.id], ["name", channel.name]]
        if let about = channel.about { tags.append(["about", about]) }
        tags.append([channel.visibility == .open ? "public" : "private"])
        if channel.purpose == .dm {
            tags.append(["hidden"])
            tags += members.map { ["p", $0.pubkey.hex] }
        }
        tags.append(["closed"])
        tags.append(["t", channel.purpose.rawValue])
        if channel.isArchived { tags.append(["archived", "true"]) }
        if let seconds = channel.timeToLive { tags.append(["ttl", String(seconds)]) }
        return EventTemplate(kind: 39000, createdAt: 0, tags: tags)
    }

    /// Kind 39001: owners and admins.
    static func administrators(_ channel: Channel, _ members: [ChannelMember]) -> EventTemplate {
        let rows = members.filter(\.role.isAdministrative).map { ["p", $0.pubkey.hex, $0.role.rawValue] }
        return EventTemplate(kind: 39001, createdAt: 0, tags: [["d", channel.id]] + rows)
    }

    /// Kind 39002: all members.
    static func members(_ channel: Channel, _ members: [ChannelMember]) -> EventTemplate {
        let rows = members.map { ["p", $0.pubkey.hex, "", $0.role.rawValue] }
        return EventTemplate(kind: 39002, createdAt: 0, tags: [["d", channel.id]] + rows)
    }

    /// What happened, for the channel's readers.
    enum Notice: Equatable, Sendable {
        case created
        case joined(actor: Bytes32)
        case left(actor: Bytes32)
    }

    /// Kind 40099: a system message.
    static func message(_ notice: Notice, in channel: Channel, at now: Int64) -> EventTemplate {
        var content = JSONObject()
        switch notice {
        case .created: content["type"] = .string("channel_created")
        case .joined(let actor):
            content["type"] = .string("member_joined")
            content["actor"] = .string(actor.hex)
            content["target"] = .string(actor.hex)
        case .left(let actor):
            content["type"] = .string("member_left")
            content["actor"] = .string(actor.hex)
        }
        let text = String(decoding: JSONValue.object(content).serialized(), as: UTF8.self)
        return EventTemplate(kind: 40099, createdAt: now, tags: [["h", channel.id]], content: text)
    }
}
