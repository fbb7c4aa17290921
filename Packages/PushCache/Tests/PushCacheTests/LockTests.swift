internal import Foundation
internal import PushCache
internal import PushCacheFixtures
internal import Synchronization
internal import Testing

private let noon = Fixtures.start

@Suite("The lock", .serialized)
struct LockTests {
    private let directory = TemporaryDirectory()

    @Test("two threads with one value: one wins (I02)")
    func threads() {
        let cache = PushCache(directory: directory.path)
        for round in 0..<25 {
            let outcomes = Mutex<[ClaimOutcome]>([])
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let outcome = cache.claim([(0, round, noon + Int64(round))], now: noon + 100)
                outcomes.withLock { $0.append(outcome) }
            }
            let verdicts = outcomes.withLock { $0.flatMap(\.judgements).map(\.verdict.rawValue).sorted() }
            #expect(verdicts == ["shown", "shown", "shown", "won"])
        }
    }

    @Test("held by another: shown messages are still refused, the new one is shown, nothing is written")
    func timeout() throws {
        try directory.place(shown: [(1, noon)], 0)
        try directory.place("{", 1)
        let holder = try #require(HeldLock(directory))
        defer { holder.release() }
        let cache = PushCache(directory: directory.path, lockTimeout: .milliseconds(20))
        let before = directory.names
        let clock = SuspendingClock()
        var outcome: ClaimOutcome?
        let waited = clock.measure {
            outcome = cache.claim([(0, 1, noon), (0, 2, noon - 1)], configured: [1], now: noon)
        }
        #expect(outcome?.verdicts == ["0/1 shown", "0/2 won"])
        #expect(outcome?.isRecorded == false)
        #expect(outcome?.faults.map(\.error).first == .lockTimeout(.milliseconds(20)))
        #expect(outcome?.faults.map(\.scope) == [nil, Fixtures.scope(1)])
        #expect(directory.names == before, "without the lock no bad file is moved either")
        #expect(waited >= .milliseconds(20))
    }

    @Test("the wait is two seconds unless said otherwise")
    func defaultTimeout() {
        #expect(PushCache(directory: "/").lockTimeout == .seconds(2))
    }

    @Test("stopped inside the claim, at every step: the others wait, go on without it, and say so (I08)")
    func stoppedInside() throws {
        var held = 0
        var step = 1
        while true {
            // Another one each time: what a killed writer leaves adds a step to the next claim.
            let directory = TemporaryDirectory()
            try directory.place(shown: [(1, noon)], 0)
            let cache = PushCache(directory: directory.path, lockTimeout: .milliseconds(1))
            let child = try ChildProcess([directory.path, "candidate=0/2/\(noon)", "stop-at=\(step)"])
            guard case .stopped = child.wait(orStopped: true) else { break }
            if !HeldLock.isFree(directory) {
                held += 1
                let outcome = cache.claim([(0, 1, noon), (0, 3, noon)], now: noon)
                // Behind the renaming the store shows the other claim already; the new message is shown all
                // the same.
                #expect(outcome.wonNumber == 3 && !outcome.isRecorded)
                #expect(outcome.faults.map(\.error) == [.lockTimeout(.milliseconds(1))])
            }
            child.send(SIGKILL)
            child.wait()
            #expect(HeldLock.isFree(directory), "the death of its holder frees the lock")
            step += 1
        }
        // Held from the step behind the locking, the fourth, up to the unlocking, the last but one.
        #expect(held > 10 && held == step - 5)
    }

    @Test("stopped right after the claim returned: the lock is free (I08)")
    func stoppedAfter() throws {
        let child = try ChildProcess([directory.path, "candidate=0/2/\(noon)", "stop-at-end=1"])
        #expect(child.wait(orStopped: true) == .stopped(SIGSTOP))
        #expect(HeldLock.isFree(directory))
        #expect(
            PushCache(directory: directory.path).claim([(0, 2, noon)], now: noon).verdicts == ["0/2 shown"])
        child.send(SIGKILL)
        child.wait()
    }

    @Test("released on every path: won, none, corrupt, unreadable, not writable")
    func releasedAlways() throws {
        let cache = PushCache(directory: directory.path)
        _ = cache.claim([(0, 1, noon)], now: noon)
        #expect(HeldLock.isFree(directory))
        _ = cache.claim([], now: noon)
        #expect(HeldLock.isFree(directory))
        try directory.place("{", 0)
        _ = cache.claim([(0, 1, noon)], now: noon)
        #expect(HeldLock.isFree(directory))
        try FileManager.default.removeItem(atPath: directory.storePath(0))
        try FileManager.default.createDirectory(
            atPath: directory.storePath(0), withIntermediateDirectories: true)
        #expect(!cache.claim([(0, 2, noon)], now: noon).isRecorded)
        #expect(HeldLock.isFree(directory))
        for change in [
            { try cache.revoke(Fixtures.scope(1)) }, { try cache.purge() }, { try cache.retain([]) },
        ] {
            try? change()
            #expect(HeldLock.isFree(directory))
        }
    }

    @Test("the directory is deleted while a claim waits for its lock: it claims in the new one")
    func deletedMeanwhile() throws {
        let holder = try #require(HeldLock(directory))
        let waits = DispatchSemaphore(value: 0)
        let isDeleted = Mutex(false)
        let cache = PushCache(directory: directory.path, lockTimeout: .seconds(60)) { step in
            if step == .lock, !isDeleted.withLock({ $0 }) { waits.signal() }
        }
        let path = directory.path
        DispatchQueue.global().async {
            waits.wait()
            try? FileManager.default.removeItem(atPath: path)
            isDeleted.withLock { $0 = true }
            holder.release()
        }
        let outcome = cache.claim([(0, 1, noon)], now: noon)
        #expect(outcome.isRecorded && outcome.faults.isEmpty)
        #expect(directory.shown(0) == [1])
    }

    @Test("no open file is left behind, on any path")
    func descriptors() throws {
        try directory.place("{", 1)
        try FileManager.default.createDirectory(
            atPath: directory.storePath(2), withIntermediateDirectories: true)
        let run = try ChildProcess.run([
            directory.path, "action=descriptors", "count=20", "candidate=0/1/\(noon)",
            "candidate=2/2/\(noon)",
            "configured=0,1,2,3",
        ])
        #expect(run.lines.first == "opened 0")
        #expect(run.ending == .exited(0))
    }
}
