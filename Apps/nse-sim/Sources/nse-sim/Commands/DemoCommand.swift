internal import CommandLineKit
internal import NostrCore
internal import NotificationService

/// `nse-sim demo`: the five pushes, on a real relay.
enum DemoCommand {
    static let command = Command(
        "demo",
        abstract: "Show what each of five pushes shows, with and without the claim cache",
        discussion: """
            Starts a relay on loopback in a temporary directory, with two members and the starter channels, posts "Hello 1" \
            to "Hello 3" as signed events, and wakes the extension five times, each time in a fresh process. Exits 0 only \
            if every push shows what it should.
            """,
        examples: [Example("nse-sim demo", "Run the five pushes and print the table")],
        run: run)

    /// A push of the demonstration: what is posted before it, and what it must show.
    struct Push: Sendable {
        let occasion: String
        let posts: [String]
        let withoutCache: String
        let withCache: String
    }

    private static let generic = NotificationContent.genericBody

    /// The table of spec nse-sim, "The five pushes".
    static let pushes = [
        Push(
            occasion: "after \"Hello 1\"", posts: ["Hello 1"], withoutCache: "Hello 1", withCache: "Hello 1"),
        Push(occasion: "nothing new", posts: [], withoutCache: "Hello 1", withCache: generic),
        Push(
            occasion: "after \"Hello 2\" and \"Hello 3\"", posts: ["Hello 2", "Hello 3"],
            withoutCache: "Hello 3",
            withCache: "Hello 3"),
        Push(occasion: "nothing new", posts: [], withoutCache: "Hello 3", withCache: "Hello 2"),
        Push(occasion: "nothing new", posts: [], withoutCache: "Hello 3", withCache: generic),
    ]

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let directory = try TemporaryDirectory(prefix: "nse-sim-demo", console.environment)
        defer { directory.remove() }
        let progress = ProgressLine(console)
        progress.update("starting the relay …")
        let stage = try await Stage.start(communities: 1, directory: directory.path)
        let container = SharedContainer(directory: "\(directory.path)/phone")
        try stage.writeContainer(container)
        var rows: [[Cell]] = []
        var summary = WakeSummary([])
        var isAsExpected = true
        // Two seconds apart at least, and none ahead of the clock: the order of the messages is that of their times.
        let start = WallClock.now() - 10
        var posted: Int64 = 0
        for (index, push) in pushes.enumerated() {
            progress.update("push \(index + 1) of \(pushes.count) …")
            for text in push.posts {
                posted += 1
                try await stage.post(text, in: stage.rooms[0], at: start + posted)
            }
            var cells = [Cell(String(index + 1)), Cell(push.occasion)]
            for (usesCache, expected) in [(false, push.withoutCache), (true, push.withCache)] {
                let outcome = await WakeRunner(
                    executable: ThisProcess.executablePath(), container: container, usesCache: usesCache
                ).wake()
                summary.add(outcome)
                let shown = text(of: outcome)
                isAsExpected = isAsExpected && shown == expected
                cells.append(shown == expected ? Cell(shown) : Cell("\(shown) (expected: \(expected))", .red))
            }
            rows.append(cells)
        }
        progress.clear()
        await stage.stop()
        let table = Table(
            [
                Column("PUSH", isRightAligned: true), Column(""), Column("WITHOUT THE CLAIM CACHE"),
                Column("WITH IT"),
            ], fitting: rows, isColoured: console.coloursOutput)
        try console.output.write(table.header() + "\n")
        for row in rows { try console.output.write(table.line(row) + "\n") }
        for failure in summary.failures { console.note("failed: \(failure)") }
        try console.output.write("\n\(summary.costLine)\n")
        return isAsExpected && summary.failures.isEmpty ? .done : .refused
    }

    private static func text(of outcome: WakeRunner.Outcome) -> String {
        switch outcome {
        case .delivered(let report, _): report.body
        case .killed: "(killed)"
        case .failed(let reason): "(failed: \(reason))"
        }
    }
}
