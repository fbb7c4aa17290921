/// What a connection is doing, since when: the total time of each phase is bounded, so that a trickle of bytes does not
/// hold it.
struct ConnectionClock {
    enum Phase: Equatable {
        /// Nothing of a request has come yet on this connection, or its header is coming.
        case header
        /// A body is coming.
        case body
        /// The handler works; its time is its own affair.
        case handling
        /// An answer is going out.
        case sending
        /// An answer keeps silent on purpose.
        case silent
        /// Between an answer and the next request's first line.
        case idle
    }

    private(set) var phase = Phase.header
    private var since: ContinuousClock.Instant

    init(now: ContinuousClock.Instant) {
        since = now
    }

    mutating func enter(_ phase: Phase, now: ContinuousClock.Instant) {
        self.phase = phase
        since = now
    }

    func isOverdue(now: ContinuousClock.Instant, limits: HTTPServerLimits) -> Bool {
        guard let limit = Self.limit(of: phase, limits) else { return false }
        return now - since > limit
    }

    private static func limit(of phase: Phase, _ limits: HTTPServerLimits) -> Duration? {
        switch phase {
        case .header: limits.headerTime
        case .body: limits.bodyTime
        case .handling: nil
        case .sending: limits.sendTime
        case .silent: limits.silenceTime
        case .idle: limits.idleTime
        }
    }

    /// How often to look, so that no limit is passed by more than a quarter.
    static func interval(_ limits: HTTPServerLimits) -> Duration {
        let shortest = min(
            limits.headerTime, limits.bodyTime, limits.idleTime, min(limits.sendTime, limits.silenceTime))
        return max(.milliseconds(10), min(.seconds(1), shortest / 4))
    }
}
