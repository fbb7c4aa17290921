internal import CommandLineKit
internal import NostrCore

/// Why one event of one wake's answers was shown, or was not: a row of `wake --explain`.
struct CandidateRecord: Record {
    let wake: Int
    let community: String
    /// The event's id, or nil when a whole community gave nothing.
    let eventID: String?
    let verdict: String

    static let columns = [
        Column("WAKE", isRightAligned: true), Column("COMMUNITY"), Column("EVENT"),
        Column("WHY", shrinks: true),
    ]

    var cells: [Cell] {
        [
            Cell(String(wake)), Cell(community), Cell(String((eventID ?? "").prefix(12))),
            Cell(verdict, verdict == "won" ? .green : nil),
        ]
    }

    func appendJSON(to output: inout [UInt8]) {
        var object = JSONObject()
        object["wake"] = .integer(Int64(wake))
        object["community"] = .string(community)
        object["event"] = eventID.map { .string($0) }
        object["verdict"] = .string(verdict)
        JSONValue.object(object).append(to: &output)
    }

    /// The rows of one wake: what the cache decided, then what was refused before it, then who gave no answer.
    static func rows(of report: ExtensionReport, wake: Int) throws(JSONShapeError) -> [CandidateRecord] {
        let root = JSONReader(report.json)
        var rows: [CandidateRecord] = []
        if let claim = try root.optionalMember("claim") {
            for candidate in try claim.member("candidates").array() {
                rows.append(
                    CandidateRecord(
                        wake: wake, community: try candidate.member("community").string(),
                        eventID: try candidate.member("event").string(),
                        verdict: try candidate.member("verdict").string()))
            }
        }
        for answer in try root.member("communities").array() {
            let community = try answer.member("community").string()
            for refusal in try answer.member("refused").array() {
                rows.append(
                    CandidateRecord(
                        wake: wake, community: community, eventID: try refusal.member("event").string(),
                        verdict: try refusal.member("reason").string()))
            }
            if let error = try answer.optionalMember("error") {
                rows.append(
                    CandidateRecord(
                        wake: wake, community: community, eventID: nil,
                        verdict: "no answer: \(try error.string())"))
            }
        }
        return rows
    }
}
