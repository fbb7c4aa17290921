internal import PushCache

/// A claim in full stores against reading the same files and renaming one of the same size, in turns.
enum ClaimBenchmark {
    static func rows(in parent: String, scopes: Int, entries: Int, rounds: Int) throws -> [Row] {
        try withDirectory(in: parent) { directory in
            let folder = "\(directory)/notifications"
            let cache = PushCache(directory: directory)
            let all = (0..<scopes).map(Fixture.scope)
            let files = all.map { "\(folder)/\($0.fileStem).json" }
            try Fixture.fill(directory, scopes: scopes, entries: entries)
            let clock = ContinuousClock()
            var claims: [Duration] = []
            var references: [Duration] = []
            for round in 0..<rounds {
                let target = round % scopes
                let candidates = candidates(round: round, scopes: scopes, entries: entries)
                let now = Fixture.start + 600
                var outcome: ClaimOutcome?
                claims.append(
                    clock.measure {
                        outcome = cache.claimNewest(among: candidates, configured: Set(all), now: now)
                    })
                guard outcome?.isRecorded == true, outcome?.winner?.scope == all[target] else {
                    throw CallFailed("claim \(String(describing: outcome?.winner))")
                }
                // Back to the same size: one store grew by one.
                let full = Store(entries: Fixture.entries(entries, scope: target)).serialized()
                references.append(
                    try clock.measure {
                        for file in files { _ = try readWhole(file) }
                        try overwrite(files[target], with: full)
                    })
            }
            let place = "\(scopes) scopes × \(entries) entries, \(parent)"
            return [
                Row("claim, \(place)", claims, reference: references),
                Row("  reference: read all, write, rename", references),
            ]
        }
    }

    /// Ten per scope, as a relay answers: nine shown ones and, in one scope, one to win.
    private static func candidates(round: Int, scopes: Int, entries: Int) -> [Scope: [Candidate]] {
        var result: [Scope: [Candidate]] = [:]
        for scope in 0..<scopes {
            result[Fixture.scope(scope)] = (0..<9).map { index in
                let number = entries - 1 - index
                return Candidate(
                    id: Fixture.id(scope * 100_000 + number), createdAt: Fixture.start + Int64(number) / 2)
            }
        }
        result[Fixture.scope(round % scopes), default: []].append(
            Candidate(id: Fixture.id(10_000_000 + round), createdAt: Fixture.start + 600))
        return result
    }

    /// The parts of a claim that no disk is in.
    static func parts(entries: Int, rounds: Int) throws -> [Row] {
        let clock = ContinuousClock()
        let store = Store(entries: Fixture.entries(entries, scope: 0))
        let bytes = store.serialized()
        var spaced = bytes
        spaced.append(UInt8(ascii: " "))
        let candidate = Candidate(id: Fixture.id(10_000_000), createdAt: Fixture.start + 600)
        var (reads, strict, records, writes): ([Duration], [Duration], [Duration], [Duration]) = (
            [], [], [], []
        )
        for _ in 0..<rounds {
            reads.append(try clock.measure { _ = try Store(parsing: bytes) })
            strict.append(try clock.measure { _ = try Store(parsing: spaced) })
            records.append(clock.measure { _ = store.recording(candidate, now: Fixture.start + 600) })
            writes.append(clock.measure { _ = store.serialized() })
        }
        return [
            Row("  read one store of \(entries), \(bytes.count) bytes", reads),
            Row("  the same in another spelling (strict JSON)", strict),
            Row("  prune one store of \(entries)", records),
            Row("  serialise one store of \(entries)", writes),
        ]
    }
}
