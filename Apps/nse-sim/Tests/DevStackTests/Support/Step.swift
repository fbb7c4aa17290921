import NostrCore

/// One event of a story: who sends it, its kind and its tags.
///
/// `ALICE`, `BOB`, `CAROL`, `MESSAGE`, `REPLY`, `HIDDEN`, `ELSEWHERE` and `PROFILE` in the tags stand for keys and ids of
/// the community, `OPEN`, `SECRET`, `OTHER` and `UNKNOWN` for its channels.
struct Step: Sendable {
    var author: IngestRuleTests.Person
    var kind: UInt16
    var tags: [[String]]
    var content: String

    init(_ author: IngestRuleTests.Person, _ kind: UInt16, _ tags: [[String]] = [], content: String = "") {
        self.author = author
        self.kind = kind
        self.tags = tags
        self.content = content
    }

    func event(in community: Community, after seconds: Int64) throws -> (event: Event, by: KeyPair) {
        let keys = author.keys(community)
        let tags = tags.map { $0.map { community.value(of: $0) } }
        return (try community.relay.event(kind, tags, content, by: keys, after: seconds), keys)
    }
}

extension Community {
    /// What a word in a step stands for.
    func value(of word: String) -> String {
        switch word {
        case "ALICE": alice.publicKey.hex
        case "BOB": bob.publicKey.hex
        case "CAROL": carol.publicKey.hex
        case "MESSAGE": message.id.hex
        case "REPLY": reply.id.hex
        case "HIDDEN": hidden.id.hex
        case "ELSEWHERE": elsewhere.id.hex
        case "PROFILE": profile.id.hex
        case "OPEN": Self.open
        case "SECRET": Self.secret
        case "OTHER": Self.other
        case "UNKNOWN": Self.unknown
        default: word
        }
    }

    /// Sends the steps, a second apart; each must be accepted.
    func play(_ steps: [Step]) async throws {
        for step in steps {
            relay.clock.now += 1
            let (event, keys) = try step.event(in: self, after: 0)
            let answer = try await relay.publish(event, by: keys)
            guard answer == accepted(event) else { throw NotAccepted(answer: answer) }
        }
    }

    /// Sends one step a second later.
    func send(_ step: Step) async throws -> (event: Event, answer: Answer) {
        relay.clock.now += 1
        let (event, keys) = try step.event(in: self, after: 0)
        return (event, try await relay.publish(event, by: keys))
    }
}
