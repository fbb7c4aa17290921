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
    @Test func session() async throws {
        let keys = try KeyPair.random()
        let event = try EventTemplate(kind: 9, createdAt: WallClock.now(), content: "Hello").signed(by: keys)
        let server = try ScriptedServer { connection in
            guard let peer = RelayPeer(connection) else { return }
            while let message = peer.next() {
                switch message {
                case .event(let event): peer.say(.ok(event.id, accepted: true, RelayReason("")))
                case .request(let id, _): peer.say(.event(id, event), .endOfStored(id))
                default: break
                }
            }
        }
        defer { server.stop() }
        let address = "ws://127.0.0.1:\(server.port)"
        var contents: [String] = []

        let session = RelaySession(relay: try RelayURL(address), signer: keys)
        try await session.publish(event, timeout: .seconds(60))
        for try await update in try await session.subscribe([Filter(kinds: [9])]) {
            guard case .event(let event) = update else { break }
            contents.append(event.content)
        }
        await session.close()

        #expect(contents == ["Hello"])
    }
}
