package import NostrCore
package import PushCache

/// Scopes and events by number, the same in every process of a test.
package enum Fixtures: Sendable {
    /// Some Unix time.
    package static let start: Int64 = 1_800_000_000

    package static func scope(_ number: Int) -> Scope {
        Scope(communityID: "community-\(number)", pubkey: bytes(number))
    }

    package static func scopes(_ numbers: Int...) -> Set<Scope> { Set(numbers.map(scope)) }

    /// The number of a scope, or nil for one that is not from here.
    package static func number(of scope: Scope) -> Int? {
        scope.communityID.split(separator: "-").last.flatMap { Int($0) }
    }

    /// Ids are ordered as their numbers are.
    package static func id(_ number: Int) -> EventID { EventID(bytes(number)) }

    package static func number(of id: EventID) -> Int {
        id.bytes.bytes.suffix(8).reduce(0) { $0 << 8 | Int($1) }
    }

    package static func candidate(_ number: Int, at time: Int64) -> Candidate {
        Candidate(id: id(number), createdAt: time)
    }

    private static func bytes(_ number: Int) -> Bytes32 {
        let low = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - $0 * 8)) }
        return Bytes32([UInt8](repeating: 0, count: 24) + low) ?? SHA256.hash(low)
    }
}
