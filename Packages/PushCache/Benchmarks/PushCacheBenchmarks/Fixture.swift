package import NostrCore
package import PushCache

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Full stores, and ids to claim in them.
package enum Fixture: Sendable {
    /// Some Unix time.
    package static let start: Int64 = 1_800_000_000

    package static func id(_ number: Int) -> EventID {
        EventID(SHA256.hash(Array("event \(number)".utf8)))
    }

    package static func scope(_ number: Int) -> Scope {
        Scope(communityID: "community-\(number)", pubkey: SHA256.hash(Array("key \(number)".utf8)))
    }

    /// Entries that retention keeps all of, up to 512: half are future-dated and so newest by `created_at`,
    /// half are newest by capped time.
    package static func entries(_ count: Int, scope: Int) -> [StoreEntry] {
        (0..<count).map { index in
            let isFuture = index < count / 2
            return StoreEntry(
                Candidate(
                    id: id(scope * 100_000 + index),
                    createdAt: isFuture ? start + 1_000_000_000 + Int64(index) : start + Int64(index) / 2),
                shownAt: start + Int64(index) / 2)
        }
    }

    /// Writes the stores of this many scopes.
    package static func fill(_ directory: String, scopes: Int, entries count: Int) throws {
        let folder = "\(directory)/notifications"
        unsafe mkdir(directory, 0o700)
        unsafe mkdir(folder, 0o700)
        for number in 0..<scopes {
            try overwrite(
                "\(folder)/\(scope(number).fileStem).json",
                with: Store(entries: entries(count, scope: number)).serialized())
        }
    }
}
