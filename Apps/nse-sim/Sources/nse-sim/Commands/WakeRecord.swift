internal import CommandLineKit
internal import NostrCore

/// One wake as a row and as JSON.
struct WakeRecord: Record {
    let number: Int
    let outcome: WakeRunner.Outcome

    static let columns = [
        Column("WAKE", isRightAligned: true), Column("NOTIFICATION", shrinks: true), Column("FROM"),
        Column("COMMUNITY"), Column("MS", isRightAligned: true), Column("MB", isRightAligned: true),
    ]

    var cells: [Cell] {
        switch outcome {
        case .delivered(let report, let latency):
            [
                Cell(String(number)), Cell(report.body, report.isGeneric ? .dim : nil),
                Cell(report.title ?? ""),
                Cell(report.subtitle ?? ""), Cell(String(WakeSummary.milliseconds(latency))),
                Cell(WakeSummary.megabytes(report.peakKilobytes)),
            ]
        case .killed: [Cell(String(number)), Cell("killed, shows nothing", .yellow)]
        case .failed(let reason): [Cell(String(number)), Cell("failed: \(reason)", .red)]
        }
    }

    func appendJSON(to output: inout [UInt8]) {
        var object = JSONObject()
        object["wake"] = .integer(Int64(number))
        switch outcome {
        case .delivered(let report, let latency):
            object["outcome"] = .string("delivered")
            object["wake_to_notification_milliseconds"] = .integer(Int64(WakeSummary.milliseconds(latency)))
            object["extension"] = report.json
        case .killed: object["outcome"] = .string("killed")
        case .failed(let reason):
            object["outcome"] = .string("failed")
            object["reason"] = .string(reason)
        }
        JSONValue.object(object).append(to: &output)
    }
}
