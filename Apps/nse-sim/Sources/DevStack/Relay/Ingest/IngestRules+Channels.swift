internal import NostrCore

extension IngestRules {
    /// Anyone may create a channel (spec relay §4.3); the creator becomes its owner.
    static func createChannel(
        _ event: Event, _ id: String?, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        if event.tagCount(named: "h") > 0, id == nil { throw .badChannelTag }
        let name = String((event.firstValue(ofTag: "name") ?? "").drop { $0 == "#" || $0 == " " })
        guard !name.isEmpty else { throw .noChannelName }
        let visibilityText = event.firstValue(ofTag: "visibility") ?? "open"
        guard let visibility = Channel.Visibility(rawValue: visibilityText) else {
            throw .badVisibility(visibilityText)
        }
        let typeText = event.firstValue(ofTag: "channel_type") ?? "stream"
        guard let purpose = Channel.Purpose(rawValue: typeText) else { throw .badChannelType(typeText) }
        var timeToLive: Int64?
        if let text = event.firstValue(ofTag: "ttl") {
            guard text.utf8.allSatisfy(\.isDigit), let seconds = Int64(text), seconds > 0 else {
                throw .badTimeToLive
            }
            timeToLive = seconds
        }
        if let existing = facts.channel { throw existing.isArchived ? .channelArchived : .channelExists }
        let about = event.firstValue(ofTag: "about")
        let channel = Channel(
            row: 0, id: id ?? "", name: name, about: about?.isEmpty == true ? nil : about,
            visibility: visibility, purpose: purpose, timeToLive: timeToLive)
        return .store(channel: nil, root: nil, depth: 0, .createChannel(channel))
    }

    static func join(_ named: String?, _ facts: IngestFacts) throws(IngestRefusal) -> IngestDecision {
        guard named != nil else { throw .badChannelTag }
        guard let channel = facts.channel else { throw .channelNotFound }
        // Who is in already stays in, whatever the channel has become since.
        guard facts.role == nil else { return .store(channel: channel.row, root: nil, depth: 0, .none) }
        guard channel.visibility == .open else { throw .channelIsPrivate }
        guard !channel.isArchived else { throw .channelArchived }
        return .store(channel: channel.row, root: nil, depth: 0, .join)
    }

    static func leave(_ named: String?, _ facts: IngestFacts) throws(IngestRefusal) -> IngestDecision {
        guard named != nil else { throw .noChannelTag }
        let channel = try requireWritable(facts)
        guard let role = facts.role else { throw .notAnActiveMember }
        guard role != .owner || facts.owners > 1 else { throw .lastOwner }
        return .store(channel: channel.row, root: nil, depth: 0, .leave)
    }
}
