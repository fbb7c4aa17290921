import HTTPTransport
import Invites
import NostrCore
import Testing

@Test("the README's example")
func readmeExample() throws {
    for channel in StarterChannel.plan(relayURL: "wss://relay-a.example") {
        print(channel.name, channel.id, channel.step(in: []))
    }
    // general dea3e723-4236-5230-9184-f4879264e6fa create
    // welcome-everyone 91ff0059-5015-5d22-8f31-cdc243bfcf9b create

    let hosted = try AuthDomains.parse("a.example, b.example")
    print(hosted.contains(host: "x.a.example"))  // true

    #expect(
        StarterChannel.plan(relayURL: "wss://relay-a.example").map { $0.step(in: []) } == [.create, .create])
    #expect(hosted.contains(host: "x.a.example"))
}

func join(_ pasted: String, as key: KeyPair, over transport: CurlTransport) async throws -> JoinedCommunity? {
    let link = try PastedInvite.read(pasted)
    let claim = InviteClaim(InviteSession(link), over: transport)
    switch try await claim.prepare() {
    case .policy: return nil  // show it; when the person agrees, claim.accept(ageConfirmed:now:)
    default: return try await claim.claim(with: key, now: WallClock.now())
    }
}

@Test("the README's way of joining refuses what is no invite")
func readmeJoining() async throws {
    let key = try KeyPair.random()
    await #expect(throws: PastedInviteError.empty) { try await join(" ", as: key, over: CurlTransport()) }
}
