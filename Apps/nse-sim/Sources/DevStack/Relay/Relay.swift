internal import NostrCore
internal import SQLiteKit

/// What one community's relay does with events and filters, whatever door they come through.
final class Relay: Sendable {
    let keys: KeyPair
    let store: EventStore
    let clock: @Sendable () -> Int64

    init(keys: KeyPair, store: EventStore, clock: @escaping @Sendable () -> Int64) {
        self.keys = keys
        self.store = store
        self.clock = clock
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
        return try await store.write { (session) throws(SQLiteError) in
            let facts = try session.facts(for: event, subject, now: now)
            let decision: IngestDecision
            do throws(IngestRefusal) {
                decision = try IngestRules.decide(event, subject, facts)
            } catch {
                return .rollback(.refused(error))
            }
            guard case .store(let channel, let root, let depth, let action) = decision else {
                return .rollback(.duplicate)
            }
            let place = EventPlace(channel: channel, root: root, depth: depth)
            if let failure = try session.keep(event, place, action, facts, by: keys, now: now) {
                return .rollback(.failed(reason: failure.description))
            }
            return .commit(.stored)
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
