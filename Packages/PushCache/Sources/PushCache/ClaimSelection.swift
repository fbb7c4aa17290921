internal import NostrCore

/// The decision about which message to show, apart from all files (spec push-cache, "Claiming").
package struct ClaimSelection: Equatable, Sendable {
    /// How much older than the watermark a message may be, in seconds: the relay's bound on `created_at`'s
    /// drift.
    package static let coverageWindow: Int64 = 900

    /// The message to show.
    package let winner: ClaimOutcome.Choice?
    /// Every candidate, newest first, with its verdict.
    package let judgements: [ClaimOutcome.Judgement]

    /// Judges all candidates.
    ///
    /// - Parameters:
    ///   - candidates: The candidates by scope.
    ///   - shown: What was shown in each configured scope that could be read; all of it makes the watermark.
    ///   - revoked: Scopes that are skipped altogether.
    package static func choose(
        among candidates: [Scope: [Candidate]], shown: [Scope: [StoreEntry]], revoked: Set<Scope>
    ) -> ClaimSelection {
        let live = shown.filter { !revoked.contains($0.key) }
        let floor = oldestUncovered(watermark: live.values.lazy.compactMap(watermark).max())
        var winner: ClaimOutcome.Choice?
        let judgements = ordered(candidates).map { choice in
            let verdict: ClaimOutcome.Verdict
            if revoked.contains(choice.scope) {
                verdict = .revoked
            } else if choice.isIn(shown[choice.scope] ?? []) || choice.isSameMessage(as: winner) {
                verdict = .shown
            } else if let floor, choice.candidate.createdAt < floor {
                verdict = .covered
            } else if winner == nil {
                winner = choice
                verdict = .won
            } else {
                verdict = .outranked
            }
            return ClaimOutcome.Judgement(choice, verdict)
        }
        return ClaimSelection(winner: winner, judgements: judgements)
    }

    /// The greatest capped time among entries, or nil if there are none.
    static func watermark(_ entries: [StoreEntry]) -> Int64? {
        entries.lazy.map(\.cappedTime).max()
    }

    /// The earliest `created_at` that is not covered, or nil if none can be.
    static func oldestUncovered(watermark: Int64?) -> Int64? {
        guard let watermark else { return nil }
        let (floor, overflow) = watermark.subtractingReportingOverflow(coverageWindow)
        return overflow ? nil : floor
    }

    /// All candidates: newest first, then the lower id, then the lower scope.
    private static func ordered(_ candidates: [Scope: [Candidate]]) -> [ClaimOutcome.Choice] {
        var choices: [ClaimOutcome.Choice] = []
        for (scope, list) in candidates {
            choices.append(contentsOf: list.map { ClaimOutcome.Choice(scope: scope, candidate: $0) })
        }
        return choices.sorted { left, right in
            if left.candidate.createdAt != right.candidate.createdAt {
                return left.candidate.createdAt > right.candidate.createdAt
            }
            if left.candidate.id != right.candidate.id { return left.candidate.id < right.candidate.id }
            return left.scope < right.scope
        }
    }
}

extension ClaimOutcome.Choice {
    /// A linear search: a relay answers with ten events a filter, and comparing beats hashing 512 entries.
    fileprivate func isIn(_ entries: [StoreEntry]) -> Bool {
        if entries.isEmpty { return false }
        let id = StoreEntry.ID(candidate.id)
        return entries.contains { $0.id == id }
    }

    /// Two filters may return one event; the second copy counts as shown.
    fileprivate func isSameMessage(as other: ClaimOutcome.Choice?) -> Bool {
        guard let other else { return false }
        return other.candidate.id == candidate.id && other.scope == scope
    }
}

extension ClaimOutcome {
    /// The outcome of a decision that no disk was asked about.
    package init(_ selection: ClaimSelection, isRecorded: Bool = false, faults: [Fault] = []) {
        self.init(
            winner: selection.winner, isRecorded: isRecorded, judgements: selection.judgements, faults: faults
        )
    }
}
