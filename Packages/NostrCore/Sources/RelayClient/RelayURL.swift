internal import NostrCore

/// Where a relay is: one origin, reached over WebSocket and HTTP alike.
///
/// `ws`, `wss`, `http` or `https`, a host, perhaps a port; no credentials, query, fragment, or path beyond `/`
/// (spec presentation "Query"). Scheme and host are kept in lower case and a scheme's own port is dropped, so that what
/// a client signs is what it puts on the wire (NIP-98).
public struct RelayURL: Sendable, Hashable, CustomStringConvertible {
    /// Whether the connection is encrypted: `wss` and `https`.
    public let isSecure: Bool
    /// The host in lower case; an IPv6 address keeps its brackets.
    public let host: String
    /// The port, or nil for the scheme's own.
    public let port: Int?

    /// Reads an origin.
    ///
    /// - Throws: ``RelayURLError`` that says what does not belong there.
    public init(_ text: String) throws(RelayURLError) {
        guard text.utf8.count <= 2048 else { throw .tooLong(limit: 2048) }
        guard !text.contains("#") else { throw .notAnOrigin("a fragment") }
        guard let url = HTTPURL(text) else {
            throw text.contains("@") ? .hasCredentials : .unreadable
        }
        guard url.query == nil else { throw .notAnOrigin("a query") }
        guard url.path.isEmpty || url.path == "/" else { throw .notAnOrigin("a path") }
        guard Self.isPlain(url.host) else { throw .unreadable }
        isSecure = url.scheme == "wss" || url.scheme == "https"
        host = url.host
        port = try url.port.map { (digits) throws(RelayURLError) in
            guard let number = Int(digits), number > 0 else { throw .invalidPort }
            return number
        }
    }

    private static func isPlain(_ host: String) -> Bool {
        if host.hasPrefix("[") {
            let inside = host.utf8.dropFirst().dropLast()
            return inside.contains(UInt8(ascii: ":"))
                && inside.allSatisfy { Hex.isDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        }
        return host.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
    }

    private var authority: String { port.map { "\(host):\($0)" } ?? host }

    /// The origin for HTTP requests, without a trailing slash: `https://relay.example`.
    public var http: String { (isSecure ? "https://" : "http://") + authority }

    /// The origin for WebSocket connections, without a trailing slash: `wss://relay.example`.
    public var webSocket: String { (isSecure ? "wss://" : "ws://") + authority }

    /// The same as ``webSocket``, the form that people share.
    public var description: String { webSocket }
}

/// Why a text is no relay's address.
public enum RelayURLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// More bytes than an address has.
    case tooLong(limit: Int)
    /// Not `ws`, `wss`, `http` or `https` with a plain host, or a port that is no number up to 65535 in plain digits.
    case unreadable
    /// A user name or password in it.
    case hasCredentials
    /// Port 0.
    case invalidPort
    /// Something beyond an origin.
    case notAnOrigin(String)

    /// One sentence with an example of what is expected.
    public var description: String {
        let example = "expected an origin such as wss://relay.example"
        switch self {
        case .tooLong(let limit): return "a relay URL has at most \(limit) bytes; \(example)"
        case .unreadable: return "not a relay URL; \(example)"
        case .hasCredentials: return "a relay URL holds no user name or password; \(example)"
        case .invalidPort: return "the port is not a number from 1 to 65535; \(example)"
        case .notAnOrigin(let part):
            return "a relay URL has no more than a host and a port, this one has \(part); \(example)"
        }
    }
}
