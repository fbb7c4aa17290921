internal import NostrCore
internal import Synchronization

/// How many calls a key has in each fixed window (spec relay §1.2).
///
/// Counts are in memory: a restart forgets them.
final class RequestQuota: Sendable {
    static let window: Int64 = 60

    private struct State {
        var window = Int64.min
        var calls: [Bytes32: Int] = [:]
    }

    private let state = Mutex(State())
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Counts a call.
    ///
    /// - Returns: nil when it is within the quota, else the seconds until the next window.
    func refusal(of key: Bytes32, now: Int64) -> Int64? {
        let phase = ((now % Self.window) + Self.window) % Self.window
        return state.withLock { state in
            let window = now &- phase
            if state.window != window {
                state.window = window
                state.calls = [:]
            }
            let calls = state.calls[key, default: 0]
            guard calls < limit else { return Self.window - phase }
            state.calls[key] = calls + 1
            return nil
        }
    }
}
