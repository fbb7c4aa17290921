internal import NostrCore

/// Who may come into a channel, who may put others in or out (spec relay §4.3).
///
/// Agents have no owners here: what depends on an agent's policy or on its owner is not served.
extension IngestRules {
    static func join(
        _ event: Event, _ named: String?, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        guard named != nil else { throw .badChannelTag }
        guard let channel = facts.channel, !channel.isDeleted else { throw .channelNotFound }
        // Who is in already stays in, whatever the channel has become since.
        guard facts.role == nil else { return .store(channel: channel.row, root: nil, depth: 0, .none) }
        guard channel.visibility == .open else { throw .channelIsPrivate }
        guard !channel.isArchived else { throw .channelArchived }
        let action = IngestAction.putMember(event.pubkey, .member, isNew: true)
        return .store(channel: channel.row, root: nil, depth: 0, action)
    }

    static func leave(
        _ event: Event, _ named: String?, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        guard named != nil else { throw .noChannelTag }
        let channel = try requireWritable(facts)
        guard let role = facts.role else { throw .notAnActiveMember }
        guard role != .owner || facts.owners > 1 else { throw .lastOwner }
        return .store(channel: channel.row, root: nil, depth: 0, .removeMember(event.pubkey))
    }

    /// Anyone may add anyone to an open channel; a role is given by those who run the channel.
    static func putMember(
        _ event: Event, _ named: String?, _ target: Bytes32?, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        guard named != nil else { throw .noChannelTag }
        let channel = try requireWritable(facts)
        guard let target else { throw .noMemberTag }
        let wanted = try event.firstValue(ofTag: "role").map(role)
        let isAdministrative = facts.role?.isAdministrative == true
        guard isAdministrative || channel.visibility == .open || target == event.pubkey else {
            throw .addNotAuthorized
        }
        let unchanged = IngestDecision.store(channel: channel.row, root: nil, depth: 0, .none)
        guard let current = facts.targetRole else {
            let role = wanted ?? .member
            // Nobody gives away more than they hold. It is accepted without effect, as a Buzz relay does.
            guard isAdministrative || !role.isAdministrative else { return unchanged }
            return .store(
                channel: channel.row, root: nil, depth: 0, .putMember(target, role, isNew: true))
        }
        guard let wanted, wanted != current else { return unchanged }
        guard isAdministrative else { throw .roleChangeNotAuthorized }
        guard current != .owner || facts.owners > 1 else { throw .lastOwnerDemoted }
        return .store(channel: channel.row, root: nil, depth: 0, .putMember(target, wanted, isNew: false))
    }

    /// Oneself, or anyone by those who run the channel; who is not in needs no removal.
    static func removeMember(
        _ event: Event, _ named: String?, _ target: Bytes32?, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        guard named != nil else { throw .noChannelTag }
        let channel = try requireWritable(facts)
        guard let target else { throw .noMemberTag }
        guard let role = facts.role else { throw .notAnActiveMember }
        guard target == event.pubkey || role.isAdministrative else { throw .removalNotAuthorized }
        guard let current = facts.targetRole else {
            return .store(channel: channel.row, root: nil, depth: 0, .none)
        }
        guard current != .owner || facts.owners > 1 else { throw .lastOwner }
        return .store(channel: channel.row, root: nil, depth: 0, .removeMember(target))
    }

    /// The author without giving a reason, or those who run the channel.
    static func deleteMessage(
        _ event: Event, _ named: String?, _ count: Int, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        let channel = try requireExisting(named, facts)
        guard count == 1 else { throw .messageDeletionTargets(count) }
        guard let target = facts.target else { throw .targetNotFound }
        guard target.channel == channel.row else { throw .editedElsewhere }
        let reason = MessageDeletionReason(
            action: event.firstValue(ofTag: "action_id"), code: event.firstValue(ofTag: "reason_code"),
            text: event.firstValue(ofTag: "public_reason"))
        if let action = reason.action, UUIDText.canonical(action) == nil { throw .badActionID }
        let mayWrite = facts.role != nil || channel.visibility == .open
        let isAuthor = target.author == event.pubkey && reason.isEmpty && mayWrite
        guard isAuthor || facts.role?.isAdministrative == true else { throw .neitherAuthorNorAdministrator }
        guard !channel.isArchived else { throw .channelArchived }
        return .store(channel: channel.row, root: nil, depth: 0, .deleteMessage(target, reason))
    }

    private static func role(_ text: String) throws(IngestRefusal) -> MemberRole {
        guard let role = MemberRole(rawValue: text) else { throw .badRole(text) }
        return role
    }
}
