import Testing

@Suite("nse-sim demo", .needsProgram)
struct DemoTests {
    @Test("the five pushes show what they should, and the last line tells the cost")
    func fivePushes() async throws {
        let run = try await BuiltProgram.run(["demo"])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        let rows = lines.dropFirst().prefix(5).map { line in
            line.split(separator: "  ", omittingEmptySubsequences: true).suffix(2)
                .map { $0.trimmingPrefix(while: \.isWhitespace) }
                .map(String.init)
        }
        #expect(
            rows == [
                ["Hello 1", "Hello 1"],
                ["Hello 1", "You have a new message."],
                ["Hello 3", "Hello 3"],
                ["Hello 3", "Hello 2"],
                ["Hello 3", "You have a new message."],
            ])
        let cost = try #require(lines.last)
        #expect(cost.contains("median"))
        #expect(cost.contains("peak memory"))
    }
}
