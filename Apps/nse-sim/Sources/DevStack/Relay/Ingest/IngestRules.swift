internal import NostrCore

/// Which events the relay takes, in the order of spec relay §4.1; decisions over values, without I/O.
enum IngestRules {
    /// How far an event's time may lie from the relay's, in seconds.
    static let drift: UInt64 = 900
    /// The same for commands about the relay itself.
    static let commandDrift: UInt64 = 120
    /// The longest content in bytes.
    static let contentLimit = 262_144
    /// The longest `d` value in bytes.
    static let identifierLimit = 1024
    /// The most replies that lead up to a message.
    static let depthLimit = 100
    /// The longest reaction in characters.
    static let reactionLimit = 64

    private static let relayOnly: Set<UInt16> = [13534, 30622, 39005, 39006, 40901, 40902]
    private static let webSocketOnly: Set<UInt16> = [1059, 20001]

    /// Steps 1 to 6: what the event alone, the clock and the authenticated key decide.
    static func admit(
        _ event: Event, author: Bytes32, now: Int64
    ) throws(IngestRefusal) -> (event: VerifiedEvent, subject: IngestSubject) {
        if event.kind == 22242 { throw .authEvent }
        if event.kind == 44100 || event.kind == 44101 { throw .membershipNotification }
        if webSocketOnly.contains(event.kind) { throw .webSocketOnly(kind: event.kind) }
        if relayOnly.contains(event.kind) { throw .relayOnlyKind }
        let verified = try verify(event)
        let (delta, overflow) = event.createdAt.subtractingReportingOverflow(now)
        guard !overflow, delta.magnitude <= drift else { throw .tooFarInTime }
        guard !isRelayCommand(event.kind) || delta.magnitude <= commandDrift else {
            throw .roster(.outOfTime(createdAt: event.createdAt, now: now))
        }
        let length = event.contentByteCount
        guard length <= contentLimit else { throw .contentTooLong(length) }
        guard event.pubkey == author else { throw .foreignAuthor }
        if event.kind == 30350 { throw .pushNotSupported }
        guard let subject = IngestSubject(event) else { throw .unknownKind }
        guard !event.isExpired(at: now) else { throw .expired }
        return (verified, subject)
    }

    private static func isRelayCommand(_ kind: UInt16) -> Bool {
        (9030...9036).contains(kind) || (9040...9044).contains(kind) || kind == 28936
    }

    private static func verify(_ event: Event) throws(IngestRefusal) -> VerifiedEvent {
        do {
            return try event.verify()
        } catch {
            switch error {
            case .idMismatch(let stated, let computed): throw .wrongID(computed: computed, stated: stated)
            case .invalidPublicKey, .invalidSignature: throw .wrongSignature
            }
        }
    }

    /// Steps 9 to 11 on an admitted event: channel, membership, the rules of its kind, and what to keep.
    ///
    /// An event of an author who may send is a duplicate, when it is known, before anything else, so that sending it again always succeeds: what it
    /// points at may be gone since.
    static func decide(
        _ event: Event, _ subject: IngestSubject, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        try requireUnrestricted(event, facts)
        if facts.isKnown { return .duplicate }
        switch subject {
        case .profile: return try profile(event, facts)
        case .plain(let channel): return try plain(event, channel, facts)
        case .channelEvent(let channel):
            guard channel != nil else { throw .noChannelTag }
            return try plain(event, channel, facts)
        case .message(let channel, let place): return try message(channel, place, facts)
        case .deletion(let target): return try deletion(event, target, facts)
        case .reaction(let target, let emoji): return try reaction(target, emoji, facts)
        case .edit(let channel, _): return try edit(event, channel, facts)
        case .createChannel(let id): return try createChannel(event, id, facts)
        case .join(let channel): return try join(event, channel, facts)
        case .leave(let channel): return try leave(event, channel, facts)
        case .putMember(let channel, let target): return try putMember(event, channel, target, facts)
        case .removeMember(let channel, let target): return try removeMember(event, channel, target, facts)
        case .editChannel(let channel): return try editChannel(event, channel, facts)
        case .deleteChannel(let channel): return try deleteChannel(channel, facts)
        case .report:
            if facts.moderation.isReported { return .duplicate }
            do throws(ModerationRefusal) {
                return .moderate(.report(try report(event)))
            } catch {
                throw .moderation(error)
            }
        case .moderation(let command, let target):
            do throws(ModerationRefusal) {
                return .moderate(try moderation(event, command, target, facts.moderation))
            } catch {
                throw .moderation(error)
            }
        case .roster(let command, let target):
            do throws(RosterRefusal) {
                return .execute(try roster(event, command, target, facts.roster))
            } catch {
                throw .roster(error)
            }
        case .deleteMessage(let channel, _, let count):
            return try deleteMessage(event, channel, count, facts)
        }
    }

    /// Step 10: a member may, and anyone in an open channel; an unknown channel has no members.
    static func requireAccess(_ facts: IngestFacts) throws(IngestRefusal) -> Channel {
        guard let channel = facts.channel, !channel.isDeleted,
            facts.role != nil || channel.visibility == .open
        else {
            throw .notAMember
        }
        return channel
    }

    /// Step 10 and the archived check of step 11.
    static func requireWritable(_ facts: IngestFacts) throws(IngestRefusal) -> Channel {
        let channel = try requireAccess(facts)
        guard !channel.isArchived else { throw .channelArchived }
        return channel
    }

    private static func profile(_ event: Event, _ facts: IngestFacts) throws(IngestRefusal) -> IngestDecision
    {
        let limits = JSONLimits(maximumBytes: contentLimit)
        guard (try? JSONValue.parse(event.content, limits: limits)) != nil else { throw .profileNotJSON }
        return try plain(event, nil, facts)
    }

    /// What has no rules of its own is stored by its class: the newest of an address stands (NIP-01).
    private static func plain(
        _ event: Event, _ named: String?, _ facts: IngestFacts
    ) throws(IngestRefusal) -> IngestDecision {
        let channel = named == nil ? nil : try requireWritable(facts).row
        if EventClass(kind: event.kind) == .addressable {
            let length = event.identifier.utf8.count
            guard length <= identifierLimit else { throw .identifierTooLong(length) }
        }
        if let until = facts.deletedUntil, event.createdAt <= until { return .duplicate }
        if let newest = facts.newest, newest.stands(against: event) { return .duplicate }
        return .store(channel: channel, root: nil, depth: 0, .none)
    }
}
