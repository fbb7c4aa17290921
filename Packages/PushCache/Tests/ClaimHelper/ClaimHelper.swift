// A process that claims, started and killed by the tests. It knows no environment variables; all it does is
// in its arguments, and all it found is on its standard output, one line a fact.

internal import PushCache
internal import PushCacheFixtures

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

@main
struct ClaimHelper: Sendable {
    static func main() {
        guard let orders = Orders(CommandLine.arguments.dropFirst()) else {
            say("usage: ClaimHelper DIRECTORY [now=…] [configured=0,1] [candidate=SCOPE/EVENT/TIME]… […]")
            exit(2)
        }
        guard orders.limitPrivileges() else {
            say("refused")
            exit(3)
        }
        let steps = Steps(killAt: orders.killAt, stopAt: orders.stopAt)
        let cache = PushCache(
            directory: orders.directory, lockTimeout: .milliseconds(orders.timeout),
            beforeFileOperation: { operation in steps.take(operation) })
        if orders.waits {
            say("ready")
            var byte: UInt8 = 0
            _ = unsafe read(0, &byte, 1)
        }
        switch orders.action {
        case "claim": report(claim(cache, orders))
        case "loop": loop(cache, orders)
        case "rounds": rounds(cache, orders)
        case "descriptors": descriptors(cache, orders)
        case "revoke": change { try cache.revoke(Fixtures.scope(orders.target)) }
        case "restore": change { try cache.restore(Fixtures.scope(orders.target)) }
        case "retain": change { try cache.retain([Fixtures.scope(orders.target)]) }
        case "purge": change { try cache.purge() }
        default: exit(2)
        }
        say("steps \(steps.count)")
        if orders.stopsAtEnd { raise(SIGSTOP) }
    }

    private static func claim(_ cache: PushCache, _ orders: Orders) -> ClaimOutcome {
        cache.claimNewest(among: orders.candidates, configured: orders.configured, now: orders.now)
    }

    /// Claims one message after the other, each time offered with the nine before it, as a relay answers.
    private static func loop(_ cache: PushCache, _ orders: Orders) {
        for number in orders.first..<orders.first + orders.count {
            var candidates: [Scope: [Candidate]] = [:]
            for offered in max(0, number - 9)...number {
                candidates[Fixtures.scope(offered % 2), default: []].append(
                    Fixtures.candidate(offered, at: Fixtures.start + Int64(offered)))
            }
            report(
                cache.claimNewest(
                    among: candidates, configured: Fixtures.scopes(0, 1),
                    now: Fixtures.start + Int64(number)), verdicts: false)
        }
    }

    /// Waits for a byte before each claim of a message that came long after the one before it.
    private static func rounds(_ cache: PushCache, _ orders: Orders) {
        for number in 0..<orders.count {
            let time = orders.now + Int64(number) * 1000
            var byte: UInt8 = 0
            guard unsafe read(0, &byte, 1) == 1 else { return }
            let outcome = cache.claimNewest(
                among: [Fixtures.scope(0): [Fixtures.candidate(number, at: time)]], configured: [], now: time)
            say(outcome.judgements.map(\.verdict.rawValue).joined(separator: " "))
        }
    }

    /// Says how many more files are open after many calls of every kind.
    private static func descriptors(_ cache: PushCache, _ orders: Orders) {
        let before = openFiles()
        for _ in 0..<orders.count {
            _ = claim(cache, orders)
            try? cache.revoke(Fixtures.scope(9))
            try? cache.restore(Fixtures.scope(9))
            _ = try? cache.shownMessages(in: Fixtures.scope(0))
            try? cache.retain(orders.configured)
        }
        say("opened \(openFiles() - before)")
    }

    private static func openFiles() -> Int {
        (Int32(0)..<1024).filter { fcntl($0, F_GETFD) >= 0 }.count
    }

    private static func change(_ body: () throws -> Void) {
        do {
            try body()
            say("done")
        } catch {
            say("error \(error)")
        }
    }

    private static func report(_ outcome: ClaimOutcome, verdicts: Bool = true) {
        if let winner = outcome.winner {
            say(
                "won \(number(winner.scope)) \(Fixtures.number(of: winner.candidate.id)) "
                    + (outcome.isRecorded ? "recorded" : "unrecorded"))
        } else {
            say("none")
        }
        if verdicts {
            for judgement in outcome.judgements {
                let choice = judgement.choice
                say(
                    "verdict \(number(choice.scope)) \(Fixtures.number(of: choice.candidate.id)) "
                        + judgement.verdict.rawValue)
            }
        }
        for fault in outcome.faults {
            say("fault \(fault.scope.map(number) ?? "-") \(kind(fault.error))")
        }
    }

    private static func number(_ scope: Scope) -> String {
        Fixtures.number(of: scope).map(String.init) ?? "?"
    }

    private static func kind(_ error: PushCacheError) -> String {
        switch error {
        case .unreadable(let error): "unreadable \(error.operation.rawValue) \(error.code)"
        case .corrupt(_, let name): "corrupt \(name == nil ? "left" : "kept")"
        case .notWritable(let error): "notWritable \(error.operation.rawValue) \(error.code)"
        case .lockTimeout: "lockTimeout"
        }
    }

    /// One line, in one write, so that a kill never leaves half of one.
    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe write(1, bytes, bytes.count)
    }
}
