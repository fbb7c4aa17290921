internal import Foundation
internal import PushCache
internal import PushCacheFixtures
internal import Testing

private let noon = Fixtures.start

@Suite("Many processes", .serialized)
struct ProcessTests {
    private let directory = TemporaryDirectory()

    @Test("64 at once on 20 candidates in two scopes: 20 wins, each once, 44 without")
    func crowd() throws {
        let candidates = (0..<20).map { "candidate=\($0 % 2)/\($0)/\(noon + Int64($0))" }
        let children = try (0..<64).map { _ in
            try ChildProcess([directory.path, "wait=1", "timeout=60000", "now=\(noon + 100)"] + candidates)
        }
        for child in children { #expect(child.line() == "ready") }
        for child in children { child.release() }
        let lines = children.map { $0.lines() }
        for child in children { #expect(child.wait() == .exited(0)) }
        let won = lines.compactMap { line in
            line.first.flatMap { $0.hasSuffix(" recorded") ? $0.split(separator: " ")[2] : nil }
        }
        #expect(won.compactMap { Int($0) }.sorted() == Array(0..<20))
        #expect(lines.filter { $0.first == "none" }.count == 44)
        #expect(lines.joined().filter { $0.hasPrefix("fault") }.isEmpty)
        let stored = (directory.shown(0) ?? []) + (directory.shown(1) ?? [])
        #expect(stored.sorted() == Array(0..<20))
    }

    @Test("the extension runs twice for one push, a thousand times: one wins, one is told shown (I01)")
    func twins() throws {
        let rounds = 1000
        let arguments = [directory.path, "action=rounds", "count=\(rounds)", "timeout=60000"]
        let twins = [try ChildProcess(arguments), try ChildProcess(arguments)]
        for round in 0..<rounds {
            for twin in twins { twin.release() }
            let verdicts = twins.compactMap { $0.line() }.sorted()
            #expect(verdicts == ["shown", "won"], "round \(round)")
        }
        for twin in twins { twin.wait() }
    }

    @Test("killed at random instants: the store always parses, and no message wins twice (I09)")
    func randomKills() throws {
        let seed = SeededGenerator.freshSeed(for: "randomKills")
        var random = SeededGenerator(seed: seed)
        var (newest, won) = (0, Set<Int>())
        for kill in 0..<(SeededGenerator.isLongRun ? 5000 : 250) {
            let place: Comment = "seed \(seed), kill \(kill)"
            let child = try ChildProcess([
                directory.path, "action=loop", "wait=1", "first=\(newest + 1)", "count=100000",
            ])
            #expect(child.line() == "ready", place)
            child.release()
            // Half of them while they start, half while they claim.
            let firstLines = kill % 2 == 0 ? [] : [child.line() ?? ""]
            usleep(UInt32.random(in: 0...3000, using: &random))
            child.send(SIGKILL)
            #expect(child.wait() == .killed(SIGKILL), place)
            for line in firstLines + child.lines() {
                let words = line.split(separator: " ")
                guard words.count == 4, words[0] == "won", words[3] == "recorded", let number = Int(words[2])
                else {
                    Issue.record("\(line), \(place)")
                    continue
                }
                #expect(won.insert(number).inserted, "\(number) won twice, \(place)")
                newest = max(newest, number)
            }
            for scope in 0..<2 where directory.bytes(scope) != nil {
                let shown = try #require(directory.shown(scope), "scope \(scope), \(place)")
                newest = max(newest, shown.max() ?? 0)
                let expected = won.filter { $0 % 2 == scope && $0 > newest - 200 }
                #expect(expected.isSubset(of: shown), "a claim is lost, \(place)")
            }
        }
        #expect(won.count > 100, "seed \(seed): hardly anything was claimed between the kills")
        #expect(directory.names(endingWith: ".corrupt").isEmpty)
    }

    /// What is killed at each of its steps on disk.
    struct Victim: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let arguments: [String]
        var prepared = true
    }

    @Test(
        "killed before each step on disk: old or new content, never half (I09)",
        arguments: [
            Victim(
                testDescription: "a claim beside a corrupt store",
                arguments: ["candidate=0/9/\(noon)", "configured=0,1"]),
            Victim(testDescription: "the first claim", arguments: ["candidate=0/9/\(noon)"], prepared: false),
            Victim(testDescription: "a revocation", arguments: ["action=revoke"]),
            Victim(testDescription: "the first revocation", arguments: ["action=revoke"], prepared: false),
            Victim(testDescription: "retaining another", arguments: ["action=retain", "target=5"]),
            Victim(testDescription: "a purge", arguments: ["action=purge"]),
        ])
    func killedAtEachStep(_ victim: Victim) throws {
        let (old, new) = ([1, 2], [1, 2, 9])
        for step in 1... {
            let directory = TemporaryDirectory()
            let cache = PushCache(directory: directory.path)
            if victim.prepared {
                try directory.place(shown: [(1, noon), (2, noon)], 0)
                try directory.place("{", 1)
            }
            let run = try ChildProcess.run([directory.path, "kill-at=\(step)"] + victim.arguments)
            let isRevoked = directory.names.contains(Fixtures.scope(0).fileStem + ".revoked")
            let isOver = run.ending == .exited(0)
            #expect(isOver || run.ending == .killed(SIGKILL))
            if directory.bytes(0) != nil {
                let shown = directory.shown(0)
                #expect(
                    shown == old || shown == new || shown == [9] || isRevoked && shown == [],
                    "step \(step): \(shown ?? [])")
            }
            #expect(directory.names(endingWith: ".corrupt").count <= 1)
            #expect(HeldLock.isFree(directory), "step \(step)")
            // What comes after must find everything in order.
            let outcome = cache.claim([(0, 9, noon)], configured: [1], now: noon)
            #expect(!isRevoked || outcome.verdicts == ["0/9 revoked"], "step \(step)")
            #expect(outcome.winner == nil || outcome.isRecorded, "step \(step)")
            #expect(cache.claim([(0, 9, noon)], now: noon).winner == nil, "step \(step)")
            if isOver {
                #expect(step > 5, "hardly anything was killed")
                break
            }
        }
    }

    @Test("a restoration killed before each step: still revoked, or restored from nothing")
    func restorationKilledAtEachStep() throws {
        for step in 1... {
            let directory = TemporaryDirectory()
            let cache = PushCache(directory: directory.path)
            try cache.revoke(Fixtures.scope(0))
            try directory.place(shown: [(9, noon)], 0)
            let run = try ChildProcess.run([directory.path, "action=restore", "kill-at=\(step)"])
            let verdicts = cache.claim([(0, 9, noon)], now: noon).verdicts
            #expect(verdicts == ["0/9 revoked"] || verdicts == ["0/9 won"], "step \(step)")
            if run.ending == .exited(0) {
                #expect(verdicts == ["0/9 won"])
                break
            }
        }
    }
}
