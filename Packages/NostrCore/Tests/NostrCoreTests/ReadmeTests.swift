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

    // Talk: what goes over a connection is a typed value, both ways.
    guard let id = SubscriptionID("new") else { return }
    let request = ClientMessage.request(id, [filter]).serialized()
    if case .closed(_, let reason) = try RelayMessage.parse(
        Array(#"["CLOSED","new","auth-required: who are you?"]"#.utf8), maximumBytes: 65_536)
    {
        print(reason.prefix == .authRequired, reason.message)  // true who are you?
    }

    // Point: every NIP-19 form is read and written.
    let pointer = NostrEntity.event(EventPointer(id: event.id, author: keys.publicKey, kind: 9))
    print(try pointer.uri(), try NostrEntity(pointer.text()) == pointer)  // nostr:nevent1… true

    // Hide: a conversation key is the same from either side.
    let friend = try KeyPair.random()
    let payload = try ConversationKey(keys.secretKey, friend.publicKey).encrypt("for your eyes")
    print(try ConversationKey(friend.secretKey, keys.publicKey).decryptText(payload))

    #expect(try ClientMessage.parse(request, maximumBytes: 65_536) == .request(id, [filter]))
    #expect(verified.author == keys.publicKey)
    #expect(filter.matches(verified.event))
}
