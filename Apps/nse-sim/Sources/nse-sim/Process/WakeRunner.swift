internal import NotificationService

/// Runs wakes, each in an extension process of its own, under iOS's limits (spec nse-sim "Limits").
struct WakeRunner: Sendable {
    /// How long a process may take, in seconds; it is killed then.
    static let deadlineSeconds = 30
    /// Peak resident memory over which a run has failed, in kilobytes.
    static let memoryLimitKilobytes = 24 * 1024
    // The extension delivers at the deadline; what comes this much later came too late.
    private static let grace = Duration.milliseconds(500)

    /// What became of one wake.
    enum Outcome: Sendable {
        /// A notification came, this long after the process was asked for.
        case delivered(ExtensionReport, latency: Duration)
        /// The process was killed on purpose and showed nothing.
        case killed
        /// No notification, or one over a limit.
        case failed(String)
    }

    let executable: String
    let container: SharedContainer
    let usesCache: Bool
    /// Where the claim cache lives when it is not in the container.
    var cachesDirectory: String?
    /// Lists the processes while they run.
    var processes = RunningProcesses()

    private var arguments: [String] {
        var arguments = ["extension", "--container", container.directory]
        if !usesCache { arguments.append("--no-cache") }
        if let cachesDirectory { arguments += ["--cache", cachesDirectory] }
        return arguments
    }

    /// One wake in a fresh process.
    func wake() async -> Outcome {
        await onOwnThread { wakeBlocking(times: 1).first ?? .failed("no outcome") }
    }

    /// Several wakes one after the other in one process, as iOS may do; ends early at the first that fails.
    func wakeReusingProcess(times: Int) async -> [Outcome] {
        await onOwnThread { wakeBlocking(times: times) }
    }

    /// Many wakes, so many at a time; `finished` hears of each as it ends, and the outcomes are in the wakes' order.
    func wakes(
        _ count: Int, atOnce: Int, finished: @escaping @Sendable (Int) -> Void
    ) async -> [Outcome] {
        await withTaskGroup(of: (Int, Outcome).self) { group in
            var outcomes = [Outcome](repeating: .failed("not run"), count: count)
            var started = 0
            var ended = 0
            while ended < count {
                while started < count, started - ended < atOnce {
                    let index = started
                    group.addTask { (index, await wake()) }
                    started += 1
                }
                guard let (index, outcome) = await group.next() else { break }
                outcomes[index] = outcome
                ended += 1
                finished(ended)
            }
            return outcomes
        }
    }

    private func wakeBlocking(times: Int) -> [Outcome] {
        var start = ContinuousClock.now
        let child: ChildProcess
        do {
            child = try ChildProcess(executable: executable, arguments: arguments)
        } catch {
            return [.failed("\(error)")]
        }
        processes.add(child.pid)
        var outcomes: [Outcome] = []
        for _ in 0..<times {
            if !outcomes.isEmpty { start = .now }
            _ = child.send(line: Array(WakePayload.constantBody.utf8))
            let outcome = nextOutcome(of: child, since: start)
            outcomes.append(outcome)
            guard case .delivered = outcome else { break }
        }
        child.finishInput()
        if case .timedOut = child.nextLine(until: .now + Self.grace) { child.kill() }
        processes.remove(child.pid)
        let ending = child.wait()
        if case .exited(let code) = ending, code != 0, case .delivered? = outcomes.last {
            outcomes[outcomes.count - 1] = .failed("the extension process ended with exit code \(code)")
        }
        return outcomes
    }

    private func nextOutcome(of child: ChildProcess, since start: ContinuousClock.Instant) -> Outcome {
        switch child.nextLine(until: start + .seconds(Self.deadlineSeconds) + Self.grace) {
        case .line(let line):
            let latency = ContinuousClock.now - start
            guard let report = ExtensionReport(line: line) else {
                return .failed("the extension process printed something else than a notification")
            }
            guard report.peakKilobytes <= Self.memoryLimitKilobytes else {
                return .failed(
                    "peak memory \(report.peakKilobytes) KB is over the limit of \(Self.memoryLimitKilobytes) KB"
                )
            }
            return .delivered(report, latency: latency)
        case .timedOut:
            child.kill()
            return .failed("no notification within \(Self.deadlineSeconds) s; killed")
        case .end:
            if processes.wasKilled(child.pid) { return .killed }
            return .failed("the extension process ended without a notification")
        }
    }

    /// Runs blocking work on a thread of its own: the shared pool answers the relay's requests meanwhile.
    private func onOwnThread<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            OwnThread.run { continuation.resume(returning: work()) }
        }
    }
}
