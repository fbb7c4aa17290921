public import NostrCore

/// A message that could be shown.
public struct Candidate: Hashable, Sendable {
    /// The event's id.
    public let id: EventID
    /// When its author says it was written, in Unix seconds; no value can make the arithmetic overflow.
    public let createdAt: Int64

    /// Names a message.
    public init(id: EventID, createdAt: Int64) {
        self.id = id
        self.createdAt = createdAt
    }
}

/// A message that was claimed, and so counts as shown.
public struct ShownMessage: Hashable, Sendable {
    /// The event's id.
    public let id: EventID
    /// When its author says it was written: Unix seconds in 0…2^53−1.
    public let createdAt: Int64
    /// When it was claimed: Unix seconds in 0…2^53−1.
    public let shownAt: Int64

    /// States a message and its times.
    public init(id: EventID, createdAt: Int64, shownAt: Int64) {
        self.id = id
        self.createdAt = createdAt
        self.shownAt = shownAt
    }

    /// The earlier of the two times: what a future-dated message counts as (spec push-cache, "Claiming").
    public var cappedTime: Int64 { min(createdAt, shownAt) }
}

/// The times that a store may hold.
enum StoredTime {
    /// 0…2^53−1, the integers that every JSON reader keeps exact.
    static let range: ClosedRange<Int64> = 0...(1 << 53) - 1

    /// The nearest time that a store may hold.
    static func nearest(_ time: Int64) -> Int64 {
        min(max(time, range.lowerBound), range.upperBound)
    }
}
