package import NostrCore

/// A shown message as the stores are read into memory: thousands of them at each wake.
package struct StoreEntry: Hashable, Sendable {
    /// An event id as four words, the first byte in the highest place; ordered as the bytes are.
    package struct ID: Hashable, Comparable, Sendable {
        let words: SIMD4<UInt64>

        init(words: SIMD4<UInt64>) {
            self.words = words
        }

        package static func < (left: ID, right: ID) -> Bool {
            for index in 0..<4 where left.words[index] != right.words[index] {
                return left.words[index] < right.words[index]
            }
            return false
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
        var words = SIMD4<UInt64>()
        for (index, byte) in id.bytes.bytes.enumerated() {
            words[index >> 3] = words[index >> 3] << 8 | UInt64(byte)
        }
        self.init(words: words)
    }

    /// The event id; nil never happens, since four words are 32 bytes.
    var eventID: EventID? {
        Bytes32((0..<32).map { UInt8(truncatingIfNeeded: words[$0 >> 3] >> UInt64(56 - $0 % 8 * 8)) })
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
