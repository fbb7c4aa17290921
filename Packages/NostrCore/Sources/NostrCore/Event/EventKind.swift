/// How relays keep an event, by the range of its kind (NIP-01).
public enum EventClass: Sendable, Equatable {
    /// Kept each for itself.
    case regular
    /// The newest of an author and kind stands.
    case replaceable
    /// Passed on and not kept.
    case ephemeral
    /// The newest of an author, kind and `d` value stands.
    case addressable

    /// The class of a kind: 0, 3 and 10000–19999 replaceable, 20000–29999 ephemeral, 30000–39999 addressable.
    public init(kind: UInt16) {
        switch kind {
        case 0, 3, 10000...19999: self = .replaceable
        case 20000...29999: self = .ephemeral
        case 30000...39999: self = .addressable
        default: self = .regular
        }
    }
}

extension Event {
    /// The order of every list of events: newest first, the lower id first among equals (NIP-01).
    public static func newestFirst(_ left: Event, _ right: Event) -> Bool {
        left.createdAt != right.createdAt ? left.createdAt > right.createdAt : left.id < right.id
    }

    /// Whether this event replaces another of the same address: newer, or as old with a lower id (NIP-01).
    public func replaces(_ other: Event) -> Bool { Event.newestFirst(self, other) }

    /// The first `d` value, empty when there is none: the last part of an addressable event's address (NIP-01).
    public var identifier: String { firstValue(ofTag: "d") ?? "" }

    /// The time after which the event counts as gone (NIP-40), or nil without a readable `expiration` tag.
    public var expiration: Int64? {
        firstValue(ofTag: "expiration").flatMap { text in
            guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return Int64(text)
        }
    }

    /// Whether the event has expired at a time (NIP-40): from its expiration second on.
    public func isExpired(at now: Int64) -> Bool { expiration.map { $0 <= now } ?? false }

    /// Whether only its author may publish it (NIP-70): it has the tag `["-"]`.
    public var isProtected: Bool { tagCount(named: "-") > 0 }
}
