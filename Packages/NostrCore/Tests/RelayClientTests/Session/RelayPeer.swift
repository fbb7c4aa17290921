import NostrCore
import WebSocket

/// A relay's side of one connection, message by message, as a test's script says.
final class RelayPeer {
    private let connection: ScriptedServer.Connection
    private let framing: WebSocketFraming
    private var unread: [ClientMessage] = []
    /// How the client closed; nil if it did not.
    private(set) var closeCode: WebSocketCloseCode?

    /// Grants the upgrade.
    init?(_ connection: ScriptedServer.Connection) {
        guard let request = connection.request(), let key = request["Sec-WebSocket-Key"],
            let accept = WebSocketUpgrade.accept(key: key),
            let answer = PerMessageDeflate.answer(toOffer: request["Sec-WebSocket-Extensions"] ?? ""),
            let framing = try? WebSocketFraming(.server, deflate: true)
        else { return nil }
        self.connection = connection
        self.framing = framing
        connection.write(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(accept)\r\nSec-WebSocket-Extensions: \(answer)\r\n\r\n")
    }

    /// What the client says next; nil when it has gone.
    func next() -> ClientMessage? {
        while unread.isEmpty {
            guard let bytes = connection.read() else { return nil }
            for event in framing.receive(bytes) {
                if case .close(let code, _) = event { closeCode = code }
                guard case .message(let message) = event,
                    let parsed = try? ClientMessage.parse(message.bytes, maximumBytes: 1 << 20)
                else { continue }
                unread.append(parsed)
            }
            connection.write(framing.takeOutput())
        }
        return unread.removeFirst()
    }

    func say(_ messages: RelayMessage...) {
        for message in messages { say(bytes: message.serialized()) }
    }

    func say(bytes: [UInt8]) {
        try? framing.send(.text(bytes))
        connection.write(framing.takeOutput())
    }

    /// Begins to close and waits for the end.
    func close() {
        framing.close(.restart, reason: "relay restarting")
        connection.write(framing.takeOutput())
        drain()
    }

    /// Hears out the client without a word.
    func drain() {
        while next() != nil {}
    }
}
