/// A relay's origin that a policy allows to connect to (spec deep-links).
///
/// Encrypted and not on this machine or a private network, unless the policy allows development: then this
/// machine, even unencrypted. A DNS name is allowed; that it doesn't lead to a private address is checked
/// when it is resolved.
public struct RelayOrigin: Hashable, Sendable {
    /// The origin.
    public let origin: Origin

    /// Checks an origin.
    ///
    /// - Throws: `insecure` or `privateAddress`.
    public init(_ origin: Origin, policy: DeepLinkPolicy = .production) throws(DeepLinkError) {
        let isDevelopment = policy.allowsDevelopmentOrigins && origin.host.isLoopback
        guard origin.isSecure || isDevelopment else { throw .insecure }
        guard origin.host.isPublic || isDevelopment else { throw .privateAddress }
        self.origin = origin
    }

    /// Reads a relay's address as a person or a link gives it: `wss`, or `ws` where the policy allows it.
    ///
    /// - Throws: ``DeepLinkError``, for another scheme `unsupportedScheme`.
    public init(_ text: String, policy: DeepLinkPolicy = .production) throws(DeepLinkError) {
        let syntax = try LinkSyntax(Array(text.utf8), limit: Origin.maximumLength, part: .relay)
        guard syntax.scheme == "wss" || syntax.scheme == "ws" else { throw .unsupportedScheme }
        try self.init(Origin(syntax, isSecure: syntax.scheme == "wss"), policy: policy)
    }

    /// The origin as `wss://host` or `ws://host`, with a port if it isn't the default one.
    public var text: String { origin.text }

    /// The origin as `https://host` or `http://host`, with a port if it isn't the default one.
    public var webText: String { origin.webText }

    /// Whether this relay is a community that the app has saved.
    public func isSameCommunity(as saved: Origin, policy: DeepLinkPolicy = .production) -> Bool {
        origin.isSameCommunity(as: saved, policy: policy)
    }

    /// The position of the saved community that this relay is, if it is one: then a join switches to it
    /// instead.
    public func position<Saved: Collection<Origin>>(
        among saved: Saved, policy: DeepLinkPolicy = .production
    ) -> Saved.Index? {
        saved.firstIndex { isSameCommunity(as: $0, policy: policy) }
    }
}

extension RelayOrigin: CustomStringConvertible {
    /// The same as ``text``.
    public var description: String { text }
}
