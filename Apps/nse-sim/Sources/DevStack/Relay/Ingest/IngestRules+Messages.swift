internal import NostrCore

extension IngestRules {
    static func message(
        _ named: String?, _ place: ThreadPlace, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        guard named != nil else { throw .noChannelTag }
        let channel = try requireWritable(facts)
        guard place.parent != nil else {
            return .store(channel: channel.row, root: nil, depth: 0, .none)
        }
        guard let parent = facts.parent else { throw .parentNotFound }
        guard let parentChannel = parent.channel else { throw .parentWithoutChannel }
        guard parentChannel == channel.row else { throw .parentElsewhere }
        // The stated root must be the one that the parent's thread has.
        let root = parent.root ?? parent.id
        guard place.root == root else { throw .rootMismatch }
        guard parent.depth < depthLimit else { throw .threadTooDeep }
        return .store(channel: channel.row, root: root, depth: parent.depth + 1, .none)
    }

    /// An edit has its own rules: the author of the target, who may still write where it stands.
    static func edit(
        _ event: Event, _ named: String?, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        guard named != nil else { throw .noChannelTag }
        guard let target = facts.target else { throw .editTargetNotFound }
        guard target.author == event.pubkey else { throw .notTheEditedAuthor }
        guard let row = target.channel, row == facts.channel?.row else { throw .editedElsewhere }
        let channel = try requireWritable(facts)
        return .store(channel: channel.row, root: nil, depth: 0, .none)
    }

    /// A reaction belongs to its target's channel; one to an event outside channels to none.
    static func reaction(
        _ named: EventID?, _ emoji: String, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        guard let named else { throw .reactionWithoutTarget }
        guard let target = facts.target else { throw .reactionTargetNotFound }
        let channel = target.channel == nil ? nil : try requireWritable(facts).row
        let length = emoji.unicodeScalars.count
        guard length <= reactionLimit else { throw .reactionTooLong(length) }
        guard !facts.reactionExists else { throw .reactionExists }
        return .store(channel: channel, root: nil, depth: 0, .react(target: named, emoji: emoji))
    }

    /// A deletion belongs to its target's channel; one of a deletion is kept and has no effect (NIP-09).
    static func deletion(
        _ event: Event, _ named: IngestSubject.DeletionTarget, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        if case .notOne(let events, let addresses) = named {
            throw .deletionTargets(events: events, addresses: addresses)
        }
        guard let target = facts.target else { throw .targetNotFound }
        let channel = target.channel == nil ? nil : try requireWritable(facts).row
        guard target.author == event.pubkey else { throw .notTheAuthor }
        let action: IngestAction =
            switch named {
            case .event: target.kind == 5 ? .none : .delete(target)
            case .address(let address): .deleteAddress(address, until: event.createdAt, current: target)
            case .unreadable, .notOne: .none
            }
        return .store(channel: channel, root: nil, depth: 0, action)
    }
}
