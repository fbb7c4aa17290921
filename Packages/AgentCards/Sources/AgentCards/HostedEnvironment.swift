import DeepLinks

/// Where this build finds shared agents: one origin, fixed by the build and never by a link (spec agent-cards).
public struct HostedEnvironment: Hashable, Sendable {
    /// Which of the three environments it is.
    public enum Name: String, Hashable, Sendable {
        /// What people use.
        case production
        /// What is tried before.
        case staging
        /// A stated origin, such as one's own machine.
        case custom
    }

    /// Which environment it is.
    public let name: Name
    /// The origin of the avatars CDN: scheme, host in lowercase and a port unless it is the scheme's own, no slash behind.
    public let avatarsOrigin: String

    /// Checks the origin: https, a host, perhaps a port and one slash, nothing else.
    ///
    /// The host is read as DeepLinks reads a relay's. Plain http is accepted for this machine (`localhost`, names under
    /// it, 127.0.0.0/8 and `[::1]`), and only when `allowsLoopbackHTTP` says so, as a development build does.
    ///
    /// - Throws: ``HostedEnvironmentError`` that says what is wrong with the origin.
    public init(
        _ name: Name, avatarsOrigin: String, allowsLoopbackHTTP: Bool = false
    ) throws(HostedEnvironmentError) {
        // An Origin may also be written with the schemes of web sockets.
        let scheme = avatarsOrigin.prefix { $0 != ":" }.lowercased()
        guard scheme == "https" || scheme == "http" else { throw .unsupportedScheme }
        let origin: Origin
        do throws(DeepLinkError) {
            origin = try Origin(avatarsOrigin)
        } catch {
            throw error == .hasCredentials ? .hasCredentials : .notAnOrigin
        }
        guard origin.isSecure || allowsLoopbackHTTP && origin.host.isLoopback else { throw .insecure }
        self.name = name
        self.avatarsOrigin = origin.webText
    }
}

/// Why a text is not the origin of an environment.
public enum HostedEnvironmentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No host, or something behind the host and port.
    case notAnOrigin
    /// No scheme, or another than https and http.
    case unsupportedScheme
    /// Plain http, other than to this machine in a development build.
    case insecure
    /// A user name or password.
    case hasCredentials

    /// One sentence that says what to write.
    public var description: String {
        switch self {
        case .notAnOrigin: "an origin is a scheme, a host and perhaps a port, such as https://cdn.example"
        case .unsupportedScheme: "the origin must start with https://"
        case .insecure: "the origin must be https; http is for this machine in a development build"
        case .hasCredentials: "the origin must not hold a user name or password"
        }
    }
}
