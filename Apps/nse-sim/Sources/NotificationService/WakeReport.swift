public import NostrCore
public import PushCache
public import RelayClient

/// What one wake did, for a person who asks why: per community its answer, per event the reason, and the claim.
public struct WakeReport: Sendable {
    /// How a community's query ended.
    public struct CommunityAnswer: Sendable {
        /// The community.
        public let communityID: String
        /// How many well-formed events came back, or why none did.
        public let outcome: Result<Int, RelayHTTPError>
        /// Events that may be shown.
        public let accepted: [AcceptedMessage]
        /// Events that may not, each with its reason.
        public let refused: [(id: EventID, reason: MessageAcceptance.Refusal)]
        /// How many elements of the answer were no events.
        public let malformed: Int
    }

    /// The communities that took part, in the order of the snapshot.
    public var answers: [CommunityAnswer] = []
    /// What the cache said, or nil when there was nothing to choose from or no cache is used.
    public var claim: ClaimOutcome?
    /// Whether the deadline expired before the pipeline was done.
    public var deadlineExpired = false
}
