internal import NostrCore

/// What many wakes showed, and what they cost.
struct WakeSummary: Sendable {
    /// The messages shown, in the order of the wakes.
    private(set) var shown: [EventID] = []
    /// How many wakes showed the generic text.
    private(set) var generic = 0
    /// How many were killed on purpose.
    private(set) var killed = 0
    /// What went wrong, a line each.
    private(set) var failures: [String] = []
    private var latencies: [Duration] = []
    private(set) var peakKilobytes = 0

    init(_ outcomes: [WakeRunner.Outcome]) {
        for outcome in outcomes { add(outcome) }
    }

    mutating func add(_ outcome: WakeRunner.Outcome) {
        switch outcome {
        case .delivered(let report, let latency):
            latencies.append(latency)
            peakKilobytes = max(peakKilobytes, report.peakKilobytes)
            if let id = report.eventID, !report.isGeneric { shown.append(id) } else { generic += 1 }
        case .killed: killed += 1
        case .failed(let reason): failures.append(reason)
        }
    }

    /// Messages shown more than once: there must be none.
    var repeated: [EventID] {
        Dictionary(grouping: shown, by: \.self).filter { $0.value.count > 1 }.keys.sorted()
    }

    /// The middle wake-to-notification time, nil when nothing was delivered.
    var medianLatency: Duration? {
        latencies.isEmpty ? nil : latencies.sorted()[latencies.count / 2]
    }

    var greatestLatency: Duration? { latencies.max() }

    /// Median, worst and memory in one line.
    var costLine: String {
        guard let median = medianLatency, let worst = greatestLatency else { return "no wake was delivered" }
        return
            "wake to notification: median \(Self.milliseconds(median)) ms, worst \(Self.milliseconds(worst)) ms"
            + " · peak memory of an extension process: \(Self.megabytes(peakKilobytes)) MB"
    }

    static func milliseconds(_ duration: Duration) -> Int {
        Int((duration / Duration.milliseconds(1)).rounded())
    }

    static func megabytes(_ kilobytes: Int) -> String {
        let tenths = (kilobytes * 10 + 512) / 1024
        return "\(tenths / 10).\(tenths % 10)"
    }
}
