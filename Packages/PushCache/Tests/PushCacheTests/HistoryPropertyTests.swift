internal import NostrCore
internal import PushCache
internal import PushCacheFixtures
internal import Testing

/// Random histories against a model that forgets nothing: messages arrive late, early and far ahead of their
/// time, the relay answers with its newest ten, queries fail, communities are removed and accounts revoked.
@Suite("Promises over random histories")
struct HistoryPropertyTests {
    @Test("no message wins twice, and the newest one left inside the window always wins")
    func histories() {
        let seed = SeededGenerator.freshSeed(for: "histories")
        for run in 0..<(SeededGenerator.isLongRun ? 2000 : 25) {
            var history = History(seed: seed &+ UInt64(run), pace: 1...60)
            for wake in 0..<150 { history.wake(in: "seed \(seed), run \(run), wake \(wake)") }
        }
    }

    @Test("the same in bursts of a thousand messages within the window")
    func bursts() {
        let seed = SeededGenerator.freshSeed(for: "bursts")
        for run in 0..<(SeededGenerator.isLongRun ? 100 : 2) {
            var history = History(seed: seed &+ UInt64(run), pace: 0...1, scopes: 1)
            for wake in 0..<1000 { history.wake(in: "seed \(seed), run \(run), wake \(wake)") }
        }
    }
}

/// A phone with its relays, its stores, and a memory of everything that was ever shown.
private struct History {
    private var random: SeededGenerator
    private let pace: ClosedRange<Int64>
    private var now = Fixtures.start
    private var nextNumber = 0
    private var messages: [Scope: [Candidate]] = [:]
    private var stores: [Scope: Store] = [:]
    private var everShown: [Scope: Memory] = [:]
    private var revoked: Set<Scope> = []
    private var won: Set<ClaimOutcome.Choice> = []

    /// Everything ever shown in a scope: the ids, and the greatest capped time.
    private struct Memory {
        var ids: Set<EventID> = []
        var watermark = Int64.min
    }

    init(seed: UInt64, pace: ClosedRange<Int64>, scopes: Int = 4) {
        random = SeededGenerator(seed: seed)
        self.pace = pace
        for number in 0..<scopes { messages[Fixtures.scope(number)] = [] }
    }

    mutating func wake(in place: String) {
        now += Int64.random(in: pace, using: &random)
        arrive()
        changeScopes()
        var answers: [Scope: [Candidate]] = [:]
        for scope in messages.keys.sorted() where !oneIn(5) {
            answers[scope] = Array((messages[scope] ?? []).prefix(10))
        }
        let configured = Set(messages.keys)
        let selection = ClaimSelection.choose(
            among: answers, shown: stores.filter { configured.contains($0.key) }.mapValues(\.entries),
            revoked: revoked)
        #expect(selection.winner == expectedWinner(answers), "\(place)")
        guard let winner = selection.winner else { return }
        #expect(won.insert(winner).inserted, "won twice: \(winner), \(place)")
        let store = (stores[winner.scope] ?? Store()).recording(winner.candidate, now: now)
        #expect(store.entries.count <= 512, "\(place)")
        #expect(store.entries.contains { $0.id == StoreEntry.ID(winner.candidate.id) }, "\(place)")
        stores[winner.scope] = store
        var memory = everShown[winner.scope] ?? Memory()
        memory.ids.insert(winner.candidate.id)
        memory.watermark = max(memory.watermark, min(winner.candidate.createdAt, now))
        everShown[winner.scope] = memory
    }

    private mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func arrive() {
        for scope in messages.keys.sorted() {
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                var time = now + Int64.random(in: -60...60, using: &random)
                if oneIn(12) { time = now - Int64.random(in: 800...1000, using: &random) }
                if oneIn(40) { time = now + Int64.random(in: 900...1_000_000, using: &random) }
                // Sorted as a relay answers: newest first, then the lower id, which is the earlier number
                // here.
                let place = messages[scope]?.firstIndex { $0.createdAt < time } ?? messages[scope]?.count ?? 0
                messages[scope]?.insert(Fixtures.candidate(nextNumber, at: time), at: place)
                nextNumber += 1
            }
        }
    }

    /// Now and then a community goes for good, or an account is revoked or restored.
    private mutating func changeScopes() {
        guard messages.count > 1, let scope = messages.keys.sorted().randomElement(using: &random) else {
            return
        }
        if oneIn(100) {
            messages[scope] = nil
            stores[scope] = nil
            everShown[scope] = nil
        } else if oneIn(50) {
            if revoked.remove(scope) == nil { revoked.insert(scope) }
            // What was shown is forgotten, as by a purge of this scope.
            stores[scope] = nil
            everShown[scope] = nil
            won = won.filter { $0.scope != scope }
        }
    }

    /// The rule of spec push-cache over everything ever shown, written apart from the library.
    private func expectedWinner(_ answers: [Scope: [Candidate]]) -> ClaimOutcome.Choice? {
        let watermark = everShown.filter { messages[$0.key] != nil }.values.map(\.watermark).max()
        var best: ClaimOutcome.Choice?
        for (scope, candidates) in answers where !revoked.contains(scope) {
            for candidate in candidates where everShown[scope]?.ids.contains(candidate.id) != true {
                if let watermark, candidate.createdAt < watermark - 900 { continue }
                if let best, best.candidate.createdAt > candidate.createdAt { continue }
                if let best, best.candidate.createdAt == candidate.createdAt, best.candidate.id < candidate.id
                {
                    continue
                }
                best = ClaimOutcome.Choice(scope: scope, candidate: candidate)
            }
        }
        return best
    }
}
