import Testing
import WebSocket

/// What a server may answer to an upgrade, and what a server may accept.
@Suite("Handshake", .timeLimit(.minutes(1)))
struct HandshakeTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        /// `ACCEPT` stands for the right value.
        let head: String
        let reason: String?
        var testDescription: String { name }
    }

    static func head(_ lines: String..., status: String = "HTTP/1.1 101 Switching Protocols") -> String {
        ([status] + lines).joined(separator: "\r\n") + "\r\n\r\n"
    }

    static let accept = "Sec-WebSocket-Accept: ACCEPT"
    static let rows: [Row] =
        [
            Row(name: "HTTP/1.0", head: head(status: "HTTP/1.0 101 x"), reason: "its answer is not HTTP/1.1"),
            Row(
                name: "another protocol", head: head(status: "SSH-2.0-x"),
                reason: "its answer is not HTTP/1.1"),
            Row(
                name: "a status that is no number", head: head(status: "HTTP/1.1 1O1 x"),
                reason: "its answer is not HTTP/1.1"),
            Row(
                name: "a header line without a colon", head: head("Upgrade websocket"),
                reason: "its answer is not HTTP/1.1"),
            Row(
                name: "a folded header", head: head("Upgrade: websocket", " Connection: Upgrade", accept),
                reason: "its answer is not HTTP/1.1"),
            Row(
                name: "no Upgrade", head: head("Connection: Upgrade", accept),
                reason: "its Upgrade header is not websocket"),
            Row(
                name: "another Upgrade", head: head("Upgrade: h2c", "Connection: Upgrade", accept),
                reason: "its Upgrade header is not websocket"),
            Row(
                name: "no Connection", head: head("Upgrade: websocket", accept),
                reason: "its Connection header does not say Upgrade"),
            Row(
                name: "Connection: close", head: head("Upgrade: websocket", "Connection: close", accept),
                reason: "its Connection header does not say Upgrade"),
            Row(
                name: "no Accept", head: head("Upgrade: websocket", "Connection: Upgrade"),
                reason: "its Sec-WebSocket-Accept is not the one for this request"),
            Row(
                name: "the Accept of RFC 6455's example",
                head: head(
                    "Upgrade: websocket", "Connection: Upgrade",
                    "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="),
                reason: "its Sec-WebSocket-Accept is not the one for this request"),
            Row(
                name: "two Accepts", head: head("Upgrade: websocket", "Connection: Upgrade", accept, accept),
                reason: "its Sec-WebSocket-Accept is not the one for this request"),
            Row(
                name: "a subprotocol",
                head: head(
                    "Upgrade: websocket", "Connection: Upgrade", accept, "Sec-WebSocket-Protocol: nostr"),
                reason: "it chose a subprotocol that was not offered"),
        ]
        + [
            "x-webkit-deflate-frame", "permessage-deflate", "permessage-deflate; client_no_context_takeover",
            "permessage-deflate; server_no_context_takeover; server_max_window_bits=16",
            "permessage-deflate; server_no_context_takeover; server_max_window_bits",
            "permessage-deflate; server_no_context_takeover; client_max_window_bits=10",
            "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
            "permessage-deflate; server_no_context_takeover, permessage-deflate; server_no_context_takeover",
            "=",
        ].map { answer in
            Row(
                name: "the extension \(answer)",
                head: head(
                    "Upgrade: websocket", "Connection: Upgrade", accept, "Sec-WebSocket-Extensions: \(answer)"
                ),
                reason: "it chose an extension that was not offered")
        }
        + [
            "permessage-deflate; server_no_context_takeover",
            "permessage-deflate;server_no_context_takeover ; client_no_context_takeover",
            "permessage-deflate; server_no_context_takeover; server_max_window_bits=\"10\"", "",
        ].map { answer in
            Row(
                name: "fine: \(answer)",
                head: head(
                    "Upgrade: websocket", "Connection: Upgrade", accept, "Sec-WebSocket-Extensions: \(answer)"
                ),
                reason: nil)
        }

    @Test("The answer", arguments: rows)
    func answer(_ row: Row) async throws {
        let server = try SocketServer { peer in
            let accept = peer.readRequest().flatMap { WebSocketUpgrade.accept(key: $0) } ?? ""
            peer.write(
                row.head.split(separator: "ACCEPT", omittingEmptySubsequences: false).joined(
                    separator: accept))
            peer.drain()
        }
        defer { server.stop() }
        var failure: WebSocketError?
        do throws(WebSocketError) {
            try await WebSocketConnection.connect(to: server.url).cancel()
        } catch {
            failure = error
        }
        #expect(failure == row.reason.map { .handshake(reason: $0) })
    }

    @Test(
        "A refusal's body by its length, by its end, or not at all",
        arguments: [
            ("Content-Length: 3\r\n\r\nabc", "abc"), ("Content-Length: 300000\r\n\r\nabc", "abc"),
            ("\r\nabc", "abc"), ("\r\n", ""),
            ("Content-Length: -4\r\n\r\n", ""),
        ])
    func refusal(answer: String, body: String) async throws {
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            peer.write("HTTP/1.1 503 Busy\r\n" + answer)
        }
        defer { server.stop() }
        await #expect(throws: WebSocketError.refused(status: 503, body: Array(body.utf8))) {
            try await WebSocketConnection.connect(to: server.url)
        }
    }

    @Test(
        "A server's Accept (RFC 6455 §1.3), for a key of 16 bytes only",
        arguments: [
            ("dGhlIHNhbXBsZSBub25jZQ==", "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" as String?),
            ("dGhlIHNhbXBsZSBub25jZQ", nil), ("", nil),
            ("AAAA", nil),
        ])
    func accepts(key: String, accept: String?) {
        #expect(WebSocketUpgrade.accept(key: key) == accept)
    }

    static let agreed = PerMessageDeflate.offer

    @Test(
        "What a server makes of a client's offers",
        arguments: [
            ("permessage-deflate", agreed as String?), ("permessage-deflate; client_max_window_bits", agreed),
            ("PerMessage-Deflate; client_max_window_bits=9", agreed),
            ("permessage-deflate; server_max_window_bits=10", nil),
            ("permessage-deflate; server_max_window_bits=10, permessage-deflate", agreed),
            ("permessage-deflate; server_max_window_bits=15", agreed), ("permessage-deflate; x", nil),
            ("other", nil), ("", nil),
            ("permessage-deflate; client_max_window_bits=7", nil),
            ("permessage-deflate; client_max_window_bits=09", nil),
            ("permessage-deflate; client_no_context_takeover; client_no_context_takeover", nil), ("a b", nil),
        ])
    func offers(_ offer: String, answer: String?) {
        #expect(PerMessageDeflate.answer(toOffer: offer) == answer)
    }
}
