internal import NostrCore

/// Why a command about the relay's members is not carried out (spec relay §5).
enum RosterRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    case outOfTime(createdAt: Int64, now: Int64)
    case badTarget
    case notAnAdministrator
    case notTheOwner
    case adminRoleNotGranted
    case ownerByAddition
    case badRole(String)
    case noRole
    case ownerAsRole
    case ownRemoval
    case ownRole
    case ownerRemoval
    case ownerRole
    case notFound(Bytes32)
    case onlyMembersByAdmins
    case noIcon
    case badIcon
    case iconCharacters
    case iconTooLong(Int, limit: Int)
    case notRequired
    case unprotectedLeave
    case notAMember
    case ownerLeaves

    /// The text on the wire, without its prefix.
    var description: String {
        switch self {
        case .outOfTime(let createdAt, let now):
            "event timestamp out of range: created_at=\(createdAt), now=\(now), "
                + "delta=\(createdAt &- now)s (max ±\(IngestRules.commandDrift)s)"
        case .badTarget: "missing or invalid p tag"
        case .notAnAdministrator: "actor not authorized: must be admin or owner"
        case .notTheOwner: "actor not authorized: must be owner"
        case .adminRoleNotGranted: "actor not authorized: only owner can grant admin role"
        case .ownerByAddition: "invalid role: use kind:9032 to promote to owner"
        case .badRole(let text): "invalid role: \(text)"
        case .noRole: "missing role tag"
        case .ownerAsRole: "cannot set role to owner"
        case .ownRemoval: "cannot remove yourself"
        case .ownRole: "cannot change your own role"
        case .ownerRemoval: "cannot remove the relay owner"
        case .ownerRole: "cannot change the relay owner's role"
        case .notFound(let key): "member not found: \(key.hex)"
        case .onlyMembersByAdmins: "actor not authorized: admins can only remove members"
        case .noIcon: "missing icon tag"
        case .badIcon: "icon must be an http(s) URL or data:image/* URL"
        case .iconCharacters: "icon contains invalid characters"
        case .iconTooLong(let count, let limit): "icon is too long (\(count) bytes, max \(limit))"
        case .notRequired: "relay membership is not enabled"
        case .unprotectedLeave: "leave request must include NIP-70 protected event tag [\"-\"]"
        case .notAMember: "you are not a relay member"
        case .ownerLeaves: "relay owner cannot leave"
        }
    }
}
