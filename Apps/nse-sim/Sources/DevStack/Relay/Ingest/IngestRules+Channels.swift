internal import NostrCore

extension IngestRules {
    /// Anyone may create a channel (spec relay §4.3); the creator becomes its owner.
    static func createChannel(
        _ event: Event, _ id: String?, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        if event.tagCount(named: "h") > 0, id == nil { throw .badChannelTag }
        let name = try channelName(event.firstValue(ofTag: "name") ?? "")
        let visibility = try visibility(event.firstValue(ofTag: "visibility") ?? "open")
        let typeText = event.firstValue(ofTag: "channel_type") ?? "stream"
        guard let purpose = Channel.Purpose(rawValue: typeText) else { throw .badChannelType(typeText) }
        let timeToLive = try event.firstValue(ofTag: "ttl").map(seconds)
        if let existing = facts.channel {
            throw existing.isArchived && !existing.isDeleted ? .channelArchived : .channelExists
        }
        let channel = Channel(
            row: 0, id: id ?? "", name: name, about: event.firstValue(ofTag: "about").flatMap(filled),
            visibility: visibility, purpose: purpose, timeToLive: timeToLive)
        return .store(channel: nil, root: nil, depth: 0, .createChannel(channel))
    }

    /// Only the owner; the id stays taken (spec relay §4.3).
    static func deleteChannel(_ named: String?, _ facts: IngestFacts) throws(IngestRefusal) -> IngestDecision
    {
        let channel = try requireExisting(named, facts)
        guard facts.role == .owner else { throw .notTheOwner }
        guard !channel.isArchived else { throw .channelArchived }
        return .store(channel: channel.row, root: nil, depth: 0, .deleteChannel)
    }

    /// The values of the `h` tag's channel change; which depends on the actor's role (spec relay §4.3).
    static func editChannel(
        _ event: Event, _ named: String?, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        let channel = try requireExisting(named, facts)
        func isThere(_ name: String) -> Bool { event.tagCount(named: name) > 0 }
        let isForAdministrators = ["name", "about", "archived", "visibility", "ttl"].contains(where: isThere)
        guard isForAdministrators || ["topic", "purpose"].contains(where: isThere) else {
            throw .noMetadataTag
        }
        if isForAdministrators, facts.role?.isAdministrative != true { throw .editNotAuthorized }
        guard facts.role != nil else { throw .notAMemberForEdit }
        let archived = event.firstValue(ofTag: "archived")
        guard !channel.isArchived || archived == "false" else { throw .channelArchived }
        let edited = try edited(channel, by: event)
        let action = edited == channel ? .none : IngestAction.editChannel(edited, notices(channel, edited))
        return .store(channel: channel.row, root: nil, depth: 0, action)
    }

    private static func edited(_ channel: Channel, by event: Event) throws(IngestRefusal) -> Channel {
        var edited = channel
        if let text = event.firstValue(ofTag: "name") { edited.name = try channelName(text) }
        if let text = event.firstValue(ofTag: "about") { edited.about = filled(text) }
        if let text = event.firstValue(ofTag: "visibility") { edited.visibility = try visibility(text) }
        if let text = event.firstValue(ofTag: "topic") { edited.topic = filled(text) }
        if let text = event.firstValue(ofTag: "purpose") { edited.purposeText = filled(text) }
        if let text = event.firstValue(ofTag: "ttl") {
            edited.timeToLive = text.isEmpty ? nil : try seconds(text)
        }
        switch event.firstValue(ofTag: "archived") {
        case nil: break
        case "true": edited.isArchived = true
        case "false": edited.isArchived = false
        case .some(let text): throw .badArchived(text)
        }
        return edited
    }

    private static func notices(_ old: Channel, _ new: Channel) -> [ChannelNotice] {
        var notices: [ChannelNotice] = []
        if old.topic != new.topic { notices.append(.topicChanged(new.topic ?? "")) }
        if old.purposeText != new.purposeText { notices.append(.purposeChanged(new.purposeText ?? "")) }
        if old.visibility != new.visibility { notices.append(.visibilityChanged) }
        if old.timeToLive != new.timeToLive { notices.append(.timeToLiveChanged(new.timeToLive)) }
        if old.isArchived != new.isArchived { notices.append(new.isArchived ? .archived : .unarchived) }
        return notices
    }

    /// For commands that have rules of their own instead of membership.
    static func requireExisting(_ named: String?, _ facts: IngestFacts) throws(IngestRefusal) -> Channel {
        guard named != nil else { throw .noChannelTag }
        guard let channel = facts.channel, !channel.isDeleted else { throw .channelNotFound }
        return channel
    }

    // MARK: Values

    private static func channelName(_ text: String) throws(IngestRefusal) -> String {
        let name = String(text.drop { $0 == "#" || $0 == " " })
        guard !name.isEmpty else { throw .noChannelName }
        return name
    }

    private static func visibility(_ text: String) throws(IngestRefusal) -> Channel.Visibility {
        guard let visibility = Channel.Visibility(rawValue: text) else { throw .badVisibility(text) }
        return visibility
    }

    private static func seconds(_ text: String) throws(IngestRefusal) -> Int64 {
        guard text.utf8.allSatisfy(\.isDigit), let seconds = Int64(text), seconds > 0 else {
            throw .badTimeToLive
        }
        return seconds
    }

    private static func filled(_ text: String) -> String? { text.isEmpty ? nil : text }
}
