/// When to ping and when to give up, in milliseconds of any steady clock.
package struct KeepAlive: Equatable, Sendable {
    package enum Action: Equatable {
        /// Nothing to do for this long.
        case wait(milliseconds: Int64)
        case ping
        /// The last ping was not answered in time.
        case giveUp
    }

    private let interval: Int64
    private let patience: Int64
    private var lastHeard: Int64
    private var pingSent: Int64?

    package init(interval: Int64, patience: Int64, now: Int64) {
        self.interval = interval
        self.patience = patience
        lastHeard = now
    }

    /// Bytes came: the other side is there, whatever it says.
    package mutating func heard(at now: Int64) {
        lastHeard = now
        pingSent = nil
    }

    package mutating func step(at now: Int64) -> Action {
        if let pingSent {
            let left = patience - (now - pingSent)
            return left <= 0 ? .giveUp : .wait(milliseconds: left)
        }
        let left = interval - (now - lastHeard)
        guard left <= 0 else { return .wait(milliseconds: left) }
        pingSent = now
        return .ping
    }
}
