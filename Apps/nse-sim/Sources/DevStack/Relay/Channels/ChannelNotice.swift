internal import NostrCore

/// What happened in a channel, for its readers (spec relay §4.2, kind 40099).
enum ChannelNotice: Equatable, Sendable {
    case created
    case joined(actor: Bytes32, target: Bytes32)
    case left(actor: Bytes32)
    case removed(actor: Bytes32, target: Bytes32)
    case topicChanged(String)
    case purposeChanged(String)
    case visibilityChanged
    case timeToLiveChanged(Int64?)
    case archived
    case unarchived
    case deleted
    case messageDeleted(EventID, MessageDeletionReason)

    /// Kind 40099: a system message.
    func message(in channel: Channel, at now: Int64) -> EventTemplate {
        let object = JSONObject([.init("type", .string(type))] + members)
        let text = String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
        return EventTemplate(kind: 40099, createdAt: now, tags: [["h", channel.id]], content: text)
    }

    private var type: String {
        switch self {
        case .created: "channel_created"
        case .joined: "member_joined"
        case .left: "member_left"
        case .removed: "member_removed"
        case .topicChanged: "topic_changed"
        case .purposeChanged: "purpose_changed"
        case .visibilityChanged: "visibility_changed"
        case .timeToLiveChanged: "ttl_changed"
        case .archived: "channel_archived"
        case .unarchived: "channel_unarchived"
        case .deleted: "channel_deleted"
        case .messageDeleted: "message_deleted"
        }
    }

    private var members: [JSONObject.Member] {
        switch self {
        case .created, .visibilityChanged, .archived, .unarchived, .deleted: []
        case .joined(let actor, let target), .removed(let actor, let target):
            [.init("actor", .string(actor.hex)), .init("target", .string(target.hex))]
        case .left(let actor): [.init("actor", .string(actor.hex))]
        case .topicChanged(let text): [.init("topic", .string(text))]
        case .purposeChanged(let text): [.init("purpose", .string(text))]
        case .timeToLiveChanged(let seconds):
            [.init("ttl_seconds", seconds.map { .integer($0) } ?? .null)]
        case .messageDeleted(let id, let reason):
            [.init("target_event_id", .string(id.hex))] + reason.members
        }
    }
}

/// Why a message was deleted by those who run the channel; without any of it, its author deleted it.
struct MessageDeletionReason: Equatable, Sendable {
    /// A UUID.
    var action: String?
    var code: String?
    var text: String?

    var isEmpty: Bool { action == nil && code == nil && text == nil }

    fileprivate var members: [JSONObject.Member] {
        [("action_id", action), ("reason_code", code), ("public_reason", text)].compactMap { name, value in
            value.map { .init(name, .string($0)) }
        }
    }
}

/// A change in a channel's members, told to the member (spec relay §4.4, kinds 44100 and 44101).
enum MembershipNotice {
    static func added(_ target: Bytes32, to channel: Channel, by actor: Bytes32, at now: Int64)
        -> EventTemplate
    {
        template(44100, "member_added", target, channel, actor, now)
    }

    static func removed(_ target: Bytes32, from channel: Channel, by actor: Bytes32, at now: Int64)
        -> EventTemplate
    {
        template(44101, "member_removed", target, channel, actor, now)
    }

    private static func template(
        _ kind: UInt16, _ type: String, _ target: Bytes32, _ channel: Channel, _ actor: Bytes32, _ now: Int64
    ) -> EventTemplate {
        let object = JSONObject([
            .init("type", .string(type)), .init("channel_id", .string(channel.id)),
            .init("actor", .string(actor.hex)),
        ])
        let text = String(decoding: JSONValue.object(object).serialized(), as: UTF8.self)
        return EventTemplate(
            kind: kind, createdAt: now, tags: [["p", target.hex], ["h", channel.id]], content: text)
    }
}
