internal import Foundation
internal import PushCache
internal import PushCacheFixtures
internal import Testing

private let noon = Fixtures.start

@Suite("When the disk misbehaves")
struct DiskFaultTests {
    private let directory = TemporaryDirectory()
    private var cache: PushCache { PushCache(directory: directory.path) }

    // MARK: Corrupt

    @Test("a store cut at each byte reads as empty, is kept once, and the claim is written (I09)")
    func cutAtEachByte() throws {
        let whole = Store(
            entries: (1...2).map { StoreEntry(Fixtures.candidate($0, at: noon), shownAt: noon) }
        ).serialized()
        for length in 0..<whole.count {
            try directory.place(Array(whole.prefix(length)), 0)
            let outcome = cache.claim([(0, 1, noon)], now: noon)
            #expect(outcome.wonNumber == 1 && outcome.isRecorded, "cut to \(length)")
            guard case .corrupt(.malformed, let name?)? = outcome.faults.first?.error else {
                Issue.record("cut to \(length): \(outcome.faults)")
                continue
            }
            #expect(outcome.faults.map(\.scope) == [Fixtures.scope(0)])
            #expect(directory.names(endingWith: ".corrupt") == [name])
            #expect(FileManager.default.contents(atPath: "\(directory.folder)/\(name)")?.count == length)
            #expect(directory.shown(0) == [1])
        }
        #expect(cache.claim([(0, 1, noon)], now: noon).verdicts == ["0/1 shown"])
    }

    @Test("a corrupt store of a scope without candidates is set aside too, and reported once")
    func corruptElsewhere() throws {
        try directory.place("[]", 1)
        let outcome = cache.claim([(0, 1, noon)], configured: [1], now: noon)
        #expect(outcome.isRecorded)
        guard case .corrupt(.wrongShape, let name?)? = outcome.faults.first?.error else {
            Issue.record("\(outcome.faults)")
            return
        }
        #expect(name == Fixtures.scope(1).fileStem + ".json.corrupt")
        #expect(cache.claim([(0, 1, noon)], configured: [1], now: noon).faults.isEmpty)
        #expect(try cache.shownMessages(in: Fixtures.scope(1)).isEmpty)
    }

    @Test("over 1 MiB is corrupt without being read; exactly 1 MiB is not")
    func size() throws {
        var bytes = Store(entries: [StoreEntry(Fixtures.candidate(1, at: noon), shownAt: noon)]).serialized()
        bytes += [UInt8](repeating: 0x20, count: Store.maximumBytes - bytes.count)
        try directory.place(bytes, 0)
        #expect(cache.claim([(0, 1, noon)], now: noon).verdicts == ["0/1 shown"])
        try directory.place(bytes + [0x20], 0)
        let outcome = cache.claim([(0, 1, noon)], now: noon)
        #expect(outcome.isRecorded)
        let defect = StoreDefect.tooLarge(bytes: Int64(Store.maximumBytes + 1), limit: Store.maximumBytes)
        let name = Fixtures.scope(0).fileStem + ".json.corrupt"
        #expect(outcome.faults.map(\.error) == [.corrupt(defect, keptAs: name)])
    }

    @Test("an older store without shown, and one of a later version: as empty, no fault, written")
    func otherVersions() throws {
        for text in [#"{"version":1,"profiles":{}}"#, #"{"version":2,"shown":7}"#] {
            try directory.place(text, 0)
            let outcome = cache.claim([(0, 1, noon)], now: noon)
            #expect(outcome.isRecorded && outcome.faults.isEmpty)
            #expect(directory.shown(0) == [1])
        }
        #expect(directory.names(endingWith: ".corrupt").isEmpty)
    }

    // MARK: Unreadable

    @Test("a store of mode 000: shown again, reported, and not overwritten (I10)")
    func mode000() throws {
        try directory.place(shown: [(1, noon)], 0)
        try directory.place(shown: [(2, noon)], 1)
        let before = directory.bytes(0)
        try directory.giveAway()
        #expect(Disk.setMode(0, directory.storePath(0)))
        let run = try directory.runUnprivileged(["candidate=0/1/\(noon)", "candidate=1/2/\(noon)"])
        #expect(run.first == "won 0 1 unrecorded")
        #expect(run.contains("verdict 1 2 shown"), "the other scope still dedupes")
        #expect(run.contains("fault 0 unreadable open \(EACCES)"))
        #expect(run.filter { $0.hasPrefix("fault") }.count == 1)
        Disk.setMode(0o600, directory.storePath(0))
        #expect(directory.bytes(0) == before)
        #expect(directory.names(endingWith: ".tmp").isEmpty)
    }

