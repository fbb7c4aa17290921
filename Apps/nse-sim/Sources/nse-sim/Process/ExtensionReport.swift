internal import NostrCore
internal import NotificationService
internal import PushCache

/// One line of `nse-sim extension`: the notification, why it is that one, and what the wake cost.
struct ExtensionReport: Sendable {
    let title: String?
    let subtitle: String?
    let body: String
    let isGeneric: Bool
    /// The message shown, when there is one.
    let eventID: EventID?
    /// From the process's first instruction of ours to the notification.
    let milliseconds: Double
    let peakKilobytes: Int
    /// The notification and the report as the line holds them.
    let json: JSONValue

    /// Makes the line of a wake.
    init(
        _ notification: NotificationContent, _ report: WakeReport, elapsed: Duration, writesConfined: Bool
    ) {
        let peak = PeakMemory.kilobytes() ?? 0
        let spent = elapsed / Duration.milliseconds(1)
        var object = JSONObject()
        object["notification"] = notification.json
        object["generic"] = .bool(notification.isGeneric)
        object["milliseconds"] = JSONNumber(Self.decimal(spent)).map { .number($0) }
        object["peak_kilobytes"] = .integer(Int64(peak))
        object["deadline_expired"] = .bool(report.deadlineExpired)
        object["writes_confined"] = .bool(writesConfined)
        object["communities"] = .array(report.answers.map(Self.answer))
        object["claim"] = report.claim.map(Self.claim)
        json = .object(object)
        title = notification.title
        subtitle = notification.subtitle
        body = notification.body
        isGeneric = notification.isGeneric
        eventID = report.claim?.winner?.candidate.id ?? notification.navigationTarget?.eventID
        milliseconds = spent
        peakKilobytes = peak
    }

    /// Reads the line of a wake; nil if it is none.
    init?(line: [UInt8]) {
        guard let value = try? JSONValue.parse(line, limits: JSONLimits(maximumBytes: 4 * 1024 * 1024)) else {
            return nil
        }
        do throws(JSONShapeError) {
            let root = JSONReader(value)
            let notification = try root.member("notification")
            title = try notification.optionalMember("title")?.string()
            subtitle = try notification.optionalMember("subtitle")?.string()
            body = try notification.member("body").string()
            isGeneric = try root.member("generic").bool()
            peakKilobytes = Int(try root.member("peak_kilobytes").integer(in: 0...Int64(Int32.max)))
            let target = try notification.optionalMember("user_info")?
                .optionalMember(NavigationTarget.userInfoKey)
            eventID = target.flatMap { NavigationTarget($0.value) }?.eventID
            switch try root.member("milliseconds").value {
            case .integer(let number): milliseconds = Double(number)
            case .number(let number): milliseconds = Double(number.text) ?? 0
            default: return nil
            }
            json = value
        } catch {
            return nil
        }
    }

    private static func decimal(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func answer(_ answer: WakeReport.CommunityAnswer) -> JSONValue {
        var object = JSONObject()
        object["community"] = .string(answer.communityID)
        switch answer.outcome {
        case .success(let count): object["events"] = .integer(Int64(count))
        case .failure(let error): object["error"] = .string("\(error)")
        }
        object["accepted"] = .array(answer.accepted.map { .string($0.event.id.hex) })
        object["refused"] = .array(
            answer.refused.map { refusal in
                .object(
                    JSONObject([
                        .init("event", .string(refusal.id.hex)),
                        .init("reason", .string("\(refusal.reason)")),
                    ]))
            })
        if answer.malformed > 0 { object["malformed"] = .integer(Int64(answer.malformed)) }
        return .object(object)
    }

    /// What the cache decided about each candidate, and what the disk did meanwhile.
    private static func claim(_ outcome: ClaimOutcome) -> JSONValue {
        var object = JSONObject()
        object["won"] = outcome.winner.map { .string($0.candidate.id.hex) }
        object["recorded"] = .bool(outcome.isRecorded)
        object["candidates"] = .array(
            outcome.judgements.map { judgement in
                .object(
                    JSONObject([
                        .init("event", .string(judgement.choice.candidate.id.hex)),
                        .init("community", .string(judgement.choice.scope.communityID)),
                        .init("verdict", .string(judgement.verdict.rawValue)),
                    ]))
            })
        if !outcome.faults.isEmpty { object["faults"] = .array(outcome.faults.map { .string("\($0)") }) }
        return .object(object)
    }
}
