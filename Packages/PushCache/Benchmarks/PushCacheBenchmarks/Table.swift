/// One line of the table: name, median, spread, and the ratio to the reference measured in the same run.
struct Row: Sendable {
    let name: String
    let samples: [Duration]
    let reference: [Duration]?

    init(_ name: String, _ samples: [Duration], reference: [Duration]? = nil) {
        self.name = name
        self.samples = samples
        self.reference = reference
    }

    var line: String {
        let ratio = reference.map {
            decimals(quantile($0, 0.5) > 0 ? microseconds(0.5) / quantile($0, 0.5) : 0, 2)
        }
        return pad(name, 58) + pad(decimals(microseconds(0.5), 1), -10)
            + pad("\(decimals(microseconds(0.1), 1))–\(decimals(microseconds(0.9), 1))", -20)
            + pad(decimals(microseconds(1), 1), -11) + pad(ratio ?? "–", -8)
    }

    static let heading =
        pad("what", 58) + pad("median µs", -10) + pad("p10–p90", -20) + pad("max", -11) + pad("ratio", -8)

    private func microseconds(_ part: Double) -> Double { quantile(samples, part) }
}

func quantile(_ samples: [Duration], _ part: Double) -> Double {
    let sorted = samples.map { $0 / .microseconds(1) }.sorted()
    return sorted.isEmpty ? 0 : sorted[Int((Double(sorted.count - 1) * part).rounded())]
}

private func decimals(_ value: Double, _ places: Int) -> String {
    let scale = places == 1 ? 10.0 : 100.0
    let whole = Int((value * scale).rounded())
    let fraction = String(whole % Int(scale))
    return "\(whole / Int(scale))." + String(repeating: "0", count: places - fraction.count) + fraction
}

private func pad(_ text: String, _ width: Int) -> String {
    let space = String(repeating: " ", count: max(1, abs(width) - text.count))
    return width < 0 ? space + text : text + space
}
