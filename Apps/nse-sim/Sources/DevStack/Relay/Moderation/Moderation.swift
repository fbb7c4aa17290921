internal import NostrCore

/// What somebody reports, for those who run the relay (NIP-56, spec relay §4.2).
struct Report: Equatable, Sendable {
    enum TargetKind: String, Sendable {
        case event, pubkey, blob
    }

    enum Kind: String, Sendable {
        case illegal, nudity, malware, spam, impersonation, profanity, other
    }

    var targetKind: TargetKind
    /// 64 hex digits: an event's id, a key, or the hash of a blob.
    var target: String
    var kind: Kind
    var note: String
}

/// What is kept from a key; nil times are without end.
struct Restriction: Equatable, Sendable {
    var isBanned = false
    var timedOutUntil: Int64?
}

/// A command of those who run the relay; it is carried out and not stored.
enum ModerationCommand: Equatable, Sendable {
    enum Resolution: String, Sendable {
        case resolved, dismissed
    }

    case report(Report)
    case ban(Bytes32, until: Int64?)
    case unban(Bytes32)
    case timeOut(Bytes32, until: Int64)
    case endTimeout(Bytes32)
    case resolve(report: Int64, Resolution, action: String?)

    /// The name in the record of what was done; nil for what is not recorded.
    var name: String? {
        switch self {
        case .report: nil
        case .ban: "ban"
        case .unban: "unban"
        case .timeOut: "timeout"
        case .endTimeout: "untimeout"
        case .resolve(_, .resolved, _): "resolve_report"
        case .resolve(_, .dismissed, _): "dismiss_report"
        }
    }

    var target: Bytes32? {
        switch self {
        case .ban(let key, _), .unban(let key), .timeOut(let key, _), .endTimeout(let key): key
        case .report, .resolve: nil
        }
    }
}

/// What the rules ask about moderation.
struct ModerationFacts: Equatable, Sendable {
    var role: RelayRole?
    var targetRole: RelayRole?
    var target = Restriction()
    /// The row of the report that a resolution names.
    var report: Int64?
    /// This report is in the queue.
    var isReported = false
}

/// Why a report or a command about people is not taken.
enum ModerationRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    case notAModerator
    case ownTarget
    case protectedTarget
    case badTarget
    case badExpiration
    case notBanned
    case notTimedOut
    case noReport
    case badStatus(String)
    case reportTargets
    case reportOfSeveral
    case reportOfNothing
    case badReportType(String)

    /// The text on the wire.
    var description: String {
        switch self {
        case .notAModerator: "restricted: moderator access required"
        case .ownTarget: "restricted: cannot moderate yourself"
        case .protectedTarget: "restricted: only the owner can moderate admins, and nobody the owner"
        case .badTarget: "invalid: missing or invalid p tag"
        case .badExpiration: "invalid: missing or invalid expiration tag"
        case .notBanned: "invalid: member is not banned"
        case .notTimedOut: "invalid: member is not timed out"
        case .noReport: "invalid: report not found"
        case .badStatus(let text): "invalid: invalid status: \(text)"
        case .reportTargets: "invalid: report must have exactly one p tag"
        case .reportOfSeveral: "invalid: report may have at most one e or x tag"
        case .reportOfNothing: "invalid: report target must be 64 hex digits"
        case .badReportType(let text): "invalid: invalid report type: \(text)"
        }
    }
}