    /// What may stand under a store's name instead of a store.
    enum Impostor: String, CaseIterable, Sendable { case directory, link, danglingLink, pipe }

    @Test(
        "no file under the store's name: unreadable, shown, left alone, no hang", arguments: Impostor.allCases
    )
    func notAFile(_ impostor: Impostor) throws {
        _ = cache.claim([], now: noon)
        let (path, target) = (directory.storePath(0), directory.path + "/elsewhere")
        let secret = Store(entries: [StoreEntry(Fixtures.candidate(1, at: noon), shownAt: noon)]).serialized()
        switch impostor {
        case .directory: #expect(Disk.makeDirectory(path))
        case .pipe: #expect(Disk.makePipe(path))
        case .link:
            try Data(secret).write(to: URL(fileURLWithPath: target))
            #expect(Disk.makeLink(path, to: target))
        case .danglingLink: #expect(Disk.makeLink(path, to: target))
        }
        let outcome = cache.claim([(0, 1, noon)], now: noon)
        #expect(outcome.verdicts == ["0/1 won"])
        #expect(!outcome.isRecorded)
        guard case .unreadable? = outcome.faults.first?.error, outcome.faults.count == 1 else {
            Issue.record("\(outcome.faults)")
            return
        }
        #expect(throws: PushCacheError.self) { try cache.shownMessages(in: Fixtures.scope(0)) }
        #expect(FileManager.default.contents(atPath: target) == (impostor == .link ? Data(secret) : nil))
        #expect(directory.names == [".lock", Fixtures.scope(0).fileStem + ".json"])
    }

    @Test("an unreadable store that is gone when the claim is written: recorded")
    func unreadableThenGone() throws {
        _ = cache.claim([], now: noon)
        let path = directory.storePath(0)
        #expect(Disk.makeDirectory(path))
        let late = PushCache(directory: directory.path) { step in
            if step == .create { Disk.removeDirectory(path) }
        }
        let outcome = late.claim([(0, 1, noon)], now: noon)
        #expect(outcome.isRecorded && outcome.faults.count == 1)
        #expect(directory.shown(0) == [1])
    }

