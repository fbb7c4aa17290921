internal import Foundation
internal import PushCache
internal import PushCacheFixtures
internal import Synchronization
internal import Testing

private let noon = Fixtures.start

@Suite("Claims on disk")
struct ClaimTests {
    private let directory = TemporaryDirectory()
    private var cache: PushCache { PushCache(directory: directory.path) }

    @Test("the first claim makes directory and store, for the owner alone")
    func firstClaim() throws {
        try FileManager.default.removeItem(atPath: directory.path)
        let outcome = cache.claim([(0, 1, noon)], now: noon + 2)
        #expect(outcome.verdicts == ["0/1 won"])
        #expect(outcome.isRecorded)
        #expect(outcome.faults.isEmpty)
        #expect(directory.names == [".lock", Fixtures.scope(0).fileStem + ".json"])
        let text = directory.bytes(0).map { String(decoding: $0, as: UTF8.self) }
        let id = String(repeating: "0", count: 63) + "1"
        #expect(
            text == #"{"version":1,"shown":[{"id":"\#(id)","created_at":\#(noon),"shown_at":\#(noon + 2)}]}"#)
    }

    @Test("files 0600, directories 0700, though the umask allows more")
    func modes() throws {
        try FileManager.default.removeItem(atPath: directory.path)
        #expect(try ChildProcess.run([directory.path, "umask=0", "candidate=0/1/1"]).ending == .exited(0))
        #expect(
            try ChildProcess.run([directory.path, "umask=0", "action=revoke", "target=1"]).ending
                == .exited(0))
        #expect(mode(directory.path) == 0o700)
        #expect(mode(directory.folder) == 0o700)
        for name in directory.names { #expect(mode("\(directory.folder)/\(name)") == 0o600, "\(name)") }
    }

