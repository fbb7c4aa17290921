import DevStack
import NostrCore

/// A relay that admits only members.
final class Membership: Sendable {
    let relay: TestRelay
    let owner: KeyPair
    let admin: KeyPair
    let member: KeyPair
    /// In no roster.
    let stranger: KeyPair

    enum Person: String, Sendable {
        case owner = "OWNER"
        case admin = "ADMIN"
        case member = "MEMBER"
        case stranger = "STRANGER"
    }

    init(isRequired: Bool = true) async throws {
        owner = try KeyPair.random()
        admin = try KeyPair.random()
        member = try KeyPair.random()
        stranger = try KeyPair.random()
        relay = try await TestRelay(requireMembership: isRequired, owner: owner.publicKey)
        try await relay.accept(9030, [["p", admin.publicKey.hex], ["role", "admin"]], by: owner)
        try await relay.accept(9030, [["p", member.publicKey.hex]], by: owner)
    }

    func keys(of person: Person) -> KeyPair {
        switch person {
        case .owner: owner
        case .admin: admin
        case .member: member
        case .stranger: stranger
        }
    }

    /// Puts a person's key in the place of their name.
    func value(of word: String) -> String {
        Person(rawValue: word).map { keys(of: $0).publicKey.hex } ?? word
    }

    /// Sends a command a second later.
    func send(
        _ person: Person, _ kind: UInt16, _ tags: [[String]], after seconds: Int64 = 0
    ) async throws -> (event: Event, answer: Answer) {
        relay.clock.now += 1
        let keys = keys(of: person)
        let tags = tags.map { $0.map { value(of: $0) } }
        let event = try relay.event(kind, tags, by: keys, after: seconds)
        return (event, try await relay.publish(event, by: keys))
    }

    /// Sends a command that must be accepted.
    func accept(_ person: Person, _ kind: UInt16, _ tags: [[String]]) async throws {
        let (event, answer) = try await send(person, kind, tags)
        guard answer == accepted(event) else { throw NotAccepted(answer: answer) }
    }

    /// The roster as the relay tells it, without keys that have no name here.
    func roster() async throws -> [[String]] {
        let events = try await relay.query("[{\"kinds\":[13534],\"limit\":1}]", by: owner).events
        guard let event = events.first else { return [] }
        let names = [Person.owner, .admin, .member, .stranger].map {
            (keys(of: $0).publicKey.hex, $0.rawValue)
        }
        return event.tags.map { tag in
            tag.map { word in names.first { $0.0 == word }?.1 ?? word }
        }
    }
}
