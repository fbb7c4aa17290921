/// Where a relay is: encrypted or not, host and port, in one canonical spelling (RFC 6454, 4).
///
/// An origin says nothing about whether connecting is safe; see ``RelayOrigin`` for that. It is for comparing
/// what the app has saved with what a link names.
public struct Origin: Hashable, Sendable {
    /// The greatest length in bytes of an origin's text.
    public static let maximumLength = 2_048

    /// Whether the connection is encrypted: `wss` and `https`.
    public let isSecure: Bool
    /// The host.
    public let host: RelayHost
    /// The effective port, 1 to 65,535: 443 or 80 when the text names none.
    public let port: UInt16

    /// States an origin; without a port the default one.
    public init(isSecure: Bool, host: RelayHost, port: UInt16? = nil) {
        self.isSecure = isSecure
        self.host = host
        self.port = port ?? Self.defaultPort(isSecure: isSecure)
    }

    /// Reads a relay's address with the scheme `wss`, `ws`, `https` or `http`; `ws` and `http` are the same
    /// here, as are `wss` and `https`.
    ///
    /// - Throws: ``DeepLinkError`` for credentials, a fragment, a path beyond `/`, a query, and a malformed
    ///   host or port.
    public init(_ text: String) throws(DeepLinkError) {
        let syntax = try LinkSyntax(Array(text.utf8), limit: Self.maximumLength, part: .relay)
        switch syntax.scheme {
        case "wss", "https": try self.init(syntax, isSecure: true)
        case "ws", "http": try self.init(syntax, isSecure: false)
        default: throw .unsupportedScheme
        }
    }

    /// Reads what is left once the scheme is known.
    init(_ syntax: LinkSyntax, isSecure: Bool) throws(DeepLinkError) {
        guard let authority = syntax.authority else { throw .malformed(.relay) }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .hasCredentials }
        guard !syntax.hasFragment else { throw .hasFragment }
        guard syntax.hasNoPath, syntax.query == nil else { throw .notAnOrigin }
        try self.init(authority: authority, isSecure: isSecure)
    }

    /// Reads `host` or `host:port`, without credentials.
    init(authority: ArraySlice<UInt8>, isSecure: Bool) throws(DeepLinkError) {
        let colon = UInt8(ascii: ":")
        // The colons of an IPv6 address stand inside brackets.
        let searched =
            authority.first == UInt8(ascii: "[") ? authority.firstIndex(of: UInt8(ascii: "]")) : nil
        let end = authority[(searched ?? authority.startIndex)...].firstIndex(of: colon) ?? authority.endIndex
        self.isSecure = isSecure
        host = try RelayHost(authority[..<end])
        let digits = authority[end...].dropFirst()
        port = digits.isEmpty ? Self.defaultPort(isSecure: isSecure) : try Self.port(digits)
    }

    private static func port(_ digits: ArraySlice<UInt8>) throws(DeepLinkError) -> UInt16 {
        guard digits.count <= 5, digits.allSatisfy(ASCII.isDigit), digits.first != UInt8(ascii: "0"),
            let port = UInt16(exactly: digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
        else { throw .malformed(.port) }
        return port
    }

    private static func defaultPort(isSecure: Bool) -> UInt16 { isSecure ? 443 : 80 }

    private var authority: String {
        port == Self.defaultPort(isSecure: isSecure) ? "\(host)" : "\(host):\(port)"
    }

    /// The origin with `wss` or `ws`, without a default port and a slash at the end.
    public var text: String { (isSecure ? "wss://" : "ws://") + authority }

    /// The origin with `https` or `http`, without a default port and a slash at the end.
    public var webText: String { (isSecure ? "https://" : "http://") + authority }

    /// Whether two origins are one community: the same security of the scheme, host and effective port.
    ///
    /// - Parameter policy: whether `localhost`, 127.0.0.1 and `::1` are one host.
    public func isSameCommunity(as other: Origin, policy: DeepLinkPolicy = .production) -> Bool {
        guard isSecure == other.isSecure, port == other.port else { return false }
        return host == other.host
            || policy.equatesLoopbackHosts && host.isLocalhostItself && other.host.isLocalhostItself
    }
}

extension Origin: CustomStringConvertible {
    /// The same as ``text``.
    public var description: String { text }
}
