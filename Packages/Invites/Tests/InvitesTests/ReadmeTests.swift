import Invites
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
