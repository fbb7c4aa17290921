import NostrCore
import Testing

/// Sixty-four wakes on twenty stored messages of two communities.
@Suite("nse-sim wake, many at once", .needsProgram, .serialized)
struct ParallelWakeTests {
    private struct Wake {
        let outcome: String
        let isGeneric: Bool
        let body: String
    }

    private func wakes(_ arguments: [String]) async throws -> [Wake] {
        let run = try await BuiltProgram.run(["wake", "--output", "jsonl"] + arguments)
        #expect(run.status == 0, "\(run.errors)")
        return try run.output.utf8.split(separator: 0x0A).map { line in
            let root = JSONReader(try JSONValue.parse(Array(line), limits: JSONLimits(maximumBytes: 1 << 20)))
            let report = try root.optionalMember("extension")
            return Wake(
                outcome: try root.member("outcome").string(),
                isGeneric: try report?.member("generic").bool() ?? true,
                body: try report?.member("notification").member("body").string() ?? "")
        }
    }

    @Test("each message is shown exactly once, the other wakes show the generic text")
    func allOnce() async throws {
        let wakes = try await wakes(["--times", "64", "--parallel", "64"])
        #expect(wakes.count == 64)
        let shown = wakes.filter { !$0.isGeneric }.map(\.body).sorted()
        let expected = (1...10).flatMap { number in (1...2).map { "Message \(number) of Community \($0)" } }
        #expect(shown == expected.sorted())
        #expect(wakes.filter(\.isGeneric).allSatisfy { $0.body == "You have a new message." })
    }

    @Test("with a third of the processes killed nothing is shown twice, and only they lose anything")
    func killed() async throws {
        let wakes = try await wakes(["--times", "64", "--parallel", "64", "--kill", "21"])
        let killed = wakes.filter { $0.outcome == "killed" }.count
        #expect(killed > 0)
        let shown = wakes.filter { !$0.isGeneric }.map(\.body)
        #expect(Set(shown).count == shown.count)
        #expect(shown.count >= 20 - killed)
        #expect(wakes.allSatisfy { $0.outcome == "killed" || $0.outcome == "delivered" })
    }

    @Test("one process that is woken again and again shows each message once too")
    func reused() async throws {
        let wakes = try await wakes(["--times", "22", "--reuse"])
        #expect(wakes.filter { !$0.isGeneric }.count == 20)
        #expect(Set(wakes.map(\.body)).count == 21)
        #expect(wakes.suffix(2).map(\.isGeneric) == [true, true])
    }

    @Test("asked to, it says of each event why it was shown or was not")
    func explained() async throws {
        let run = try await BuiltProgram.run(["wake", "--times", "2", "--explain", "--output", "jsonl"])
        #expect(run.status == 0, "\(run.errors)")
        let rows = try run.output.utf8.split(separator: 0x0A).map { line in
            JSONReader(try JSONValue.parse(Array(line), limits: JSONLimits(maximumBytes: 1 << 20)))
        }
        let verdicts = try rows.map { row in
            "\(try row.member("wake").integer()) \(try row.member("verdict").string())"
        }
        let expected =
            ["1 won"] + Array(repeating: "1 outranked", count: 19) + ["2 shown", "2 won"]
            + Array(repeating: "2 outranked", count: 18)
        #expect(verdicts == expected)
    }

    @Test("without the claim cache every wake shows the newest message")
    func withoutCache() async throws {
        let wakes = try await wakes(["--times", "3", "--no-cache"])
        #expect(wakes.map(\.body) == Array(repeating: "Message 10 of Community 2", count: 3))
    }
}
