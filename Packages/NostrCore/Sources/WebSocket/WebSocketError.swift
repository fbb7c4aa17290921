/// Why there is no connection, or no longer.
///
/// Descriptions never hold paths, queries or messages.
public enum WebSocketError: Error, Equatable, Sendable {
    /// Which time ran out.
    public enum Bound: String, Equatable, Sendable {
        /// Until the connection was upgraded.
        case opening
        /// Until a ping was answered.
        case pong
        /// Until the other side answered a close frame.
        case closing
    }

    /// Not a `ws` or `wss` URL.
    case invalidURL(reason: String)
    /// The host's name has no address, or no name server answers.
    case resolve(host: String)
    /// No connection: nobody listens, or no way leads there.
    case connect(host: String, reason: String)
    /// No TLS, or a certificate that can't be trusted.
    case tls(host: String, reason: String)
    /// A bound of time ran out.
    case timeout(Bound, after: Duration)
    /// The server answered the upgrade with another status; `body` holds the first bytes behind its headers
    /// as they came.
    case refused(status: Int, body: [UInt8])
    /// The server's answer to the upgrade is not what RFC 6455 §4.1 wants.
    case handshake(reason: String)
    /// The other side closed; nil without a code.
    case closed(WebSocketCloseCode?, reason: String)
    /// The other side broke a rule and was told this code.
    case violation(WebSocketCloseCode)
    /// The connection ended without a close frame.
    case connectionLost(reason: String)
    /// More than the limit waits to be sent; this message was not taken.
    case queueFull(limit: Int)
    /// Text that is not UTF-8; it was not sent.
    case notUTF8
    /// Behind a close frame nothing is sent.
    case closing
    /// Two tasks wait for messages of one connection; this one gave way.
    case alreadyReceiving
    /// The task was cancelled.
    case cancelled
    /// No memory, no thread or no random bytes.
    case noMemory
}

extension WebSocketError: CustomStringConvertible {
    /// What happened and what to do about it.
    public var description: String {
        switch self {
        case .invalidURL(let reason): "Not a WebSocket URL: \(reason). Expected wss://host/path."
        case .resolve(let host): "The name \(host) has no address. Check its spelling and the network."
        case .connect(let host, let reason):
            "No connection to \(host): \(reason). Check that the server runs there."
        case .tls(let host, let reason):
            "No trusted TLS connection to \(host): \(reason). Check the certificate, its name and its dates."
        case .timeout(.opening, let after): "No WebSocket within \(after). Try again, or allow more time."
        case .timeout(.pong, let after): "The server answered no ping for \(after). Connect again."
        case .timeout(.closing, let after):
            "The server did not close within \(after); the connection was cut."
        case .refused(let status, _):
            "The server answered status \(status) instead of 101. Check the address; its body may say more."
        case .handshake(let reason):
            "The server does not speak WebSocket as it should: \(reason). Check the address."
        case .closed(let code, _):
            "The server closed the connection, \(code.map { "code \($0)" } ?? "without a code")."
        case .violation(let code): "The server broke WebSocket's rules; it was told code \(code)."
        case .connectionLost(let reason): "The connection was lost: \(reason). Connect again."
        case .queueFull(let limit):
            "More than \(limit) bytes wait to be sent. Send more slowly, or connect again."
        case .notUTF8: "The text is not UTF-8 and was not sent."
        case .closing: "The connection closes; nothing more is sent on it."
        case .alreadyReceiving: "Another task waits for this connection's messages; let one task read them."
        case .cancelled: "The connection was cancelled."
        case .noMemory: "The system gave no memory, thread or random bytes. Try again later."
        }
    }
}
