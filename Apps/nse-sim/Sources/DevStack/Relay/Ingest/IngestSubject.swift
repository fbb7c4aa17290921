internal import NostrCore

/// What an event is about, read from its tags alone.
///
/// A part that is missing or unreadable is nil; the rules say what that means.
enum IngestSubject: Equatable, Sendable {
    case profile
    /// A message, forum post or comment in the channel of its `h` tag.
    case message(channel: String?, ThreadPlace)
    case deletion(DeletionTarget)
    case reaction(target: EventID?, emoji: String)
    case edit(channel: String?, target: EventID?)
    case createChannel(id: String?)
    case join(channel: String?)
    case leave(channel: String?)

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
        default: return nil
        }
    }

    /// The channel in the first `h` tag: a UUID, lowercased.
    private static func channel(of event: Event) -> String? {
        event.firstValue(ofTag: "h").flatMap { UUIDText.canonical($0) }
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
