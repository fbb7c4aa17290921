internal import NostrCore

/// Kinds that only those may ask for whom they concern (spec relay §1.4).
enum ReadGates {
    private static let addressed: Set<UInt16> = [24200, 44100, 44101, 1059, 30622, 44200]
    /// Of those, the ones that knowing an id does not open.
    private static let strictlyAddressed: Set<UInt16> = [30622, 44200]
    private static let engram: UInt16 = 30174
    private static let authorOnly: Set<UInt16> = [30300, 30350, 30179]

    /// The text that refuses a query, or nil when every filter may be answered.
    static func refusal(of filters: [Filter], reader: Bytes32) -> String? {
        if filters.contains(where: { asksForAddressed($0, reader) }) {
            return "restricted: p-gated kinds require #p tag matching your pubkey"
        }
        if filters.contains(where: { asksForEngrams($0, reader) }) {
            return "restricted: agent-engram reads require authors=[self] or #p=[self]"
        }
        if filters.contains(where: { asksForOthersOnly($0, reader) }) {
            return "restricted: author-only kinds require authors=[self]"
        }
        return nil
    }

    private static func asksForAddressed(_ filter: Filter, _ reader: Bytes32) -> Bool {
        let isNamed = filter.kinds.map { !addressed.isDisjoint(with: $0) } ?? true
        guard isNamed, !isAddressed(to: reader, filter) else { return false }
        let isStrict = filter.kinds.map { !strictlyAddressed.isDisjoint(with: $0) } ?? false
        return isStrict || filter.ids?.isEmpty != false
    }

    private static func asksForEngrams(_ filter: Filter, _ reader: Bytes32) -> Bool {
        guard filter.kinds?.contains(engram) ?? true else { return false }
        let isOwn = filter.authors == [reader] || isAddressed(to: reader, filter)
        return !isOwn && filter.ids?.isEmpty != false
    }

    private static func asksForOthersOnly(_ filter: Filter, _ reader: Bytes32) -> Bool {
        guard let kinds = filter.kinds, !kinds.isEmpty, authorOnly.isSuperset(of: kinds) else { return false }
        return filter.authors != [reader]
    }

    private static func isAddressed(to reader: Bytes32, _ filter: Filter) -> Bool {
        guard let values = filter.tagValues("p"), !values.isEmpty else { return false }
        return values.allSatisfy { Bytes32(hex: $0) == reader }
    }
}
