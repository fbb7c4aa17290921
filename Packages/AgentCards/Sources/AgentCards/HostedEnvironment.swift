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
    /// Plain http is accepted for `localhost`, 127.0.0.0/8 and `[::1]`, and only when `allowsLoopbackHTTP` says so, as a
    /// development build does.
    ///
    /// - Throws: ``HostedEnvironmentError`` that says what is wrong with the origin.
    public init(
        _ name: Name, avatarsOrigin: String, allowsLoopbackHTTP: Bool = false
    ) throws(HostedEnvironmentError) {
        let bytes = Array(avatarsOrigin.utf8)
        guard let schemeEnd = bytes.firstRange(of: Array("://".utf8)) else { throw .notAnOrigin }
        let scheme = ASCII.lowercased(bytes[..<schemeEnd.lowerBound])
        guard scheme == "https" || scheme == "http" else { throw .unsupportedScheme }
        var authority = bytes[schemeEnd.upperBound...]
        if authority.last == UInt8(ascii: "/") { authority.removeLast() }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .hasCredentials }
        guard let (host, port) = Self.split(authority) else { throw .notAnOrigin }
        if scheme == "http" {
            guard allowsLoopbackHTTP, Self.isLoopback(host) else { throw .insecure }
        }
        self.name = name
        let standard: UInt16 = scheme == "https" ? 443 : 80
        let suffix = port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
        self.avatarsOrigin = "\(scheme)://\(host)\(suffix)"
    }

    /// Host in lowercase and port of an authority that holds nothing else.
    private static func split(_ authority: ArraySlice<UInt8>) -> (host: String, port: UInt16?)? {
        let hostEnd: Int
        let isHostByte: (UInt8) -> Bool
        if authority.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            hostEnd = close + 1
            isHostByte = { ASCII.isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
            guard authority[(authority.startIndex + 1)..<close].contains(UInt8(ascii: ":")),
                authority[(authority.startIndex + 1)..<close].allSatisfy(isHostByte)
            else { return nil }
        } else {
            hostEnd = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
            let labels = authority[..<hostEnd].split(
                separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            let isLabel: (ArraySlice<UInt8>) -> Bool = { label in
                !label.isEmpty && label.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
            }
            guard labels.allSatisfy(isLabel) else { return nil }
        }
        let host = ASCII.lowercased(authority[..<hostEnd])
        let tail = authority[hostEnd...]
        guard let colon = tail.first else { return (host, nil) }
        let digits = String(decoding: tail.dropFirst(), as: UTF8.self)
        // Canonical only: no leading zero, no plus, 1…65535.
        guard colon == UInt8(ascii: ":"), let port = UInt16(digits), port > 0, String(port) == digits else {
            return nil
        }
        return (host, port)
    }

    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127"
            && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }
}

/// Why a text is not the origin of an environment.
public enum HostedEnvironmentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No scheme, no host, or something behind the host and port.
    case notAnOrigin
    /// A scheme other than https and http.
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
