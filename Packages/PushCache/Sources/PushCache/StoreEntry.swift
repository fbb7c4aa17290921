package import NostrCore

/// A shown message as the stores are read into memory: thousands of them at each wake.
package struct StoreEntry: Hashable, Sendable {
    /// An event id as four words, the first byte in the highest place; ordered as the bytes are.
    package struct ID: Hashable, Comparable, Sendable {
        let first: UInt64
        let second: UInt64
        let third: UInt64
        let fourth: UInt64

        package static func < (left: ID, right: ID) -> Bool {
            (left.first, left.second, left.third, left.fourth)
                < (right.first, right.second, right.third, right.fourth)
        }
    }

    package let id: ID
    package let createdAt: Int64
    package let shownAt: Int64

    init(id: ID, createdAt: Int64, shownAt: Int64) {
        self.id = id
        self.createdAt = createdAt
        self.shownAt = shownAt
    }

    /// The earlier of the two times.
    package var cappedTime: Int64 { min(createdAt, shownAt) }
}

extension StoreEntry.ID {
    package init(_ id: EventID) {
        let bytes = id.bytes.bytes
        let words = (0..<4).map { place in
            bytes[place * 8..<place * 8 + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        self.init(first: words[0], second: words[1], third: words[2], fourth: words[3])
    }

    /// The event id; nil never happens, since four words are 32 bytes.
    var eventID: EventID? {
        let words = [first, second, third, fourth]
        return Bytes32((0..<32).map { UInt8(truncatingIfNeeded: words[$0 >> 3] >> UInt64(56 - $0 % 8 * 8)) })
            .map(EventID.init)
    }
}

extension StoreEntry {
    /// The record of a claim, its times brought into the range that a store may hold.
    package init(_ candidate: Candidate, shownAt now: Int64) {
        self.init(
            id: ID(candidate.id), createdAt: StoredTime.nearest(candidate.createdAt),
            shownAt: StoredTime.nearest(now))
    }

    package init(_ message: ShownMessage) {
        self.init(Candidate(id: message.id, createdAt: message.createdAt), shownAt: message.shownAt)
    }

    var message: ShownMessage? {
        id.eventID.map { ShownMessage(id: $0, createdAt: createdAt, shownAt: shownAt) }
    }
}
