internal import Foundation
internal import PushCache
internal import PushCacheFixtures

/// A caches directory of its own for each test, removed with the value.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        path = FileManager.default.temporaryDirectory.path + "/push-cache-test-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var folder: String { path + "/notifications" }

    func storePath(_ scope: Int) -> String { "\(folder)/\(Fixtures.scope(scope).fileStem).json" }

    /// What the directory of the stores holds, sorted; empty if it is not there.
    var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    func names(endingWith suffix: String) -> [String] { names.filter { $0.hasSuffix(suffix) } }

    func bytes(_ scope: Int) -> [UInt8]? {
        FileManager.default.contents(atPath: storePath(scope)).map { [UInt8]($0) }
    }

    /// Puts bytes in the place of a scope's store.
    func place(_ bytes: [UInt8], _ scope: Int) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: storePath(scope)))
    }

    func place(_ text: String, _ scope: Int) throws {
        try place(Array(text.utf8), scope)
    }

    /// Puts a store with these events, each shown when it was written.
    func place(shown events: [(number: Int, at: Int64)], _ scope: Int) throws {
        let entries = events.map {
            StoreEntry(Fixtures.candidate($0.number, at: $0.at), shownAt: $0.at)
        }
        try place(Store(entries: entries).serialized(), scope)
    }

    /// The numbers of the events that a scope's store holds; nil if it is no readable store.
    func shown(_ scope: Int) -> [Int]? {
        guard let bytes = bytes(scope), (try? Store(parsing: bytes)) != nil else { return nil }
        let messages = try? PushCache(directory: path).shownMessages(in: Fixtures.scope(scope))
        return messages?.map { Fixtures.number(of: $0.id) }
    }
}

extension PushCache {
    /// A claim whose arguments are numbers: (scope, event, time).
    func claim(
        _ candidates: [(scope: Int, event: Int, at: Int64)], configured: [Int] = [], now: Int64
    ) -> ClaimOutcome {
        var byScope: [Scope: [Candidate]] = [:]
        for candidate in candidates {
            byScope[Fixtures.scope(candidate.scope), default: []].append(
                Fixtures.candidate(candidate.event, at: candidate.at))
        }
        return claimNewest(among: byScope, configured: Set(configured.map(Fixtures.scope)), now: now)
    }
}

extension ClaimOutcome {
    /// The winner's number, or nil.
    var wonNumber: Int? { winner.map { Fixtures.number(of: $0.candidate.id) } }

    /// Each candidate's verdict in order, such as `0/17 won`.
    var verdicts: [String] {
        judgements.map { judgement in
            let scope = Fixtures.number(of: judgement.choice.scope) ?? -1
            return "\(scope)/\(Fixtures.number(of: judgement.choice.candidate.id)) \(judgement.verdict)"
        }
    }
}
