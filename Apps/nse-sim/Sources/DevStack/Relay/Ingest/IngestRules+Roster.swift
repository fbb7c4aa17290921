internal import NostrCore

/// Who may change the relay's members and its icon (spec relay §5).
extension IngestRules {
    private static let iconLimit = 2048
    private static let iconDataLimit = 98_304

    static func roster(
        _ event: Event, _ command: IngestSubject.RosterKind, _ target: Bytes32?, _ facts: RosterFacts
    ) throws(RosterRefusal) -> RosterCommand {
        switch command {
        case .add: return try addition(event, target, facts)
        case .remove: return try removal(event, target, facts)
        case .setRole: return try roleChange(event, target, facts)
        case .setIcon: return try icon(event, facts)
        case .leave: return try departure(event, facts)
        }
    }

    /// Whoever is in already stays as they are.
    private static func addition(
        _ event: Event, _ target: Bytes32?, _ facts: RosterFacts
    ) throws(RosterRefusal) -> RosterCommand {
        guard let target else { throw .badTarget }
        guard let actor = facts.role, actor.isAdministrative else { throw .notAnAdministrator }
        let text = event.firstValue(ofTag: "role") ?? RelayRole.member.rawValue
        guard let role = RelayRole(rawValue: text) else { throw .badRole(text) }
        guard role != .owner else { throw .ownerByAddition }
        guard role == .member || actor == .owner else { throw .adminRoleNotGranted }
        return facts.targetRole == nil ? .add(target, role) : .none
    }

    private static func removal(
        _ event: Event, _ target: Bytes32?, _ facts: RosterFacts
    ) throws(RosterRefusal) -> RosterCommand {
        guard let target else { throw .badTarget }
        guard let actor = facts.role, actor.isAdministrative else { throw .notAnAdministrator }
        guard target != event.pubkey else { throw .ownRemoval }
        guard facts.targetRole != .owner else { throw .ownerRemoval }
        guard let current = facts.targetRole else { throw .notFound(target) }
        guard current == .member || actor == .owner else { throw .onlyMembersByAdmins }
        return .remove(target)
    }

    private static func roleChange(
        _ event: Event, _ target: Bytes32?, _ facts: RosterFacts
    ) throws(RosterRefusal) -> RosterCommand {
        guard let target else { throw .badTarget }
        guard facts.role == .owner else { throw .notTheOwner }
        guard target != event.pubkey else { throw .ownRole }
        guard let text = event.firstValue(ofTag: "role") else { throw .noRole }
        guard let role = RelayRole(rawValue: text) else { throw .badRole(text) }
        guard role != .owner else { throw .ownerAsRole }
        guard facts.targetRole != .owner else { throw .ownerRole }
        guard let current = facts.targetRole else { throw .notFound(target) }
        return role == current ? .none : .setRole(target, role)
    }

    /// Those who run the relay; anyone where nobody does and anyone is admitted.
    private static func icon(
        _ event: Event, _ facts: RosterFacts
    ) throws(RosterRefusal) -> RosterCommand {
        let isFree = !facts.isRequired && !facts.hasAdministrators
        guard isFree || facts.role?.isAdministrative == true else { throw .notAnAdministrator }
        guard let icon = event.firstValue(ofTag: "icon") else { throw .noIcon }
        guard !icon.isEmpty else { return .setIcon(nil) }
        let isData = icon.utf8.starts(with: "data:image/".utf8)
        let isURL = ["http://", "https://"].contains { icon.utf8.starts(with: $0.utf8) }
        guard isData || isURL else { throw .badIcon }
        let limit = isData ? iconDataLimit : iconLimit
        let count = icon.utf8.count
        guard count <= limit else { throw .iconTooLong(count, limit: limit) }
        // It goes into other people's pages: only printable ASCII that ends no attribute.
        let isClean = icon.utf8.allSatisfy {
            (0x21...0x7E).contains($0) && !"\"'<>\\`".utf8.contains($0)
        }
        guard isClean else { throw .iconCharacters }
        return .setIcon(icon)
    }

    private static func departure(
        _ event: Event, _ facts: RosterFacts
    ) throws(RosterRefusal) -> RosterCommand {
        guard facts.isRequired else { throw .notRequired }
        guard event.isProtected else { throw .unprotectedLeave }
        guard let role = facts.role else { throw .notAMember }
        guard role != .owner else { throw .ownerLeaves }
        return .leave(event.pubkey)
    }
}
