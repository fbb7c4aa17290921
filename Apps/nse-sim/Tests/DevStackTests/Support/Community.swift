import NostrCore

/// A relay with people and channels: what the rules' rows are about.
final class Community: Sendable {
    static let open = "0f0e0d0c-0b0a-4908-8706-050403020100"
    static let secret = "1f0e0d0c-0b0a-4908-8706-050403020100"
    static let other = "2f0e0d0c-0b0a-4908-8706-050403020100"
    static let unknown = "3f0e0d0c-0b0a-4908-8706-050403020100"

    let relay: TestRelay
    /// Owner of all channels.
    let alice: KeyPair
    /// Member of the open channel.
    let bob: KeyPair
    /// Member of nothing.
    let carol: KeyPair
    /// Alice's message in the open channel.
    let message: Event
    /// Alice's reply to it.
    let reply: Event
    /// Alice's message in the private channel.
    let hidden: Event
    /// Alice's message in the other open channel.
    let elsewhere: Event
    /// Alice's profile: an event outside channels.
    let profile: Event

    init() async throws {
        relay = try await TestRelay()
        alice = try KeyPair.random()
        bob = try KeyPair.random()
        carol = try KeyPair.random()
        for (id, visibility) in [(Self.open, "open"), (Self.secret, "private"), (Self.other, "open")] {
            try await relay.accept(
                9007, [["h", id], ["name", "n"], ["visibility", visibility]], by: alice)
        }
        try await relay.accept(9021, [["h", Self.open]], by: bob)
        message = try await relay.accept(9, [["h", Self.open]], "hello", by: alice)
        reply = try await relay.accept(
            9, [["h", Self.open], ["e", message.id.hex, "", "reply"]], "reply", by: alice)
        hidden = try await relay.accept(9, [["h", Self.secret]], "secret", by: alice)
        elsewhere = try await relay.accept(9, [["h", Self.other]], "else", by: alice)
        profile = try await relay.accept(0, [], "{\"name\":\"alice\"}", by: alice)
        try await relay.accept(7, [["e", message.id.hex]], "🐝", by: bob)
    }
}
