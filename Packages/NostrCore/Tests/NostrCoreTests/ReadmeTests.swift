import NostrCore
import Testing

@Test("the README's example")
func readmeExample() throws {
    // Write: an event is signed at once, by a key that is wiped when nobody holds it any more.
    let keys = try KeyPair.random()
    let event = try EventTemplate(
        kind: 9, createdAt: 1_700_000_000, tags: [["t", "swift"]], content: "Hello"
    )
    .signed(by: keys)
    let bytes = event.serialized()

    // Read: whatever comes from outside is parsed strictly, and only verification makes a VerifiedEvent.
    let received = try Event.parse(bytes)
    let verified = try received.verify()
    print(verified.author.npub, verified.content)

    // Match: absent conditions match all, empty lists nothing.
    var filter = Filter(kinds: [9], since: 1_600_000_000)
    filter.setTag("t", ["swift"])
    print(filter.matches(verified.event))  // true

    #expect(verified.author == keys.publicKey)
    #expect(filter.matches(verified.event))
}
