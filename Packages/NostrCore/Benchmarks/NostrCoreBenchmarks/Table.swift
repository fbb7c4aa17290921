internal import Glibc

/// One line of the table: a subject and its reference, measured in turns in the same run.
struct Row: Sendable {
    let name: String
    /// Microseconds of the subject for one item, one sample a round.
    let samples: [Double]
    /// The ratio to the reference, one a round.
    let ratios: [Double]
    let bar: String

    var line: String {
        pad(name, 56) + pad(decimals(quantile(samples, 0.5)), -11)
            + pad("\(decimals(quantile(samples, 0.1)))–\(decimals(quantile(samples, 0.9)))", -18)
            + pad(decimals(quantile(ratios, 0.5)), -8) + "  " + bar
    }

    static let heading =
        pad("what", 56) + pad("median µs", -11) + pad("p10–p90", -18) + pad("ratio", -8) + "  bar"
}

/// The rows asked for on the command line: those whose name contains any of the words, or all without a word.
enum Selection {
    private static let words = Array(CommandLine.arguments.dropFirst())

    static func includes(_ name: String) -> Bool { words.isEmpty || words.contains { name.contains($0) } }
}

/// Runs subject and reference in turns, `rounds` times after one warm-up, and divides by the items of one run.
///
/// Times are those of this thread on a processor, so that a busy machine disturbs less. Nil if not asked for.
func compare(
    _ name: String, items: Int, rounds: Int = 15, bar: String, _ subject: () -> Bool, to reference: () -> Bool
) -> Row? {
    guard Selection.includes(name) else { return nil }
    var samples: [Double] = []
    var ratios: [Double] = []
    for round in 0...rounds {
        let own = microseconds(subject)
        let other = microseconds(reference)
        guard round > 0 else { continue }
        samples.append(own / Double(items))
        ratios.append(own / other)
    }
    return Row(name: name, samples: samples, ratios: ratios, bar: bar)
}

private func microseconds(_ body: () -> Bool) -> Double {
    let start = threadTime()
    let succeeded = body()
    let end = threadTime()
    precondition(succeeded, "a benchmark's work failed")
    return end - start
}

private func threadTime() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
}

func quantile(_ samples: [Double], _ part: Double) -> Double {
    let sorted = samples.sorted()
    return sorted.isEmpty ? 0 : sorted[Int((Double(sorted.count - 1) * part).rounded())]
}

private func decimals(_ value: Double) -> String {
    let places = value < 10 ? 3 : 1
    let scale = places == 3 ? 1000.0 : 10.0
    let whole = Int((value * scale).rounded())
    let fraction = String(whole % Int(scale))
    return "\(whole / Int(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
}

private func pad(_ text: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(1, abs(width) - text.count))
    return width < 0 ? space + text : text + space
}
