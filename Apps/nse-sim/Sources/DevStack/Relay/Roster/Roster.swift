internal import NostrCore

/// What a member of the whole relay may do; the names are those of the wire (spec relay §5).
enum RelayRole: String, Sendable {
    case owner, admin, member

    var isAdministrative: Bool { self != .member }
}

/// A key in the relay's roster.
struct RelayMember: Equatable, Sendable {
    var pubkey: Bytes32
    var role: RelayRole
}

/// What the rules ask about the roster.
struct RosterFacts: Equatable, Sendable {
    /// Only members are admitted.
    var isRequired = false
    /// The author's role.
    var role: RelayRole?
    /// The role of the key that a command names.
    var targetRole: RelayRole?
    /// Somebody runs the relay.
    var hasAdministrators = false
}

/// A change that is carried out and not stored.
enum RosterCommand: Equatable, Sendable {
    /// Nothing is left to do.
    case none
    case add(Bytes32, RelayRole)
    case remove(Bytes32)
    case setRole(Bytes32, RelayRole)
    /// The community's picture; nil takes it away.
    case setIcon(String?)
    case leave(Bytes32)

    /// The text of success.
    var message: String { if case .leave = self { "info: you have left this relay" } else { "" } }
}

/// What the relay says about its members in its own name (NIP-43, spec relay §5).
enum RosterState {
    static let kind: UInt16 = 13534

    /// Kind 13534: all members in the order of joining.
    static func roster(_ members: [RelayMember]) -> EventTemplate {
        let rows = members.map { ["member", $0.pubkey.hex, $0.role.rawValue] }
        return EventTemplate(kind: kind, createdAt: 0, tags: [["-"]] + rows)
    }

    /// Kind 8000.
    static func added(_ target: Bytes32, at now: Int64) -> EventTemplate {
        EventTemplate(kind: 8000, createdAt: now, tags: [["-"], ["p", target.hex]])
    }

    /// Kind 8001.
    static func removed(_ target: Bytes32, at now: Int64) -> EventTemplate {
        EventTemplate(kind: 8001, createdAt: now, tags: [["-"], ["p", target.hex]])
    }
}
