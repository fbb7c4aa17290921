internal import NostrCore
internal import SQLiteKit

/// What one community's relay does with events and filters, whatever door they come through.
final class Relay: Sendable {
    let keys: KeyPair
    let store: EventStore
    let clock: @Sendable () -> Int64
    /// Only members of the roster are admitted.
    let isMembershipRequired: Bool

    init(
        keys: KeyPair, store: EventStore, isMembershipRequired: Bool = false,
        clock: @escaping @Sendable () -> Int64
    ) {
        self.keys = keys
        self.store = store
        self.clock = clock
        self.isMembershipRequired = isMembershipRequired
    }

    /// Checks an event and keeps it; the answer may be given as soon as this returns.
    ///
    /// - Parameter author: the key that the connection or request has proven.
    func ingest(_ event: Event, by author: Bytes32) async throws(SQLiteError) -> IngestOutcome {
        let now = clock()
        let subject: IngestSubject
        do {
            // The signature is checked here, before the one writer is asked for.
            subject = try IngestRules.admit(event, author: author, now: now).subject
        } catch {
            return .refused(error)
        }
        let keys = keys
        let isMembershipRequired = isMembershipRequired
        return try await store.write { (session) throws(SQLiteError) in
            let facts = try session.facts(
                for: event, subject, now: now, isMembershipRequired: isMembershipRequired)
            let decision: IngestDecision
            do throws(IngestRefusal) {
                decision = try IngestRules.decide(event, subject, facts)
            } catch {
                return .rollback(.refused(error))
            }
            switch decision {
            case .duplicate: return .rollback(.duplicate)
            case .execute(let command):
                if let failure = try session.execute(command, by: keys, now: now) {
                    return .rollback(.failed(reason: failure.description))
                }
                return .commit(.executed(command.message))
            case .moderate(let command):
                try session.execute(command, of: event, channel: facts.channel, now: now)
                return .commit(.executed(""))
            case .store(let channel, let root, let depth, let action):
                let place = EventPlace(channel: channel, root: root, depth: depth)
                if let failure = try session.keep(event, place, action, facts, by: keys, now: now) {
                    return .rollback(.failed(reason: failure.description))
                }
                return .commit(.stored)
            }
        }
    }

    /// Archives channels whose time is over; to be called before whatever could see or change one.
    ///
    /// - Returns: why that could not be told, else nil.
    func archiveIdleChannels() async throws(SQLiteError) -> String? {
        let now = clock()
        let keys = keys
        let isDue = try store.read { (session) throws(SQLiteError) in try session.hasIdleChannel(now: now) }
        guard isDue else { return nil }
        return try await store.write { (session) throws(SQLiteError) in
            let failure = try session.archiveIdleChannels(by: keys, now: now)
            return failure == nil ? .commit(nil) : .rollback(failure?.description)
        }
    }

    /// Whether a key may use this relay.
    func admits(_ key: Bytes32) throws(SQLiteError) -> Bool {
        guard isMembershipRequired else { return true }
        return try store.read { (session) throws(SQLiteError) in try session.relayRole(of: key) != nil }
    }

    /// The newest rows of a list, or nil for those who don't run the relay.
    func rows(
        of list: ModerationList, limit: Int, reader: Bytes32
    ) throws(SQLiteError) -> JSONValue? {
        let now = clock()
        return try store.read { (session) throws(SQLiteError) in
            guard try session.relayRole(of: reader)?.isAdministrative == true else { return nil }
            return try session.rows(of: list, limit: limit, now: now)
        }
    }

    /// Makes this key the owner, and tells the roster if it is another than the one that was told.
    ///
    /// - Returns: why the roster could not be signed, else nil.
    func reconcileRoster(owner: PublicKey) async throws(SQLiteError) -> String? {
        let now = clock()
        let keys = keys
        return try await store.write { (session) throws(SQLiteError) in
            let before = try session.relayMembers()
            try session.setOwner(owner.bytes)
            let address = EventAddress(kind: RosterState.kind, author: keys.publicKey.bytes, identifier: "")
            let isTold = try session.newest(address) != nil
            let after = try session.relayMembers()
            guard !isTold || after != before else { return .commit(nil) }
            if let failure = try session.publishRoster(by: keys, now: now) {
                return .rollback(failure.description)
            }
            return .commit(nil)
        }
    }

    /// Removes what expired while nobody looked.
    func tidy() async throws(SQLiteError) {
        let now = clock()
        try await store.write { (session) throws(SQLiteError) in
            try session.removeExpired(now: now)
            return .commit(())
        }
    }
}
