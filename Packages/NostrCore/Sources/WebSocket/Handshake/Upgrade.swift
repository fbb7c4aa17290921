internal import NostrCore

/// The upgrade from HTTP/1.1 (RFC 6455 §4).
public enum WebSocketUpgrade: Sendable {
    private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// A server's `Sec-WebSocket-Accept` for a client's `Sec-WebSocket-Key`; nil unless the key is 16 bytes
    /// of base64.
    public static func accept(key: String) -> String? {
        guard Base64.decode(key.utf8)?.count == 16 else { return nil }
        return Base64.encode(SHA1.hash(Array((key + identifier).utf8)))
    }

    /// A client's key: 16 random bytes.
    static func key() throws(WebSocketError) -> String {
        guard let bytes = try? SecureRandom.bytes(16) else { throw .noMemory }
        return Base64.encode(bytes)
    }

    /// The request that asks for it.
    static func request(to address: WebSocketAddress, key: String) -> [UInt8] {
        let lines = [
            "GET \(address.target) HTTP/1.1", "Host: \(address.authority)", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: \(key)", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Extensions: \(PerMessageDeflate.offer)", "", "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }
}

/// Where a `ws` or `wss` URL leads.
struct WebSocketAddress: Equatable, Sendable {
    let isSecure: Bool
    /// As it stands in a URL: an IPv6 address with its brackets.
    let host: String
    /// The host, and the port unless it is the scheme's own.
    let authority: String
    /// Path and query.
    let target: String

    init(_ text: String) throws(WebSocketError) {
        guard text.utf8.count <= 8192 else { throw .invalidURL(reason: "it has more than 8192 bytes") }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .invalidURL(reason: "it has bytes that must be encoded")
        }
        guard let url = HTTPURL(text), url.scheme == "ws" || url.scheme == "wss" else {
            throw .invalidURL(
                reason: "its scheme, host or port is not one, or it has credentials or a fragment")
        }
        isSecure = url.scheme == "wss"
        host = url.host
        authority = url.port.map { "\(url.host):\($0)" } ?? url.host
        let path = url.path.isEmpty ? "/" : url.path
        target = url.query.map { "\(path)?\($0)" } ?? path
    }

    /// What libcurl connects to.
    var httpURL: String { "\(isSecure ? "https" : "http")://\(authority)/" }
}