    private func mode(_ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.posixPermissions] as? Int
    }

    @Test("the same message on every poll is refused, a newer one wins (I03)")
    func repeats() {
        #expect(cache.claim([(0, 1, noon)], now: noon).verdicts == ["0/1 won"])
        #expect(cache.claim([(0, 1, noon)], now: noon + 1).verdicts == ["0/1 shown"])
        #expect(
            cache.claim([(0, 1, noon), (0, 2, noon + 1)], now: noon + 2).verdicts == ["0/2 won", "0/1 shown"])
    }

    @Test("a tie across communities: the lower id now, the other at the next wake, each once (I05)")
    func ties() {
        let tie = [(scope: 0, event: 2, at: noon), (scope: 1, event: 1, at: noon)]
        #expect(cache.claim(tie, now: noon).verdicts == ["1/1 won", "0/2 outranked"])
        #expect(cache.claim(tie, now: noon).verdicts == ["1/1 shown", "0/2 won"])
        #expect(cache.claim(tie, now: noon).verdicts == ["1/1 shown", "0/2 shown"])
    }

    @Test("a far-future message is shown once and holds nothing back (I06)")
    func farFuture() {
        #expect(cache.claim([(0, 1, 1_700_000_000_000)], now: noon).wonNumber == 1)
        let both = [(scope: 0, event: 1, at: Int64(1_700_000_000_000)), (scope: 0, event: 2, at: noon + 4)]
        #expect(cache.claim(both, now: noon + 5).verdicts == ["0/1 shown", "0/2 won"])
        #expect(cache.claim(both, now: noon + 6).verdicts == ["0/1 shown", "0/2 shown"])
    }

    @Test("300 messages in a minute, then the newest ten again: none twice, at most 512 kept (I15)")
    func burst() throws {
        let messages = (0..<300).map { (scope: 0, event: $0, at: noon + Int64($0) / 5) }
        for (index, message) in messages.enumerated() {
            let answer = Array(messages[...index].suffix(10))
            #expect(cache.claim(answer, now: noon + 60).wonNumber == message.event)
        }
        let again = cache.claim(Array(messages.suffix(10)), now: noon + 61)
        #expect(again.judgements.allSatisfy { $0.verdict == .shown })
        let shown = try #require(directory.shown(0))
        #expect(shown.count <= 512)
        #expect(Set(290..<300).isSubset(of: shown))
    }

    @Test("the watermark counts scopes whose query failed, and only configured ones")
    func failedQuery() {
        #expect(cache.claim([(1, 1, noon)], now: noon).isRecorded)
        let old = [(scope: 0, event: 2, at: noon - 901)]
        #expect(cache.claim(old, configured: [0, 1], now: noon).verdicts == ["0/2 covered"])
        #expect(cache.claim(old, configured: [0], now: noon).verdicts == ["0/2 won"])
    }

    @Test("a scope with candidates counts as configured")
    func implicitlyConfigured() {
        #expect(cache.claim([(0, 1, noon)], configured: [], now: noon).isRecorded)
        #expect(
            cache.claim([(0, 1, noon), (1, 2, noon - 901)], configured: [1], now: noon).verdicts.last
                == "1/2 covered")
    }

    @Test("every configured store is opened and read once, and one is written")
    func readsOnce() throws {
        for scope in 0..<5 { try directory.place(shown: [(scope, noon)], scope) }
        let steps = Mutex<[FileOperation]>([])
        let cache = PushCache(directory: directory.path) { step in steps.withLock { $0.append(step) } }
        _ = cache.claim([(0, 10, noon), (1, 11, noon)], configured: [0, 1, 2, 3, 4], now: noon)
        #expect(steps.withLock { $0.filter { $0 == .open }.count } == 5)
        #expect(steps.withLock { $0.filter { $0 == .read }.count } == 5)
        #expect(steps.withLock { $0.filter { $0 == .create }.count } == 1)
        #expect(steps.withLock { $0.suffix(2) } == [.unlock, .flushDirectory])
    }

    @Test("a claim that nothing wins writes nothing")
    func rejectedWritesNothing() throws {
        try directory.place(shown: [(1, noon)], 0)
        _ = cache.claim([], now: noon)
        let before = directory.names
        let steps = Mutex<Set<FileOperation>>([])
        let watched = PushCache(directory: directory.path) { step in steps.withLock { _ = $0.insert(step) } }
        #expect(watched.claim([(0, 1, noon), (0, 2, noon - 901)], now: noon).winner == nil)
        #expect(directory.names == before)
        let written: Set<FileOperation> = [.create, .write, .flush, .rename, .link, .remove, .flushDirectory]
        #expect(steps.withLock { $0.intersection(written) }.isEmpty)
    }

    @Test(
        "times outside 0…2^53−1 are won once and recorded as the nearest time",
        arguments: [Int64.min, -1, .max])
    func extremeTimes(_ time: Int64) {
        #expect(cache.claim([(0, 1, time)], now: time).isRecorded)
        #expect(cache.claim([(0, 1, time)], now: time).verdicts == ["0/1 shown"])
        #expect(directory.shown(0) == [1])
    }

    @Test("shown messages by scope, in the order of their claims")
    func shownMessages() throws {
        #expect(try cache.shownMessages(in: Fixtures.scope(0)).isEmpty)
        #expect(directory.names.isEmpty)
        _ = cache.claim([(0, 2, noon + 1)], now: noon + 9)
        _ = cache.claim([(0, 1, noon)], now: noon + 10)
        #expect(
            try cache.shownMessages(in: Fixtures.scope(0)) == [
                ShownMessage(id: Fixtures.id(2), createdAt: noon + 1, shownAt: noon + 9),
                ShownMessage(id: Fixtures.id(1), createdAt: noon, shownAt: noon + 10),
            ])
    }

    @Test("after a purge, or when the system deleted everything, a message is shown once more and then never")
    func purge() throws {
        for delete in [{ try cache.purge() }, { try FileManager.default.removeItem(atPath: directory.path) }]
        {
            _ = cache.claim([(0, 1, noon)], now: noon)
            try delete()
            #expect(cache.claim([(0, 1, noon)], now: noon).verdicts == ["0/1 won"])
            #expect(cache.claim([(0, 1, noon)], now: noon).verdicts == ["0/1 shown"])
        }
    }
}
