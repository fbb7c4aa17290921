/// A channel as the relay keeps it (NIP-29, spec relay §4.3).
struct Channel: Equatable, Sendable {
    /// Who may read and write without being a member.
    enum Visibility: String, Sendable {
        /// Everyone.
        case open
        /// Nobody.
        case `private`
    }

    /// What the channel is for.
    enum Purpose: String, Sendable {
        case stream, forum, dm, workflow
    }

    /// The row in the store.
    var row: Int64
    /// A lowercase UUID.
    var id: String
    var name: String
    var about: String?
    var visibility: Visibility
    var purpose: Purpose
    var timeToLive: Int64?
    /// What is being talked about now.
    var topic: String?
    /// What the channel is for, in words.
    var purposeText: String?
    /// When the channel is archived unless something happens in it; only with a time to live.
    var deadline: Int64?
    var isArchived = false
    /// It takes nothing any more; its id is not free again.
    var isDeleted = false
}

/// What a member may do; the names are those of the wire.
enum MemberRole: String, Sendable {
    case owner, admin, member, guest, bot

    var isAdministrative: Bool { self == .owner || self == .admin }
}