    @Test("a directory that can't be entered, or is no directory: shown, not recorded")
    func directoryUnreadable() throws {
        try Data().write(to: URL(fileURLWithPath: directory.folder))
        let outcome = cache.claim([(0, 1, noon)], now: noon)
        #expect(outcome.wonNumber == 1 && !outcome.isRecorded)
        #expect(outcome.faults.map(\.scope) == [nil])
        try FileManager.default.removeItem(atPath: directory.folder)
        try FileManager.default.createDirectory(
            atPath: directory.path + "/real", withIntermediateDirectories: true)
        #expect(Disk.makeLink(directory.folder, to: "real"))
        let linked = cache.claim([(0, 1, noon)], now: noon)
        #expect(
            linked.wonNumber == 1 && !linked.isRecorded, "a link in place of the directory is not followed")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path + "/real").isEmpty)
    }

    // MARK: Not writable

    @Test(
        "a read-only directory: shown messages still refused, the failure reported (I10)",
        arguments: [true, false])
    func readOnly(hasLockFile: Bool) throws {
        try directory.place(shown: [(1, noon)], 0)
        if hasLockFile { _ = cache.claim([], now: noon) }
        try directory.giveAway()
        #expect(Disk.setMode(0o500, directory.folder))
        let run = try directory.runUnprivileged(["candidate=0/1/\(noon + 1)", "candidate=0/2/\(noon)"])
        #expect(run.first == "won 0 2 unrecorded")
        #expect(run.contains("verdict 0 1 shown"))
        #expect(
            run.contains(
                hasLockFile
                    ? "fault 0 notWritable create \(EACCES)" : "fault - notWritable openLock \(EACCES)"))
        Disk.setMode(0o700, directory.folder)
        #expect(directory.shown(0) == [1])
    }

    @Test("a read-only caches directory without stores: shown, not recorded")
    func readOnlyCaches() throws {
        try directory.giveAway()
        #expect(Disk.setMode(0o500, directory.path))
        let run = try directory.runUnprivileged(["candidate=0/1/\(noon)"])
        #expect(run.first == "won 0 1 unrecorded")
        #expect(run.contains("fault - notWritable createDirectory \(EACCES)"))
        Disk.setMode(0o700, directory.path)
    }

    @Test("a file bound that cuts the write: reported, old store kept, nothing left behind")
    func fileBound() throws {
        try directory.place(shown: [(1, noon)], 0)
        let before = directory.bytes(0)
        let run = try ChildProcess.run([
            directory.path, "file-limit=150", "candidate=0/1/\(noon + 1)", "candidate=0/2/\(noon)",
        ])
        #expect(run.lines.first == "won 0 2 unrecorded")
        #expect(run.lines.contains("verdict 0 1 shown"))
        #expect(run.lines.contains("fault 0 notWritable write \(EFBIG)"))
        #expect(directory.bytes(0) == before)
        #expect(directory.names(endingWith: ".tmp").isEmpty)
    }

    @Test(
        "a full disk: shown messages still refused, old store kept; space again: recorded",
        .enabled(if: SmallDisk.canMount, "needs the right to mount a small tmpfs"))
    func fullDisk() throws {
        let disk = try #require(SmallDisk())
        defer { disk.unmount() }
        try disk.directory.place(shown: [(1, noon)], 0)
        let before = disk.directory.bytes(0)
        let cache = PushCache(directory: disk.directory.path)
        _ = cache.claim([], now: noon)
        disk.fill()
        let offered = [(scope: 0, event: 1, at: noon + 1), (scope: 0, event: 2, at: noon)]
        let outcome = cache.claim(offered, now: noon)
        #expect(outcome.verdicts == ["0/1 shown", "0/2 won"])
        #expect(!outcome.isRecorded)
        guard case .notWritable(let error)? = outcome.faults.first?.error else {
            Issue.record("\(outcome.faults)")
            return
        }
        #expect(error.code == ENOSPC)
        #expect(disk.directory.bytes(0) == before)
        #expect(disk.directory.names(endingWith: ".tmp").isEmpty)
        disk.empty()
        #expect(cache.claim(offered, now: noon).isRecorded)
        #expect(disk.directory.shown(0) == [1, 2])
    }

    // MARK: Leftovers

    @Test("what a killed writer left goes after a minute, by the file system's clock, and not before")
    func leftovers() throws {
        _ = cache.claim([(0, 1, noon)], now: noon)
        let stem = Fixtures.scope(0).fileStem
        let (old, young, other) = (".\(stem).json.1.tmp", ".\(stem).json.2.tmp", ".notes.tmp")
        for name in [old, young, other] {
            try Data([1]).write(to: URL(fileURLWithPath: "\(directory.folder)/\(name)"))
        }
        for name in [old, other] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -120)],
                ofItemAtPath: "\(directory.folder)/\(name)")
        }
        _ = cache.claim([(0, 2, noon)], now: noon)
        #expect(directory.names(endingWith: ".tmp") == [young, other].sorted())
    }

    // MARK: Words

    @Test("each fault says what happened and what to do")
    func descriptions() {
        let refusal = FileSystemError(.open, code: EACCES, name: "x.json")
        #expect(refusal.description == "open of x.json failed: Permission denied (errno 13)")
        let errors: [PushCacheError] = [
            .unreadable(refusal), .notWritable(refusal), .lockTimeout(.seconds(2)),
            .corrupt(.tooLarge(bytes: 2, limit: 1), keptAs: "y"),
            .corrupt(.tooLarge(bytes: 2, limit: 1), keptAs: nil),
        ]
        for error in errors { #expect(error.description.hasSuffix(".")) }
        #expect(Set(errors.map(\.description)).count == errors.count)
        let fault = ClaimOutcome.Fault(scope: Fixtures.scope(3), error: errors[2])
        #expect(fault.description.hasPrefix("community-3/00000000: the lock was held"))
    }
}
