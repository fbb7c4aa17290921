/// An http or https URL taken apart just far enough to compare and sign it (RFC 3986).
package struct HTTPURL: Equatable {
    package var scheme: String
    package var host: String
    /// Nil when absent or the scheme's own.
    package var port: String?
    package var path: String
    /// What follows the first `?`, as it is; nil without one.
    package var query: String?

    package init?(_ text: String) {
        guard let schemeEnd = text.firstRange(of: "://") else { return nil }
        scheme = text[..<schemeEnd.lowerBound].lowercased()
        guard ["http", "https", "ws", "wss"].contains(scheme) else { return nil }
        var rest = text[schemeEnd.upperBound...]
        guard !rest.contains("#") else { return nil }
        let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = rest[..<authorityEnd]
        rest = rest[authorityEnd...]
        guard !authority.contains("@"), let (host, port) = Self.split(authority: authority) else {
            return nil
        }
        self.host = host.lowercased()
        let standard = scheme == "http" || scheme == "ws" ? "80" : "443"
        self.port = port == nil || port == "" || port == standard ? nil : port
        let pathEnd = rest.firstIndex(of: "?") ?? rest.endIndex
        path = String(rest[..<pathEnd])
        query = pathEnd < rest.endIndex ? String(rest[rest.index(after: pathEnd)...]) : nil
    }

    private static func split(authority: Substring) -> (host: String, port: String?)? {
        let hostEnd: Substring.Index
        if authority.first == "[" {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            hostEnd = authority.index(after: close)
        } else {
            hostEnd = authority.firstIndex(of: ":") ?? authority.endIndex
        }
        let host = authority[..<hostEnd]
        var tail = authority[hostEnd...]
        guard !host.isEmpty else { return nil }
        guard !tail.isEmpty else { return (String(host), nil) }
        guard tail.removeFirst() == ":", tail.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            tail.utf8.count <= 5
        else { return nil }
        return (String(host), String(tail))
    }

    /// The same address with one trailing slash of the path left out.
    var withoutTrailingSlash: HTTPURL {
        var copy = self
        if copy.path.hasSuffix("/") { copy.path.removeLast() }
        return copy
    }
}
