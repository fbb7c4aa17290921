internal import Synchronization

/// The content to deliver if the deadline expired now, and what happened up to now.
///
/// Once closed it takes no more: whatever a late step would add was not delivered and is not reported.
final class BestSoFar: Sendable {
    private struct State {
        var content: NotificationContent
        var report = WakeReport()
        var isClosed = false
    }

    private let state: Mutex<State>

    init(_ content: NotificationContent) {
        state = Mutex(State(content: content))
    }

    func update(_ change: (inout WakeReport, inout NotificationContent) -> Void) {
        state.withLock { state in
            if !state.isClosed { change(&state.report, &state.content) }
        }
    }

    func close(deadlineExpired: Bool) -> (notification: NotificationContent, report: WakeReport) {
        state.withLock { state in
            state.isClosed = true
            state.report.deadlineExpired = deadlineExpired
            return (state.content, state.report)
        }
    }
}
