internal import CommandLineKit
internal import HTTPTransport
internal import NIPPL
internal import NostrCore
internal import NotificationService
internal import PushCache
internal import RelayClient

/// `nse-sim wake`: one or many wakes by hand.
enum WakeCommand {
    private static let relays = Parameter<[RelayURL]>.options(
        "relay", .relayURL,
        help: "A community's relay, as often as wanted; without one, an embedded stack is started")
    private static let keyFile = Parameter<String?>.option(
        "key-file", .file(), help: "The file with the account's secret key, mode 0600")
    private static let channels = Parameter<[String]>.options(
        "channel", .channel,
        help: "A channel whose messages may be shown, beside those that mention the account")
    private static let times = Parameter<Int64>.option(
        "times", .integer(in: 1...10_000), defaultText: "1", help: "How many wakes")
    private static let parallel = Parameter<Int64>.option(
        "parallel", .integer(in: 1...256), defaultText: "1", help: "How many at once")
    private static let reuse = Parameter<Bool>.flag(
        "reuse", help: "All wakes one after the other in one process, as iOS may do")
    private static let noCache = Parameter<Bool>.flag(
        "no-cache", help: "Run without the claim cache: the newest message is shown at every wake")
    private static let cache = Parameter<String?>.option(
        "cache", .file("DIR"), help: "A caches directory to keep; a fresh one otherwise")
    private static let killed = Parameter<Int64>.option(
        "kill", .integer(in: 0...10_000), defaultText: "0",
        help: "How many processes to kill with SIGKILL, at random instants")
    private static let explain = Parameter<Bool>.flag(
        "explain", help: "Say of every event in the answers why it was shown, or was not")
    private static let seed = Parameter<Int64?>.option(
        "seed", .integer(in: 0...Int64.max), help: "Repeats the choice of an earlier run with --kill")
    private static let privateKey = Parameter<String?>.secretVariable(
        "BUZZ_PRIVATE_KEY", .text("KEY"),
        help: "The account's secret key, hex or nsec, if there is no --key-file")

    static let command = Command(
        "wake",
        abstract: "Wake the extension, once or many times, in a process of its own each time",
        discussion: """
            Without --relay it starts two communities on loopback with ten messages each and checks the outcome: each \
            message shown once at most, none lost but to a killed process. With --relay it asks that relay as the account.
            """,
        parameters: [
            relays, keyFile, channels, times, parallel, reuse, noCache, cache, explain, killed, seed,
            privateKey,
        ],
        examples: [
            Example(
                "nse-sim wake --times 64 --parallel 64",
                "Wake 64 processes at once on 20 messages of two communities"),
            Example(
                "nse-sim wake --relay wss://relay.example --key-file me.key --cache phone",
                "Show what the next push of a real community would show"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let directory = try TemporaryDirectory(prefix: "nse-sim-wake", console.environment)
        defer { directory.remove() }
        let container = SharedContainer(directory: "\(directory.path)/phone")
        let progress = ProgressLine(console)
        var stage: Stage?
        if invocation[relays].isEmpty {
            progress.update("starting two communities …")
            stage = try await startEmbedded(directory: directory.path, container: container, progress)
        } else {
            try writeContainer(container, invocation)
        }
        let runner = WakeRunner(
            executable: ThisProcess.executablePath(), container: container, usesCache: !invocation[noCache],
            cachesDirectory: invocation[cache])
        let outcomes = await runWakes(runner, invocation, console, progress)
        progress.clear()
        await stage?.stop()
        try print(outcomes, invocation, console)
        let summary = WakeSummary(outcomes)
        var problems = summary.failures.isEmpty ? [] : ["\(summary.failures.count) wakes failed"]
        if !invocation[noCache] {
            problems += summary.repeated.map { "message \($0.hex) was shown more than once" }
            if let stage, invocation[cache] == nil {
                problems +=
                    EmbeddedCheck(
                        stage: stage, messageCount: messagesPerCommunity * stage.rooms.count,
                        container: container,
                        summary: summary
                    ).problems
            }
        }
        console.note(counts(summary))
        console.note(summary.costLine)
        for problem in problems { console.sayAlways("broken: \(problem)") }
        return problems.isEmpty ? .done : .refused
    }

    private static func print(
        _ outcomes: [WakeRunner.Outcome], _ invocation: Invocation, _ console: Console
    ) throws {
        let format = invocation[CommonOptions.output]
        guard invocation[explain] else {
            var writer = RecordWriter(console, format, of: WakeRecord.self)
            for (index, outcome) in outcomes.enumerated() {
                try writer.add(WakeRecord(number: index + 1, outcome: outcome))
            }
            return try writer.finish()
        }
        var writer = RecordWriter(console, format, of: CandidateRecord.self)
        for (index, outcome) in outcomes.enumerated() {
            guard case .delivered(let report, _) = outcome else { continue }
            for row in try CandidateRecord.rows(of: report, wake: index + 1) { try writer.add(row) }
        }
        try writer.finish()
    }

    private static func counts(_ summary: WakeSummary) -> String {
        let killed = summary.killed > 0 ? ", \(summary.killed) killed" : ""
        return "\(Set(summary.shown).count) messages shown, \(summary.generic) generic texts\(killed)"
    }

    private static func runWakes(
        _ runner: WakeRunner, _ invocation: Invocation, _ console: Console, _ progress: ProgressLine
    ) async -> [WakeRunner.Outcome] {
        let count = Int(invocation[times])
        if invocation[reuse] { return await runner.wakeReusingProcess(times: count) }
        let wanted = Int(invocation[killed])
        let seed = invocation[seed].map { UInt64($0) } ?? UInt64.random(in: 0...UInt64(Int64.max))
        if wanted > 0 { console.note("killing \(wanted) of \(count) processes, seed \(seed)") }
        let killer = Task { await kill(wanted, of: runner.processes, seed: seed) }
        let outcomes = await runner.wakes(count, atOnce: Int(invocation[parallel])) { ended in
            progress.update("\(ended) of \(count) wakes done …")
        }
        killer.cancel()
        return outcomes
    }

    /// Kills so many running processes, each after a short random pause.
    private static func kill(_ count: Int, of processes: RunningProcesses, seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        var left = count
        while left > 0, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(Int.random(in: 1...30, using: &generator)))
            if processes.killOne(using: &generator) { left -= 1 }
        }
    }

