import DevStack
import NostrCore
import Testing

/// Which filters may not be asked at all (spec relay §1.4); `SELF` stands for the reader's key.
@Suite struct ReadGateTests {
    static let addressed = "restricted: p-gated kinds require #p tag matching your pubkey"
    static let engram = "restricted: agent-engram reads require authors=[self] or #p=[self]"
    static let own = "restricted: author-only kinds require authors=[self]"
    static let other = String(repeating: "b", count: 64)

    static let rows: [(String, String, String?)] = [
        ("no kinds", "{}", addressed),
        ("no kinds, one channel", "{\"#h\":[\"\(Community.open)\"]}", addressed),
        ("no kinds, own events", "{\"authors\":[\"SELF\"]}", addressed),
        ("gift wraps", "{\"kinds\":[9,1059]}", addressed),
        ("another's", "{\"kinds\":[44100],\"#p\":[\"\(other)\"]}", addressed),
        ("own and another's", "{\"kinds\":[44100],\"#p\":[\"SELF\",\"\(other)\"]}", addressed),
        ("no ids", "{\"ids\":[]}", addressed),
        ("strict by id", "{\"kinds\":[30622],\"ids\":[\"\(other)\"]}", addressed),
        ("engrams", "{\"kinds\":[30174]}", engram),
        ("reminders", "{\"kinds\":[30300]}", own),
        ("leases of another", "{\"kinds\":[30350],\"authors\":[\"\(other)\"]}", own),
        ("named kinds", "{\"kinds\":[9]}", nil),
        ("no kinds, to oneself", "{\"#p\":[\"SELF\"]}", nil),
        ("no kinds, by id", "{\"ids\":[\"\(other)\"]}", nil),
        ("gift wraps to oneself", "{\"kinds\":[1059],\"#p\":[\"SELF\"]}", nil),
        ("own engrams", "{\"kinds\":[30174],\"authors\":[\"SELF\"]}", nil),
        ("own leases", "{\"kinds\":[30350],\"authors\":[\"SELF\"]}", nil),
        ("leases among others", "{\"kinds\":[30350,9]}", nil),
    ]

    @Test(arguments: rows)
    func gate(_ name: String, _ filter: String, _ text: String?) async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let body = "[\(filter.replacing("SELF", with: keys.publicKey.hex))]"
        let answer = try await relay.query(body, by: keys)
        #expect(answer == (text.map { Answer(403, "{\"error\":\"\($0)\"}") } ?? Answer(200, "[]")))
    }
}
