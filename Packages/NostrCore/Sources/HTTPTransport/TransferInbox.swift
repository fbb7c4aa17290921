internal import Synchronization

/// Where tasks leave requests for the transport's thread.
///
/// Starts the thread with the first request.
final class TransferInbox: Sendable {
    private enum Phase {
        case unstarted
        case running(CurlMulti)
        case stopping
        case closing
        case ended
    }

    private struct State {
        var phase = Phase.unstarted
        var jobs: [TransferJob] = []
        var cancelled: [UInt] = []
        var nextID: UInt = 1
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// What came since the last look.
    struct News {
        var jobs: [TransferJob] = []
        var cancelled: [UInt] = []
        var isStopping = false
    }

    private let state = Mutex(State())
    private let configuration: CurlTransport.Configuration

    init(_ configuration: CurlTransport.Configuration) {
        self.configuration = configuration
    }

    func makeID() -> UInt {
        state.withLock { state in
            defer { state.nextID += 1 }
            return state.nextID
        }
    }

    /// Hands a job over; it is answered through its continuation in every case.
    func post(_ job: TransferJob) {
        let refusal: HTTPError? = state.withLock { state in
            switch state.phase {
            case .unstarted:
                guard let multi = CurlMulti(configuration) else {
                    return .protocolError(code: 0, reason: "libcurl could not be initialised")
                }
                guard startThread(multi) else {
                    return .protocolError(code: 0, reason: "the system gave no thread")
                }
                state.phase = .running(multi)
                state.jobs.append(job)
            case .running(let multi):
                state.jobs.append(job)
                if state.jobs.count == 1 { multi.wakeUp() }
            case .stopping, .closing, .ended: return .shutDown
            }
            return nil
        }
        if let refusal { job.continuation.resume(returning: .failure(refusal)) }
    }

    private func startThread(_ multi: CurlMulti) -> Bool {
        let configuration = configuration
        return LoopThread.start {
            TransferLoop(multi, inbox: self, configuration: configuration).run()
        }
    }

    /// Asks the thread to break a transfer off.
    func cancel(_ id: UInt) {
        state.withLock { state in
            guard case .running(let multi) = state.phase else { return }
            state.cancelled.append(id)
            multi.wakeUp()
        }
    }

    /// Asks the thread to end; what is under way fails with ``HTTPError/shutDown``.
    func stop() {
        state.withLock { state in
            switch state.phase {
            case .unstarted: state.phase = .ended
            case .running(let multi):
                multi.wakeUp()
                state.phase = .stopping
            case .stopping, .closing, .ended: break
            }
        }
    }

    /// Waits until the thread has let go of everything.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if case .ended = state.phase { return true }
                state.waiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    /// For the thread: takes what came.
    func take() -> News {
        state.withLock { state in
            var news = News()
            swap(&news.jobs, &state.jobs)
            swap(&news.cancelled, &state.cancelled)
            if case .stopping = state.phase { news.isStopping = true }
            return news
        }
    }

    /// For the thread: no transfer is left; closes the multi handle once nobody else can reach it.
    func finish(_ multi: CurlMulti) {
        state.withLock { $0.phase = .closing }
        multi.close()
        let waiters = state.withLock { state in
            state.phase = .ended
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

/// Remembers a cancellation that comes before its request reached the thread.
final class CancellationTicket: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .acquiring) }

    func cancel() { flag.store(true, ordering: .releasing) }
}
