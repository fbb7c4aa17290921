internal import NostrCore

/// Why an event is not stored, one case a rule (spec relay §4).
enum IngestRefusal: Error, Equatable, Sendable {
    case authEvent
    case membershipNotification
    case webSocketOnly(kind: UInt16)
    case relayOnlyKind
    case wrongID(computed: EventID, stated: EventID)
    case wrongSignature
    case tooFarInTime
    case contentTooLong(Int)
    case foreignAuthor
    case unknownKind
    case pushNotSupported
    case identifierTooLong(Int)
    case expired
    case roster(RosterRefusal)
    case moderation(ModerationRefusal)
    case banned
    case timedOut(until: Int64)
    case noChannelTag
    case badChannelTag
    case notAMember
    case channelArchived
    case profileNotJSON
    case deletionTargets(events: Int, addresses: Int)
    case targetNotFound
    case notTheAuthor
    case reactionWithoutTarget
    case reactionTargetNotFound
    case reactionTooLong(Int)
    case reactionExists
    case editTargetNotFound
    case notTheEditedAuthor
    case editedElsewhere
    case parentNotFound
    case parentElsewhere
    case parentWithoutChannel
    case rootMismatch
    case threadTooDeep
    case noChannelName
    case badVisibility(String)
    case badChannelType(String)
    case badTimeToLive
    case channelExists
    case channelIsPrivate
    case channelNotFound
    case notAnActiveMember
    case lastOwner
    case noMetadataTag
    case editNotAuthorized
    case notAMemberForEdit
    case badArchived(String)
    case notTheOwner
    case noMemberTag
    case badRole(String)
    case addNotAuthorized
    case roleChangeNotAuthorized
    case lastOwnerDemoted
    case removalNotAuthorized
    case messageDeletionTargets(Int)
    case badActionID
    case neitherAuthorNorAdministrator

    /// How the refusal is told over HTTP.
    enum Form: Equatable, Sendable {
        /// 400 with the text.
        case badRequest
        /// 403 with the text.
        case forbidden
        /// 200 with `accepted` false.
        case notAccepted
    }

    var form: Form {
        switch self {
        case .foreignAuthor, .banned, .timedOut: .forbidden
        case .reactionExists, .channelExists: .notAccepted
        default: .badRequest
        }
    }
}

extension IngestRefusal: CustomStringConvertible {
    /// The text on the wire.
    var description: String {
        switch self {
        case .authEvent: "invalid: AUTH events cannot be submitted"
        case .membershipNotification: "invalid: membership notifications are relay-signed only"
        case .webSocketOnly(let kind): "invalid: kind \(kind) is only accepted via WebSocket"
        case .relayOnlyKind: "restricted: relay-only kind"
        case .wrongID(let computed, let stated):
            "invalid: invalid event id: computed \(computed.hex), got \(stated.hex)"
        case .wrongSignature: "invalid: invalid schnorr signature"
        case .tooFarInTime: "invalid: event timestamp too far from server time"
        case .contentTooLong(let count):
            "invalid: content exceeds maximum size of \(IngestRules.contentLimit) bytes (got \(count))"
        case .foreignAuthor: "invalid: event pubkey does not match authenticated identity"
        case .unknownKind: "restricted: unknown event kind"
        case .pushNotSupported: "invalid: push not supported"
        case .identifierTooLong(let count):
            "invalid: d tag too long (\(count) bytes, max \(IngestRules.identifierLimit))"
        case .expired: "invalid: event has expired"
        case .roster(let refusal): "invalid: \(refusal)"
        case .moderation(let refusal): refusal.description
        case .banned: "blocked: you are banned from this community"
        case .timedOut(let until): "restricted: you are timed out until \(until)"
        case .noChannelTag: "invalid: channel-scoped events must include an h tag"
        case .badChannelTag: "invalid: missing or invalid h tag"
        case .notAMember: "restricted: not a channel member"
        case .channelArchived: "invalid: channel is archived"
        case .profileNotJSON: "invalid: kind:0 content must be valid JSON"
        case .deletionTargets(let events, let addresses):
            "invalid: deletion events must reference exactly one target via e or a tag "
                + "(got e=\(events), a=\(addresses))"
        case .targetNotFound: "invalid: target event not found"
        case .notTheAuthor: "invalid: must be event author"
        case .reactionWithoutTarget: "invalid: reaction must reference a target event via e tag"
        case .reactionTargetNotFound: "invalid: reaction target event not found"
        case .reactionTooLong(let count): "invalid: reaction is too long (\(count) characters, max 64)"
        case .reactionExists: "duplicate: reaction already exists"
        case .editTargetNotFound: "invalid: edit target event not found"
        case .notTheEditedAuthor: "invalid: must be event author to edit"
        case .editedElsewhere: "invalid: target event belongs to a different channel"
        case .parentNotFound: "invalid: reply parent not found"
        case .parentElsewhere: "invalid: parent event belongs to a different channel"
        case .parentWithoutChannel: "invalid: parent event has no channel association"
        case .rootMismatch: "invalid: root tag does not match thread ancestry"
        case .threadTooDeep: "invalid: thread depth limit exceeded"
        case .noChannelName: "invalid: channel name is required"
        case .badVisibility(let text): "invalid visibility: \(text)"
        case .badChannelType(let text): "invalid channel_type: \(text)"
        case .badTimeToLive: "invalid: ttl must be a positive number of seconds"
        case .channelExists: "duplicate: channel already exists"
        case .channelIsPrivate: "restricted: channel is private"
        case .channelNotFound: "invalid: channel not found"
        case .notAnActiveMember: "invalid: actor is not an active member"
        case .lastOwner: "invalid: cannot remove the last owner"
        case .noMetadataTag:
            "invalid: kind:9002 must include at least one metadata tag "
                + "(name, about, archived, topic, purpose, visibility, ttl)"
        case .editNotAuthorized:
            "invalid: actor not authorized for name/about/archived/visibility/ttl changes"
        case .notAMemberForEdit: "invalid: not a member"
        case .badArchived(let text): "invalid: archived must be true or false, got \(text)"
        case .notTheOwner: "invalid: only owner can delete group"
        case .noMemberTag: "invalid: missing p tag"
        case .badRole(let text): "invalid: invalid role: \(text)"
        case .addNotAuthorized: "invalid: only owners/admins may add private-channel members"
        case .roleChangeNotAuthorized: "invalid: only owners/admins may change an active member's role"
        case .lastOwnerDemoted: "invalid: cannot demote the last owner — transfer ownership first"
        case .removalNotAuthorized: "invalid: actor not authorized"
        case .messageDeletionTargets(let text):
            "invalid: delete events must reference exactly one target via e (got e=\(text))"
        case .badActionID: "invalid: action_id must be a UUID"
        case .neitherAuthorNorAdministrator: "invalid: must be event author or channel owner/admin"
        }
    }
}
