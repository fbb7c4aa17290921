extension PushCache {
    /// Finds the newest message not yet shown and claims it, so that no other call of any process shows it
    /// again.
    ///
    /// Call it once a wake, before presenting. It never throws: whatever the disk does, the message must be
    /// shown, and ``ClaimOutcome/faults`` says what went wrong. The lock is released on every path before it
    /// returns.
    ///
    /// - Parameters:
    ///   - candidates: The messages that could be shown, by scope.
    ///   - configured: All scopes that take part, also where the query failed; what was shown there counts too.
    ///     A scope with candidates counts as configured.
    ///   - now: The time, in Unix seconds.
    public func claimNewest(
        among candidates: [Scope: [Candidate]], configured: Set<Scope>, now: Int64
    ) -> ClaimOutcome {
        var claim = Claim(candidates: candidates, scopes: configured.union(candidates.keys), now: now)
        var fault: PushCacheError?
        let session = begin(creating: true, fault: &fault)
        if let fault { claim.report(fault) }
        let outcome = claim.run(in: session)
        session?.lock?.release()
        // Every process sees the record from its renaming on; that the name outlives a loss of power need not keep
        // the others waiting.
        if outcome.isRecorded { session?.files.flushNames() }
        session?.files.close()
        return outcome
    }
}

/// One claim on its way through its steps: read, decide, record.
private struct Claim {
    private let candidates: [Scope: [Candidate]]
    private let scopes: [(scope: Scope, stem: String)]
    private let now: Int64
    private var faults: [ClaimOutcome.Fault] = []
    private var states: [Scope: StoredState] = [:]
    private var revoked: Set<Scope> = []

    init(candidates: [Scope: [Candidate]], scopes: Set<Scope>, now: Int64) {
        self.candidates = candidates
        self.scopes = scopes.sorted().map { ($0, $0.fileStem) }
        self.now = now
    }

    mutating func report(_ error: PushCacheError, in scope: Scope? = nil) {
        faults.append(ClaimOutcome.Fault(scope: scope, error: error))
    }

    mutating func run(in session: PushCache.Session?) -> ClaimOutcome {
        if let session { read(session) }
        let shown = states.compactMapValues { state in
            if case .store(let store) = state { store.entries } else { nil }
        }
        let selection = ClaimSelection.choose(among: candidates, shown: shown, revoked: revoked)
        var isRecorded = false
        if let winner = selection.winner, let session, session.lock != nil {
            isRecorded = record(winner, session.files)
        }
        return ClaimOutcome(selection, isRecorded: isRecorded, faults: faults)
    }

    private mutating func read(_ session: PushCache.Session) {
        var buffer: [UInt8] = []
        for (scope, stem) in scopes {
            // Before the store, and under the lock: a revocation that returned is seen by every claim after
            // it.
            if session.files.contains(FileNames.tombstone(stem)) {
                revoked.insert(scope)
                continue
            }
            let state = session.files.readStore(stem, through: &buffer)
            states[scope] = state
            switch state {
            case .absent, .store: break
            case .unreadable(let error): report(.unreadable(error), in: scope)
            case .corrupt(let defect):
                let name = session.lock == nil ? nil : session.files.setAside(stem)
                report(.corrupt(defect, keptAs: name), in: scope)
            }
        }
    }

    private mutating func record(_ winner: ClaimOutcome.Choice, _ files: CacheDirectory) -> Bool {
        var store = Store()
        var placing = CacheDirectory.Placing.replacing
        switch states[winner.scope] {
        case .store(let known): store = known
        // What could not be read may hold other claims: write only if it is gone by now.
        case .unreadable: placing = .ifAbsent
        case .absent, .corrupt, nil: break
        }
        let bytes = store.recording(winner.candidate, now: now).serialized()
        do {
            try files.write(bytes, to: FileNames.store(winner.scope.fileStem), placing)
            return true
        } catch {
            // Where the store is unreadable and still there, that fault is reported already.
            if placing == .replacing || !error.isTaken { report(.notWritable(error), in: winner.scope) }
            return false
        }
    }
}

extension CacheDirectory {
    /// Keeps a corrupt store under another name, the newest one only; nil if it had to stay in place.
    fileprivate func setAside(_ stem: String) -> String? {
        let name = FileNames.corrupt(stem)
        do {
            try rename(FileNames.store(stem), to: name)
            return name
        } catch {
            return nil
        }
    }
}
