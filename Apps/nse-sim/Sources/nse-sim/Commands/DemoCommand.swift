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

    /// What a push showed, as a row and as JSON.
    struct PushResult: Record {
        let number: Int
        let push: Push
        let shownWithoutCache: String
        let shownWithCache: String

        var isAsExpected: Bool { shownWithoutCache == push.withoutCache && shownWithCache == push.withCache }

        static let columns = [
            Column("PUSH", isRightAligned: true), Column(""), Column("WITHOUT THE CLAIM CACHE"),
            Column("WITH IT"),
        ]

        var cells: [Cell] {
            [
                Cell(String(number)), Cell(push.occasion), Self.cell(shownWithoutCache, push.withoutCache),
                Self.cell(shownWithCache, push.withCache),
            ]
        }

        private static func cell(_ shown: String, _ expected: String) -> Cell {
            shown == expected ? Cell(shown) : Cell("\(shown) (expected: \(expected))", .red)
        }

        func appendJSON(to output: inout [UInt8]) {
            var object = JSONObject()
            object["push"] = .integer(Int64(number))
            object["occasion"] = .string(push.occasion)
            object["without_cache"] = .string(shownWithoutCache)
            object["with_cache"] = .string(shownWithCache)
            object["as_expected"] = .bool(isAsExpected)
            JSONValue.object(object).append(to: &output)
        }
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
        var results: [PushResult] = []
        var summary = WakeSummary([])
        // A second apart, and none ahead of the clock: the order of the messages is that of their times.
        let start = WallClock.now() - 10
        var posted: Int64 = 0
        for (index, push) in pushes.enumerated() {
            progress.update("push \(index + 1) of \(pushes.count) …")
            for text in push.posts {
                posted += 1
                try await stage.post(text, in: stage.rooms[0], at: start + posted)
            }
            var shown: [String] = []
            for usesCache in [false, true] {
                let outcome = await WakeRunner(
                    executable: ThisProcess.executablePath(), container: container, usesCache: usesCache
                ).wake()
                summary.add(outcome)
                shown.append(text(of: outcome))
            }
            results.append(
                PushResult(
                    number: index + 1, push: push, shownWithoutCache: shown[0], shownWithCache: shown[1]))
        }
        progress.clear()
        await stage.stop()
        let format = invocation[CommonOptions.output]
        var writer = RecordWriter(console, format, of: PushResult.self)
        for result in results { try writer.add(result) }
        try writer.finish()
        for failure in summary.failures { console.note("failed: \(failure)") }
        if format == .table {
            try console.output.write("\n\(summary.costLine)\n")
        } else {
            console.note(summary.costLine)
        }
        return results.allSatisfy(\.isAsExpected) && summary.failures.isEmpty ? .done : .refused
    }

    private static func text(of outcome: WakeRunner.Outcome) -> String {
        switch outcome {
        case .delivered(let report, _): report.body
        case .killed: "(killed)"
        case .failed(let reason): "(failed: \(reason))"
        }
    }
}
