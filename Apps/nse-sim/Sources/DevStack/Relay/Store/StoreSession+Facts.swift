internal import NostrCore
internal import SQLiteKit

extension StoreSession {
    /// Gathers what the rules ask about an admitted event.
    func facts(
        for event: Event, _ subject: IngestSubject, now: Int64, isMembershipRequired: Bool
    ) throws(SQLiteError) -> IngestFacts {
        var facts = IngestFacts()
        facts.restriction = try restriction(of: event.pubkey, now: now)
        facts.isKnown = try isKnown(event.id)
        guard !facts.isKnown else { return facts }
        switch subject {
        case .profile: break
        case .plain(let id), .channelEvent(let id): facts.channel = try channel(named: id)
        case .message(let id, let place):
            facts.channel = try channel(named: id)
            if let parent = place.parent { facts.parent = try head(parent, now: now) }
        case .edit(let id, let target):
            facts.channel = try channel(named: id)
            if let target { facts.target = try head(target, now: now) }
        case .createChannel(let id), .join(let id), .leave(let id), .editChannel(let id),
            .deleteChannel(let id):
            facts.channel = try channel(named: id)
        case .putMember(let id, let target), .removeMember(let id, let target):
            facts.channel = try channel(named: id)
            if let target, let channel = facts.channel {
                facts.targetRole = try role(of: target, in: channel)
            }
        case .deleteMessage(let id, let target, _):
            facts.channel = try channel(named: id)
            if let target { facts.target = try head(target, now: now) }
        case .reaction(let target, let emoji):
            if let target {
                facts.target = try head(target, now: now)
                facts.reactionExists = try hasReaction(emoji, by: event.pubkey, to: target)
            }
            facts.channel = try channel(of: facts.target)
        case .deletion(.event(let id)):
            facts.target = try head(id, now: now)
            facts.channel = try channel(of: facts.target)
        case .deletion(.address(let address)):
            facts.target = try newest(address)
            facts.channel = try channel(of: facts.target)
        case .report(let target):
            facts.moderation.isReported = try isReported(event.id)
            if let target { facts.target = try head(target, now: now) }
            facts.channel = try channel(of: facts.target)
        case .moderation(_, let target):
            facts.moderation = try moderationFacts(for: event, target: target, now: now)
        case .roster(_, let target):
            facts.roster = try rosterFacts(
                author: event.pubkey, target: target, isRequired: isMembershipRequired)
        case .deletion(.unreadable), .deletion(.notOne): break
        }
        if let address = EventAddress(of: event, in: facts.channel) {
            facts.newest = try newest(address)
            facts.deletedUntil = try deletedUntil(address)
        }
        if let channel = facts.channel {
            facts.role = try role(of: event.pubkey, in: channel)
            if facts.role == .owner || facts.targetRole == .owner { facts.owners = try owners(of: channel) }
        }
        return facts
    }

    private func channel(named id: String?) throws(SQLiteError) -> Channel? {
        guard let id else { return nil }
        return try channel(id: id)
    }

    private func channel(of head: StoredHead?) throws(SQLiteError) -> Channel? {
        guard let row = head?.channel else { return nil }
        return try channel(row: row)
    }
}
