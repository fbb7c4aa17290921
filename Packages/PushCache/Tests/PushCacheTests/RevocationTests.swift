internal import Foundation
internal import PushCache
internal import PushCacheFixtures
internal import Synchronization
internal import Testing

private let noon = Fixtures.start

@Suite("Revocation")
struct RevocationTests {
    private let directory = TemporaryDirectory()
    private var cache: PushCache { PushCache(directory: directory.path) }
    private let stem = Fixtures.scope(0).fileStem

    @Test("a revoked scope has no store, wins nothing, and makes no store again")
    func revoke() throws {
        _ = cache.claim([(0, 1, noon)], now: noon)
        try cache.revoke(Fixtures.scope(0))
        #expect(directory.names == [".lock", stem + ".revoked"])
        #expect(cache.claim([(0, 2, noon)], now: noon).verdicts == ["0/2 revoked"])
        #expect(try cache.shownMessages(in: Fixtures.scope(0)).isEmpty)
        #expect(directory.names == [".lock", stem + ".revoked"])
    }

    @Test("also where nothing was ever shown, twice, and before any directory")
    func revokeNothing() throws {
        try cache.revoke(Fixtures.scope(0))
        try cache.revoke(Fixtures.scope(0))
        #expect(
            cache.claim([(0, 2, noon), (1, 1, noon - 5)], now: noon).verdicts == ["0/2 revoked", "1/1 won"])
    }

    @Test("a process already past its query meets the tombstone, and other scopes go on")
    func pastItsQuery() throws {
        let child = try ChildProcess([
            directory.path, "wait=1", "candidate=0/1/\(noon + 1)", "candidate=1/2/\(noon)",
        ])
        #expect(child.line() == "ready")
        try cache.revoke(Fixtures.scope(0))
        child.release()
        let lines = child.lines()
        #expect(lines.first == "won 1 2 recorded")
        #expect(lines.contains("verdict 0 1 revoked"))
        #expect(child.wait() == .exited(0))
        #expect(!directory.names.contains(stem + ".json"))
    }

    @Test("restore lifts it and starts from nothing; without a tombstone it touches nothing")
    func restore() throws {
        try cache.restore(Fixtures.scope(0))
        #expect(directory.names.isEmpty)
        _ = cache.claim([(0, 1, noon)], now: noon)
        try cache.restore(Fixtures.scope(0))
        #expect(cache.claim([(0, 1, noon)], now: noon).verdicts == ["0/1 shown"])
        try cache.revoke(Fixtures.scope(0))
        // A store that a process without the lock might have left behind.
        try directory.place(shown: [(1, noon)], 0)
        try cache.restore(Fixtures.scope(0))
        #expect(directory.names == [".lock"])
        #expect(cache.claim([(0, 1, noon)], now: noon).verdicts == ["0/1 won"])
    }

    @Test("retain removes all other stores and marks them, so that no late claim makes them anew")
    func retain() throws {
        for scope in 0..<4 { _ = cache.claim([(scope, scope + 1, noon)], now: noon) }
        try directory.place("{", 3)
        _ = cache.claim([], configured: [3], now: noon)
        #expect(directory.names(endingWith: ".corrupt").count == 1)
        try cache.retain(Fixtures.scopes(0, 1, 7))
        let kept = [0, 1].map { Fixtures.scope($0).fileStem + ".json" }
        let marked = [2, 3].map { Fixtures.scope($0).fileStem + ".revoked" }
        #expect(directory.names == [".lock"] + (kept + marked).sorted())
        #expect(
            cache.claim([(0, 1, noon), (2, 9, noon), (7, 8, noon)], now: noon).verdicts
                == ["0/1 shown", "7/8 won", "2/9 revoked"])
        try cache.retain(Fixtures.scopes(0, 2))
        #expect(
            cache.claim([(2, 9, noon)], now: noon).verdicts == ["2/9 revoked"], "retaining is no restoring")
        try cache.restore(Fixtures.scope(2))
        #expect(cache.claim([(2, 9, noon)], now: noon).verdicts == ["2/9 won"])
    }

    @Test("a removed scope lowers the watermark, and still no message of the others comes back")
    func removalLowersTheWatermark() throws {
        _ = cache.claim([(0, 1, noon)], now: noon + 1000)
        _ = cache.claim([(1, 2, noon + 900)], now: noon + 1000)
        #expect(
            cache.claim([(0, 1, noon), (0, 3, noon - 1)], configured: [1], now: noon).verdicts == [
                "0/1 shown", "0/3 covered",
            ])
        try cache.retain(Fixtures.scopes(0))
        #expect(
            cache.claim([(0, 1, noon), (0, 3, noon - 1)], now: noon + 1000).verdicts == [
                "0/1 shown", "0/3 won",
            ])
    }

    @Test("a purge forgets what was shown and keeps what was revoked")
    func purgeKeepsTombstones() throws {
        try cache.purge()
        #expect(directory.names.isEmpty)
        try cache.revoke(Fixtures.scope(0))
        _ = cache.claim([(1, 1, noon)], now: noon)
        try directory.place("{", 2)
        _ = cache.claim([], configured: [2], now: noon)
        try cache.purge()
        #expect(directory.names == [".lock", stem + ".revoked"])
    }

    @Test("the tombstone stands before the wait for the lock begins")
    func tombstoneFirst() throws {
        let stands = Mutex<[Bool]>([])
        let (folder, name) = (directory.folder, stem + ".revoked")
        let watched = PushCache(directory: directory.path) { step in
            guard step == .lock else { return }
            stands.withLock { $0.append(FileManager.default.fileExists(atPath: "\(folder)/\(name)")) }
        }
        try watched.revoke(Fixtures.scope(0))
        #expect(stands.withLock { $0 } == [true])
    }

    @Test("files of others in the same directory are left alone")
    func foreignFiles() throws {
        _ = cache.claim([], now: noon)
        let foreign = [".other.tmp", "notes.json", "push-snapshot.json.corrupt", stem.uppercased() + ".json"]
            .sorted()
        for name in foreign { try Data([1]).write(to: URL(fileURLWithPath: "\(directory.folder)/\(name)")) }
        try cache.retain([])
        try cache.purge()
        #expect(directory.names.filter { $0 != ".lock" } == foreign)
    }

    @Test("while another process holds the lock: revoke counts and says so, the others change nothing")
    func withoutTheLock() throws {
        _ = cache.claim([(0, 1, noon)], now: noon)
        _ = cache.claim([(1, 2, noon)], now: noon)
        let holder = try #require(HeldLock(directory))
        let hasty = PushCache(directory: directory.path, lockTimeout: .milliseconds(5))
        #expect(throws: PushCacheError.lockTimeout(.milliseconds(5))) { try hasty.revoke(Fixtures.scope(0)) }
        #expect(throws: PushCacheError.lockTimeout(.milliseconds(5))) { try hasty.restore(Fixtures.scope(0)) }
        #expect(throws: PushCacheError.lockTimeout(.milliseconds(5))) { try hasty.retain([]) }
        #expect(throws: PushCacheError.lockTimeout(.milliseconds(5))) { try hasty.purge() }
        holder.release()
        #expect(
            cache.claim([(0, 3, noon), (1, 2, noon)], now: noon).verdicts == ["1/2 shown", "0/3 revoked"])
    }

    @Test("where nothing can be written they throw what the system said")
    func notWritable() throws {
        try Data().write(to: URL(fileURLWithPath: directory.folder))
        #expect {
            try cache.revoke(Fixtures.scope(0))
        } throws: { error in
            guard case .unreadable(let refusal) = error as? PushCacheError else { return false }
            return refusal.operation == .openDirectory && refusal.code == ENOTDIR
        }
        #expect(throws: PushCacheError.self) { try cache.restore(Fixtures.scope(0)) }
        #expect(throws: PushCacheError.self) { try cache.retain([]) }
        #expect(throws: PushCacheError.self) { try cache.purge() }
        #expect(throws: PushCacheError.self) { try cache.shownMessages(in: Fixtures.scope(0)) }
    }
}