    private static let messagesPerCommunity = 10

    /// Two communities of ten messages, the newest a few seconds old.
    private static func startEmbedded(
        directory: String, container: SharedContainer, _ progress: ProgressLine
    ) async throws -> Stage {
        let stage = try await Stage.start(communities: 2, directory: directory)
        progress.update("posting twenty messages …")
        let start = WallClock.now() - 60
        for number in 1...messagesPerCommunity {
            for (index, room) in stage.rooms.enumerated() {
                try await stage.post(
                    "Message \(number) of \(room.name)", in: room, at: start + Int64(number * 2 + index))
            }
        }
        try stage.writeContainer(container)
        return stage
    }

    /// What an app would leave for its extension, from the command line.
    private static func writeContainer(_ container: SharedContainer, _ invocation: Invocation) throws {
        let keys = try account(invocation)
        let policies = try SubscriptionPlan.subscriptions(
            for: keys.publicKey, channels: Set(invocation[channels]), muted: [])
        let communities = invocation[relays].map { relay in
            Community(
                id: relay.description, name: relay.host, relayURL: relay, pubkey: keys.publicKey.bytes,
                policies: policies)
        }
        try container.write(
            PushSnapshot(communities: communities),
            keys: Dictionary(communities.map { ($0.id, keys) }, uniquingKeysWith: { first, _ in first }))
    }

    private static func account(_ invocation: Invocation) throws -> KeyPair {
        let text: String
        if let path = invocation[keyFile] {
            text = String(decoding: try PrivateFile.read(path, limit: 4096), as: UTF8.self)
        } else if let variable = invocation[privateKey] {
            text = variable
        } else {
            throw Failure(
                .notAuthorised, "cannot ask the relay", why: "no key is at hand",
                remedy: "Give --key-file FILE, or set BUZZ_PRIVATE_KEY.")
        }
        do {
            return try KeyPair(SecretKey(typed: text.trimmingLineEnd))
        } catch {
            throw Failure(
                .invalidInput, "cannot use the account's key", why: "\(error)",
                remedy: "Check the key file or BUZZ_PRIVATE_KEY.")
        }
    }
}

extension String {
    /// Without the line end that editors leave at the end of a file.
    fileprivate var trimmingLineEnd: String {
        var bytes = Array(utf8)
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension ValueType where Value == RelayURL {
    fileprivate static var relayURL: ValueType {
        ValueType("URL") { (text) throws(ValueProblem) in
            guard let url = try? RelayURL(text) else {
                throw ValueProblem(expected: "a relay's origin, such as wss://relay.example")
            }
            return url
        }
    }
}

extension ValueType where Value == String {
    fileprivate static var channel: ValueType {
        ValueType("UUID") { (text) throws(ValueProblem) in
            guard let id = UUIDText.canonical(text) else { throw ValueProblem(expected: "a channel's UUID") }
            return id
        }
    }
}
