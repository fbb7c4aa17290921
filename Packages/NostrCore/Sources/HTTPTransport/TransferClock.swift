/// When a transfer runs out of time.
struct TransferClock {
    typealias Instant = ContinuousClock.Instant

    let limits: HTTPLimits
    let started: Instant
    /// The end of ``HTTPLimits/total``; earlier than `started + total` behind a redirect.
    let deadline: Instant
    private(set) var isConnected = false
    private var lastProgress: Instant

    init(limits: HTTPLimits, now: Instant, deadline: Instant) {
        self.limits = limits
        self.deadline = deadline
        started = now
        lastProgress = now
    }

    /// Notes that the request can be sent from now on.
    mutating func connected(at now: Instant) {
        isConnected = true
        lastProgress = now
    }

    /// Notes that bytes moved.
    mutating func progressed(at now: Instant) {
        lastProgress = now
    }

    /// The bound that has run out, if any.
    func expired(at now: Instant) -> HTTPError? {
        if now >= deadline { return .timeout(.total, after: limits.total) }
        if !isConnected {
            return now >= started + limits.connect ? .timeout(.connect, after: limits.connect) : nil
        }
        return now >= lastProgress + limits.idle ? .timeout(.idle, after: limits.idle) : nil
    }

    /// When to look again.
    var nextCheck: Instant {
        min(deadline, isConnected ? lastProgress + limits.idle : started + limits.connect)
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, within 1…`Int32.max`.
    var clampedMilliseconds: Int32 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 1 }
        guard seconds < 2_000_000 else { return Int32.max }
        let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: max(1, milliseconds))
    }
}
