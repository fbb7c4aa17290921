internal import NostrCore

/// What an event is about, read from its tags alone.
///
/// A part that is missing or unreadable is nil; the rules say what that means.
enum IngestSubject: Equatable, Sendable {
    case profile
    /// An event without rules of its own, outside channels or in the one of its `h` tag.
    case plain(channel: String?)
    /// An event of a kind that needs a channel and has no other rules.
    case channelEvent(channel: String?)
    /// A message, forum post or comment in the channel of its `h` tag.
    case message(channel: String?, ThreadPlace)
    case deletion(DeletionTarget)
    case reaction(target: EventID?, emoji: String)
    case edit(channel: String?, target: EventID?)
    case createChannel(id: String?)
    case join(channel: String?)
    case leave(channel: String?)
    case putMember(channel: String?, target: Bytes32?)
    case removeMember(channel: String?, target: Bytes32?)
    case editChannel(channel: String?)
    case deleteChannel(channel: String?)
    /// A message named in exactly one `e` tag.
    case deleteMessage(channel: String?, target: EventID?, count: Int)
    /// A command about the relay's members, which is carried out and not stored.
    case roster(RosterKind, target: Bytes32?)

    /// A report, which goes into a queue and is not stored.
    case report(event: EventID?)
    /// A command about people.
    case moderation(ModerationKind, target: Bytes32?)

    enum ModerationKind: Sendable {
        case ban, unban, timeOut, endTimeout, resolve
    }

    enum RosterKind: Sendable {
        case add, remove, setRole, setIcon, leave
    }

    /// What a deletion points at.
    enum DeletionTarget: Equatable, Sendable {
        case event(EventID)
        case address(EventAddress)
        /// Points at one thing that can't exist.
        case unreadable
        case notOne(events: Int, addresses: Int)
    }

    /// Nil for kinds that are not served.
    init?(_ event: Event) {
        switch event.kind {
        case 0: self = .profile
        case 5: self = .deletion(Self.deletionTarget(of: event))
        case 7:
            let last = event.values(ofTag: "e").last
            let emoji = event.content
            self = .reaction(target: last.flatMap { EventID(hex: $0) }, emoji: emoji.isEmpty ? "+" : emoji)
        case 9, 40002, 45001, 45003:
            self = .message(channel: Self.channel(of: event), ThreadPlace(event.tags))
        case 40003:
            let target = event.firstValue(ofTag: "e").flatMap { EventID(hex: $0) }
            self = .edit(channel: Self.channel(of: event), target: target)
        case 9007: self = .createChannel(id: Self.channel(of: event))
        case 9021: self = .join(channel: Self.channel(of: event))
        case 9022: self = .leave(channel: Self.channel(of: event))
        case 9000: self = .putMember(channel: Self.channel(of: event), target: Self.person(in: event))
        case 9001: self = .removeMember(channel: Self.channel(of: event), target: Self.person(in: event))
        case 9002: self = .editChannel(channel: Self.channel(of: event))
        case 9005:
            self = .deleteMessage(
                channel: Self.channel(of: event),
                target: event.firstValue(ofTag: "e").flatMap { EventID(hex: $0) },
                count: event.tagCount(named: "e"))
        case 9008: self = .deleteChannel(channel: Self.channel(of: event))
        case 9030: self = .roster(.add, target: Self.person(in: event))
        case 9031: self = .roster(.remove, target: Self.person(in: event))
        case 9032: self = .roster(.setRole, target: Self.person(in: event))
        case 9033: self = .roster(.setIcon, target: nil)
        case 1984: self = .report(event: event.firstValue(ofTag: "e").flatMap { EventID(hex: $0) })
        case 9040: self = .moderation(.ban, target: Self.person(in: event))
        case 9041: self = .moderation(.unban, target: Self.person(in: event))
        case 9042: self = .moderation(.timeOut, target: Self.person(in: event))
        case 9043: self = .moderation(.endTimeout, target: Self.person(in: event))
        case 9044: self = .moderation(.resolve, target: nil)
        case 28936: self = .roster(.leave, target: nil)
        // A stray h tag does not bring these into a channel.
        case 1, 3, 30078, 30315: self = .plain(channel: nil)
        case 40004...40008, 40100, 45002, 48100...48103:
            self = .channelEvent(channel: Self.channel(of: event))
        default:
            guard Self.isPlain(event.kind) else { return nil }
            self = .plain(channel: Self.channel(of: event))
        }
    }

    /// Kinds that are nobody's to send, or commands that are not served, are not plain (spec relay §4.1, §4.2).
    private static func isPlain(_ kind: UInt16) -> Bool {
        switch kind {
        case 8, 8000...8003, 9000...9022, 9030...9044, 13535, 39000...39004, 40001, 40099: false
        case 30350, 30620, 41010...41012, 42000, 46001...46012, 46020, 46030, 46031: false
        default: EventClass(kind: kind) != .ephemeral
        }
    }

    /// The channel in the first `h` tag: a UUID, lowercased.
    private static func channel(of event: Event) -> String? {
        event.firstValue(ofTag: "h").flatMap { UUIDText.canonical($0) }
    }

    /// The key in the first `p` tag.
    private static func person(in event: Event) -> Bytes32? {
        event.firstValue(ofTag: "p").flatMap { Bytes32(hex: $0) }
    }

    private static func deletionTarget(of event: Event) -> DeletionTarget {
        let events = event.tagCount(named: "e")
        let addresses = event.tagCount(named: "a")
        guard events + addresses == 1 else { return .notOne(events: events, addresses: addresses) }
        if let id = event.firstValue(ofTag: "e").flatMap({ EventID(hex: $0) }) { return .event(id) }
        if let address = event.firstValue(ofTag: "a").flatMap({ EventAddress($0) }) {
            return .address(address)
        }
        return .unreadable
    }
}
