/// Which shown messages a store keeps (spec push-cache, "Retention").
package enum Retention: Sendable {
    /// How many of the newest entries each of the two orders keeps.
    package static let capacity = 256

    /// The entries to keep, in the order given.
    ///
    /// An entry goes when the coverage window would reject its message anyway, judged by this scope's own
    /// watermark: removing another scope lowers the common one, and must not bring a message back. Of the
    /// rest the newest 256 by capped time and the newest 256 by `created_at` stay, so at most 512.
    package static func kept(of entries: [StoreEntry]) -> [StoreEntry] {
        let floor = ClaimSelection.oldestUncovered(watermark: ClaimSelection.watermark(entries))
        let uncovered = entries.filter { entry in floor.map { entry.createdAt >= $0 } ?? true }
        guard uncovered.count > capacity else { return uncovered }
        let byCreation = uncovered.indices.sorted { isNewer(uncovered[$0], uncovered[$1]) }
        let byCappedTime = uncovered.indices.sorted { left, right in
            let times = (uncovered[left].cappedTime, uncovered[right].cappedTime)
            return times.0 == times.1 ? isNewer(uncovered[left], uncovered[right]) : times.0 > times.1
        }
        var stays = [Bool](repeating: false, count: uncovered.count)
        for index in byCreation.prefix(capacity) { stays[index] = true }
        for index in byCappedTime.prefix(capacity) { stays[index] = true }
        return uncovered.indices.filter { stays[$0] }.map { uncovered[$0] }
    }

    /// The order in which a relay answers: newest first, then the lower id (NIP-01).
    private static func isNewer(_ left: StoreEntry, _ right: StoreEntry) -> Bool {
        left.createdAt == right.createdAt ? left.id < right.id : left.createdAt > right.createdAt
    }
}
