internal import Invites
internal import NostrCore

/// A channel as its relay describes it (spec relay §4.4).
struct Channel {
    var existing: ExistingChannel
    let about: String?
    let topic: String?

    /// Reads a relay's kind 39000; nil if it names no channel.
    init?(_ event: Event, memberOf: Set<String>) {
        guard let id = UUIDText.canonical(event.identifier) else { return nil }
        existing = ExistingChannel(
            id: id, name: event.firstValue(ofTag: "name") ?? "", type: event.firstValue(ofTag: "t") ?? "",
            visibility: event.tagCount(named: "private") > 0 ? "private" : "open",
            isArchived: event.firstValue(ofTag: "archived") == "true", isMember: memberOf.contains(id))
        about = event.firstValue(ofTag: "about")
        topic = event.firstValue(ofTag: "topic")
    }

    /// The kinds of a channel's description and of its list of members.
    static let metadataKind: UInt16 = 39000
    static let membersKind: UInt16 = 39002

    /// All channels that the relay shows to a key, by name.
    static func all(_ fetching: Fetching, for key: PublicKey) async throws -> (
        channels: [Channel], hasBad: Bool
    ) {
        var mine = Filter(kinds: [membersKind], limit: 1_000)
        mine.setTag("p", [key.hex])
        let answer = try await fetching.events([Filter(kinds: [metadataKind], limit: 1_000), mine])
        let memberOf = answer.events.filter { event in
            event.kind == membersKind && event.event.values(ofTag: "p").contains(key.hex)
        }
        let ids = Set(memberOf.compactMap { UUIDText.canonical($0.event.identifier) })
        // Of two descriptions of one channel the newer counts.
        var seen: Set<String> = []
        let channels = answer.events.filter { $0.kind == metadataKind }
            .sorted { Event.newestFirst($0.event, $1.event) }
            .compactMap { Channel($0.event, memberOf: ids) }
            .filter { seen.insert($0.existing.id).inserted }
        return (channels.sorted { $0.sortKey < $1.sortKey }, answer.hasBad)
    }

    private var sortKey: (String, String) { (existing.name, existing.id) }
}
