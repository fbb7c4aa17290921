internal import NostrCore

/// Who may report, and who may keep others out (spec relay §4.2).
extension IngestRules {
    /// A ban stops everything; a timeout all but commands about the relay, and reports.
    static func requireUnrestricted(_ event: Event, _ facts: IngestFacts) throws(IngestRefusal) {
        guard !facts.restriction.isBanned else { throw .banned }
        guard let until = facts.restriction.timedOutUntil else { return }
        switch event.kind {
        case 1984, 9030...9033, 9040...9044: return
        default: throw .timedOut(until: until)
        }
    }

    static func moderation(
        _ event: Event, _ command: IngestSubject.ModerationKind, _ target: Bytes32?, _ facts: ModerationFacts
    ) throws(ModerationRefusal) -> ModerationCommand {
        guard let role = facts.role, role.isAdministrative else { throw .notAModerator }
        if command == .resolve { return try resolution(event, facts) }
        guard let target else { throw .badTarget }
        guard target != event.pubkey else { throw .ownTarget }
        guard facts.targetRole?.isAdministrative != true || (role == .owner && facts.targetRole == .admin)
        else { throw .protectedTarget }
        switch command {
        case .ban:
            let until = event.expiration
            guard until != nil || event.tagCount(named: "expiration") == 0 else { throw .badExpiration }
            return .ban(target, until: until)
        case .unban:
            guard facts.target.isBanned else { throw .notBanned }
            return .unban(target)
        case .timeOut:
            guard let until = event.expiration else { throw .badExpiration }
            return .timeOut(target, until: until)
        case .endTimeout, .resolve:
            guard facts.target.timedOutUntil != nil else { throw .notTimedOut }
            return .endTimeout(target)
        }
    }

    private static func resolution(
        _ event: Event, _ facts: ModerationFacts
    ) throws(ModerationRefusal) -> ModerationCommand {
        guard let report = facts.report else { throw .noReport }
        let text = event.firstValue(ofTag: "status") ?? ""
        guard let status = ModerationCommand.Resolution(rawValue: text) else { throw .badStatus(text) }
        return .resolve(report: report, status, action: event.firstValue(ofTag: "action"))
    }

    /// One person, and at most one event or blob of theirs; the kind of report stands behind what is reported.
    static func report(_ event: Event) throws(ModerationRefusal) -> Report {
        guard event.tagCount(named: "p") == 1 else { throw .reportTargets }
        let things = event.tagCount(named: "e") + event.tagCount(named: "x")
        guard things <= 1 else { throw .reportOfSeveral }
        let name = things == 0 ? "p" : event.tagCount(named: "e") == 1 ? "e" : "x"
        guard let tag = event.tags.first(where: { $0.first == name }), tag.count > 1,
            Bytes32(hex: tag[1]) != nil, event.firstValue(ofTag: "p").flatMap({ Bytes32(hex: $0) }) != nil
        else { throw .reportOfNothing }
        let text = tag.count > 2 ? tag[2] : ""
        guard let kind = Report.Kind(rawValue: text) else { throw .badReportType(text) }
        let targetKind: Report.TargetKind = name == "p" ? .pubkey : name == "e" ? .event : .blob
        return Report(targetKind: targetKind, target: tag[1], kind: kind, note: event.content)
    }
}
