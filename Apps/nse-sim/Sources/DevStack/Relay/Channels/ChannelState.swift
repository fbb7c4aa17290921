internal import NostrCore

/// A key in a channel.
struct ChannelMember: Equatable, Sendable {
    var pubkey: Bytes32
    var role: MemberRole
}

/// What the relay says about a channel in its own name (NIP-29, spec relay §4.4).
enum ChannelState {
    static let kinds: [UInt16] = [39000, 39001, 39002]

    /// All of it, without times.
    static func templates(_ channel: Channel, _ members: [ChannelMember]) -> [EventTemplate] {
        [metadata(channel, members), administrators(channel, members), self.members(channel, members)]
    }

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
        if let topic = channel.topic { tags.append(["topic", topic]) }
        if let text = channel.purposeText { tags.append(["purpose", text]) }
        if channel.isArchived { tags.append(["archived", "true"]) }
        if let seconds = channel.timeToLive { tags.append(["ttl", String(seconds)]) }
        if let deadline = channel.deadline.flatMap(UTCText.init) {
            tags.append(["ttl_deadline", deadline.text])
        }
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
}
