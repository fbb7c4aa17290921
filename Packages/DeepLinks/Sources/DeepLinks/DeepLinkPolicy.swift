/// What a build of the app allows in links.
public struct DeepLinkPolicy: Sendable, Hashable {
    /// Whether a relay may be this machine (`localhost`, `*.localhost`, 127.0.0.0/8, `::1`), and then without
    /// encryption.
    public var allowsDevelopmentOrigins: Bool
    /// Whether `localhost`, 127.0.0.1 and `::1` are one host when communities are compared.
    public var equatesLoopbackHosts: Bool

    /// States a policy.
    public init(allowsDevelopmentOrigins: Bool = false, equatesLoopbackHosts: Bool = false) {
        self.allowsDevelopmentOrigins = allowsDevelopmentOrigins
        self.equatesLoopbackHosts = equatesLoopbackHosts
    }

    /// Public relays over encrypted connections only.
    public static let production = DeepLinkPolicy()
    /// This machine too; its names and addresses are told apart.
    public static let development = DeepLinkPolicy(allowsDevelopmentOrigins: true)
}
