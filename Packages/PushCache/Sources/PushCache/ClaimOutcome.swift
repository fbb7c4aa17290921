public import NostrCore

/// What a claim decided, why, and what the disk did meanwhile.
public struct ClaimOutcome: Equatable, Sendable {
    /// A message in its scope.
    public struct Choice: Hashable, Sendable {
        /// Where it belongs.
        public let scope: Scope
        /// The message.
        public let candidate: Candidate

        /// Pairs a message with its scope.
        public init(scope: Scope, candidate: Candidate) {
            self.scope = scope
            self.candidate = candidate
        }
    }

    /// What was decided about one candidate.
    public enum Verdict: String, Hashable, Sendable {
        /// It is the message to show.
        case won
        /// It was shown before.
        case shown
        /// It is older than the newest shown message by more than the coverage window.
        case covered
        /// Its scope is revoked.
        case revoked
        /// It could be shown, but another candidate comes first; a later wake may claim it.
        case outranked
    }

    /// A candidate and its verdict.
    public struct Judgement: Hashable, Sendable {
        /// The candidate in its scope.
        public let choice: Choice
        /// What was decided.
        public let verdict: Verdict

        /// States a verdict.
        public init(_ choice: Choice, _ verdict: Verdict) {
            self.choice = choice
            self.verdict = verdict
        }
    }

    /// Something that went wrong on the disk; the decision was made all the same.
    public struct Fault: Equatable, Sendable, CustomStringConvertible {
        /// The scope whose store it was, or nil for the directory or the lock, which all scopes share.
        public let scope: Scope?
        /// What went wrong.
        public let error: PushCacheError

        /// States a fault.
        public init(scope: Scope?, error: PushCacheError) {
            self.scope = scope
            self.error = error
        }

        /// The scope, if it is one scope's, and the fault.
        public var description: String { scope.map { "\($0): \(error)" } ?? "\(error)" }
    }

    /// The message to show, or nil if none is left.
    public let winner: Choice?
    /// Whether the winner is recorded on disk; if not, a later wake may show it once more.
    public let isRecorded: Bool
    /// Every candidate with its verdict, newest first; ties by the lower id, then by scope.
    public let judgements: [Judgement]
    /// What went wrong on the disk, in the order in which it happened.
    public let faults: [Fault]

    /// The verdict on a candidate, or nil if it was none.
    public func verdict(on id: EventID, in scope: Scope) -> Verdict? {
        judgements.first { $0.choice.candidate.id == id && $0.choice.scope == scope }?.verdict
    }
}
