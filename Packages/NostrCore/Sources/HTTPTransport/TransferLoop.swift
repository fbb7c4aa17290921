/// The transport's thread: owns every libcurl handle, moves all transfers, keeps their times.
struct TransferLoop: ~Copyable {
    private let multi: CurlMulti
    private let inbox: TransferInbox
    private let configuration: CurlTransport.Configuration
    private var active: [UInt: CurlEasy] = [:]
    /// Handles kept for the next request, with their buffers.
    private var spare: [CurlEasy] = []
    /// Where a request ran into silence: a kept connection there may be dead, and HTTP/2 would go on using it.
    private var suspects: Set<HTTPOrigin> = []

    init(_ multi: CurlMulti, inbox: TransferInbox, configuration: CurlTransport.Configuration) {
        self.multi = multi
        self.inbox = inbox
        self.configuration = configuration
    }

    consuming func run() {
        var isStopping = false
        while !isStopping {
            let news = inbox.take()
            isStopping = news.isStopping
            for job in news.jobs { start(job) }
            for id in news.cancelled { fail(id, .cancelled) }
            if !isStopping { turn() }
        }
        for id in active.keys { fail(id, .shutDown) }
        spare = []
        inbox.finish(multi)
    }

    private mutating func turn() {
        multi.perform()
        while let completion = multi.nextCompletion() { complete(completion) }
        let now = ContinuousClock.now
        var nextCheck: ContinuousClock.Instant?
        for (id, easy) in active {
            guard let transfer = easy.transfer else { continue }
            if transfer.becameConnected, !transfer.clock.isConnected { transfer.clock.connected(at: now) }
            if transfer.hasProgress { transfer.clock.progressed(at: now) }
            transfer.hasProgress = false
            if let error = transfer.clock.expired(at: now) {
                if transfer.clock.isConnected { suspects.insert(transfer.job.origin) }
                fail(id, error)
            } else {
                nextCheck = min(nextCheck ?? transfer.clock.nextCheck, transfer.clock.nextCheck)
            }
        }
        // Without transfers only the inbox can bring work, and that wakes the poll.
        multi.poll(milliseconds: nextCheck.map { ($0 - now).clampedMilliseconds } ?? Int32.max)
    }

    private mutating func start(_ job: TransferJob) {
        guard !job.ticket.isCancelled else {
            job.continuation.resume(returning: .failure(.cancelled))
            return
        }
        guard let easy = spare.popLast() ?? CurlEasy() else {
            job.continuation.resume(
                returning: .failure(.protocolError(code: 0, reason: "libcurl gave no handle")))
            return
        }
        let needsFresh =
            suspects.remove(job.origin) != nil
            || (job.request.effectiveResend == .atMostOnce && job.request.body.isEmpty)
        do {
            try easy.prepare(
                Transfer(job, now: .now), configuration: configuration, freshConnection: needsFresh)
            try multi.add(easy)
            active[job.id] = easy
        } catch {
            easy.clear()
            job.continuation.resume(returning: .failure(error))
        }
    }

    private mutating func complete(_ completion: CurlMulti.Completion) {
        guard let easy = active.removeValue(forKey: completion.id), let transfer = easy.transfer else {
            return
        }
        let outcome = easy.outcome(completion.code)
        release(easy)
        transfer.job.continuation.resume(returning: outcome)
    }

    private mutating func fail(_ id: UInt, _ error: HTTPError) {
        guard let easy = active.removeValue(forKey: id), let transfer = easy.transfer else { return }
        release(easy)
        transfer.job.continuation.resume(returning: .failure(error))
    }

    private mutating func release(_ easy: CurlEasy) {
        multi.remove(easy)
        easy.clear()
        if spare.count < 4 { spare.append(easy) }
    }
}
