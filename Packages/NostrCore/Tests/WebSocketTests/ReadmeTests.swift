import Testing
import WebSocket

/// The README's examples.
struct ReadmeTests {
    @Test func client() async throws {
        let server = try SocketServer { $0.echo(deflate: true) }
        defer { server.stop() }
        let url = server.url

        let connection = try await WebSocketConnection.connect(to: url)
        try connection.send(text: #"["REQ","a",{"kinds":[1],"limit":5}]"#)
        for try await messages in connection.batches {
            for message in messages { print(String(decoding: message.bytes, as: UTF8.self)) }
            break
        }
        await connection.close()

        #expect(try await connection.receive() == nil)
    }

    @Test func server() throws {
        let bytes = Frames.frame(0x81, Array("hello".utf8), mask: Frames.mask)

        let framing = try WebSocketFraming(.server, limits: .init(messageBytes: 512 << 10), deflate: true)
        for event in framing.receive(bytes) {
            if case .message(let message) = event { try framing.send(message) }
        }
        let output = framing.takeOutput()

        #expect(output == Frames.frame(0x81, Array("hello".utf8)))
    }
}
