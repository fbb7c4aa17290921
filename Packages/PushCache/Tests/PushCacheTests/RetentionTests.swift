internal import PushCache
internal import PushCacheFixtures
internal import Testing

private let noon = Fixtures.start

@Suite("Which shown messages a store keeps")
struct RetentionTests {
    private func entry(_ number: Int, at time: Int64, shownAt: Int64? = nil) -> StoreEntry {
        StoreEntry(Fixtures.candidate(number, at: time), shownAt: shownAt ?? time)
    }

    @Test("901 s below the scope's own watermark goes, 900 s stays")
    func window() {
        let entries = [entry(1, at: noon - 901), entry(2, at: noon - 900), entry(3, at: noon)]
        #expect(Retention.kept(of: entries) == Array(entries.suffix(2)))
    }

    @Test("a future-dated entry neither goes nor drops others")
    func futureDated() {
        let entries = [
            entry(1, at: noon - 900), entry(2, at: 1_700_000_000_000, shownAt: noon - 100),
            entry(3, at: noon),
        ]
        #expect(Retention.kept(of: entries) == entries)
    }

    @Test("of a burst the newest 256 stay, in the order of their claims")
    func burst() {
        let entries = (0..<300).map { entry($0, at: noon + Int64($0)) }
        #expect(Retention.kept(of: entries) == Array(entries.suffix(256)))
    }

    @Test("equal times: the lower id stays, as a relay returns it first")
    func ties() {
        let entries = (0..<300).map { entry($0, at: noon) }
        #expect(Retention.kept(of: entries.reversed()).map(\.id) == entries.prefix(256).map(\.id).reversed())
    }

    @Test("a crowd of future-dated entries evicts no message of today, and the reverse")
    func union() {
        let future = (0..<400).map { entry($0, at: noon + 1_000_000 + Int64($0), shownAt: noon) }
        let today = (400..<800).map { entry($0, at: noon + Int64($0) - 400, shownAt: noon + 500) }
        let kept = Retention.kept(of: future + today)
        #expect(kept == Array(future.suffix(256)) + Array(today.suffix(256)))
    }

    @Test("no entries, one entry, extreme times")
    func small() {
        #expect(Retention.kept(of: []).isEmpty)
        let extremes = [entry(1, at: .min), entry(2, at: .max), entry(3, at: .max, shownAt: .min)]
        #expect(Retention.kept(of: [extremes[0]]) == [extremes[0]])
        // The times are brought into 0…2^53−1 first.
        #expect(extremes.map(\.cappedTime) == [0, (1 << 53) - 1, 0])
        #expect(Retention.kept(of: extremes) == Array(extremes.suffix(2)))
    }
}
