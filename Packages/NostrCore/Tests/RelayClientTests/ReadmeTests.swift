import HTTPTransport
import NostrCore
import RelayClient
import Testing

/// The README's example.
struct ReadmeTests {
    @Test func example() async throws {
        let keys = try KeyPair.random()
        let stored = try EventTemplate(kind: 9, createdAt: WallClock.now(), content: "Hello").signed(by: keys)
        let body = "[\(String(decoding: stored.serialized(), as: UTF8.self))]"
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        defer { server.stop() }
        let address = "ws://127.0.0.1:\(server.port)"

        let relay = RelayHTTP(
            relayURL: try RelayURL(address), transport: CurlTransport(), signer: keys)
        let answer = try await relay.query([Filter(kinds: [9], limit: 10)], now: WallClock.now())
        for event in answer.events {
            let message = try event.verify()
            print(message.author.npub, message.content)
        }

        #expect(answer.events == [stored])
    }
}
