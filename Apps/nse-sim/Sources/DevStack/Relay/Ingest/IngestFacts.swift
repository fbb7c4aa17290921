internal import NostrCore

/// What the store knows about a stored event without reading its text.
struct StoredHead: Equatable, Sendable {
    var row: Int64
    var id: EventID
    var author: Bytes32
    var kind: UInt16
    var createdAt: Int64
    /// The row of the channel that it is stored under.
    var channel: Int64?
    /// The thread's first message; nil for a message that is no reply.
    var root: EventID?
    /// How many replies lead up to it.
    var depth: Int

    /// Whether another event of the same address gives way to it (NIP-01).
    func stands(against event: Event) -> Bool {
        createdAt != event.createdAt ? createdAt > event.createdAt : id <= event.id
    }
}

/// What the store knows that the rules ask about, gathered before they decide.
struct IngestFacts: Equatable, Sendable {
    /// The event's id is stored, or was deleted.
    var isKnown = false
    /// The channel that the event names, or that of the event it points at.
    var channel: Channel?
    /// The author's role in that channel.
    var role: MemberRole?
    /// The role there of the key that a command names.
    var targetRole: MemberRole?
    /// How many owners the channel has.
    var owners = 0
    /// What a deletion, reaction or edit points at.
    var target: StoredHead?
    /// What is kept from the author.
    var restriction = Restriction()
    /// What is known about people, for reports and commands about them.
    var moderation = ModerationFacts()
    /// What is known about the relay's members, for commands about them.
    var roster = RosterFacts()
    /// What a reply answers.
    var parent: StoredHead?
    /// The author has reacted to the target with this emoji.
    var reactionExists = false
    /// What a replaceable event would replace.
    var newest: StoredHead?
    /// Versions of this address up to this time were deleted.
    var deletedUntil: Int64?
}

/// What storing an event does beside keeping it.
enum IngestAction: Equatable, Sendable {
    case none
    /// Hides an event.
    case delete(StoredHead)
    /// Hides the versions of an address up to a time.
    case deleteAddress(EventAddress, until: Int64, current: StoredHead)
    /// Remembers a reaction, so that it counts once.
    case react(target: EventID, emoji: String)
    case createChannel(Channel)
    /// Adds a member, or changes one's role.
    case putMember(Bytes32, MemberRole, isNew: Bool)
    case removeMember(Bytes32)
    /// Gives the channel these values.
    case editChannel(Channel, [ChannelNotice])
    case deleteChannel
    /// Hides a message and leaves a note in its place.
    case deleteMessage(StoredHead, MessageDeletionReason)
}

/// The rules' decision on an admitted event.
enum IngestDecision: Equatable, Sendable {
    /// It is there already, or something newer is.
    case duplicate
    /// Carry it out and don't keep it.
    case execute(RosterCommand)
    case moderate(ModerationCommand)
    /// Keep it under this channel, at this place of a thread.
    case store(channel: Int64?, root: EventID?, depth: Int, IngestAction)
}

/// Author, kind and `d` value: what names a replaceable or addressable event (NIP-01).
///
/// A replaceable event in a channel stands beside those of other channels: the channel's id is its `d` value here
/// (spec relay §4.1).
struct EventAddress: Equatable, Sendable {
    var kind: UInt16
    var author: Bytes32
    var identifier: String

    /// Reads `kind:pubkey:d`; nil for anything else.
    init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let kind = UInt16(parts[0]), parts[0].utf8.allSatisfy(\.isDigit),
            let author = Bytes32(hex: String(parts[1]))
        else { return nil }
        self.init(kind: kind, author: author, identifier: String(parts[2]))
    }

    init(kind: UInt16, author: Bytes32, identifier: String) {
        self.kind = kind
        self.author = author
        self.identifier = identifier
    }

    /// The address of an event that is stored under this channel, nil for one that stands for itself.
    init?(of event: Event, in channel: Channel?) {
        // Channel metadata was replaceable before NIP-01 had classes, and is for this relay.
        let isReplaceable = event.kind == 41
        switch isReplaceable ? .replaceable : EventClass(kind: event.kind) {
        case .replaceable:
            self.init(kind: event.kind, author: event.pubkey, identifier: channel?.id ?? "")
        case .addressable: self.init(kind: event.kind, author: event.pubkey, identifier: event.identifier)
        case .regular, .ephemeral: return nil
        }
    }
}

extension UInt8 {
    /// Whether it is an ASCII digit.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
