import Testing
import WebSocket

/// Pings every 30 s of silence, 20 s of patience; the clock is a number.
@Suite("Keep-alive")
struct KeepAliveTests {
    enum Step: Sendable {
        case heard(Int64)
        case step(Int64, KeepAlive.Action)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let steps: [Step]
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(name: "waits at first", steps: [.step(1000, .wait(milliseconds: 30_000))]),
        Row(
            name: "pings when it is time",
            steps: [.step(30_999, .wait(milliseconds: 1)), .step(31_000, .ping)]),
        Row(name: "pings once", steps: [.step(31_000, .ping), .step(31_001, .wait(milliseconds: 19_999))]),
        Row(
            name: "gives up",
            steps: [.step(31_000, .ping), .step(50_999, .wait(milliseconds: 1)), .step(51_000, .giveUp)]),
        Row(
            name: "any byte is a sign of life",
            steps: [
                .step(31_000, .ping), .heard(32_000), .step(51_000, .wait(milliseconds: 11_000)),
                .step(62_000, .ping),
            ]),
        Row(name: "a late look still pings before it gives up", steps: [.step(900_000, .ping)]),
    ]

    @Test("The schedule", arguments: rows)
    func schedule(_ row: Row) {
        var keepAlive = KeepAlive(interval: 30_000, patience: 20_000, now: 1000)
        for step in row.steps {
            switch step {
            case .heard(let now): keepAlive.heard(at: now)
            case .step(let now, let expected): #expect(keepAlive.step(at: now) == expected)
            }
        }
    }
}
