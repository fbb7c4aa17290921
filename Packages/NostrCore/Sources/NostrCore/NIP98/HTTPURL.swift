/// An http or https URL (or ws and wss) taken apart just far enough to compare and sign it (RFC 3986).
///
/// It is read and compared as bytes: a combining mark behind a delimiter does not hide it, and only ASCII letters of
/// scheme and host lose their case.
package struct HTTPURL {
    package var scheme: String
    package var host: String
    /// Nil when absent or the scheme's own.
    package var port: String?
    package var path: String
    /// What follows the first `?`, as it is; nil without one.
    package var query: String?

    /// Nil for another scheme, credentials, a fragment, no host, or a port that is not 0…65535 without leading zeros.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        scheme = Self.lowercased(bytes[..<colon])
        guard ["http", "https", "ws", "wss"].contains(scheme), bytes[colon...].starts(with: "://".utf8) else {
            return nil
        }
        let rest = bytes[(colon + 3)...]
        guard !rest.contains(UInt8(ascii: "#")) else { return nil }
        let authorityEnd =
            rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let authority = rest[..<authorityEnd]
        guard !authority.contains(UInt8(ascii: "@")), let (host, port) = Self.split(authority: authority)
        else {
            return nil
        }
        self.host = Self.lowercased(host)
        let standard = scheme == "http" || scheme == "ws" ? "80" : "443"
        self.port = port == standard ? nil : port
        let pathEnd = rest[authorityEnd...].firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        path = String(decoding: rest[authorityEnd..<pathEnd], as: UTF8.self)
        query = pathEnd < rest.endIndex ? String(decoding: rest[(pathEnd + 1)...], as: UTF8.self) : nil
    }

    private static func split(authority: ArraySlice<UInt8>) -> (host: ArraySlice<UInt8>, port: String?)? {
        let hostEnd: Int
        if authority.first == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            hostEnd = close + 1
        } else {
            hostEnd = authority.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
        }
        let host = authority[..<hostEnd]
        guard !host.isEmpty else { return nil }
        guard let colon = authority[hostEnd...].first else { return (host, nil) }
        let digits = authority[(hostEnd + 1)...]
        guard colon == UInt8(ascii: ":"), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        // An empty port is the scheme's own (RFC 3986 §6.2.3).
        guard !digits.isEmpty else { return (host, nil) }
        let text = String(decoding: digits, as: UTF8.self)
        guard let number = UInt16(text), text == String(number) else { return nil }
        return (host, text)
    }

    private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        let lower = bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return String(decoding: lower, as: UTF8.self)
    }

    /// The same address with one trailing slash of the path left out.
    var withoutTrailingSlash: HTTPURL {
        var copy = self
        if copy.path.utf8.last == UInt8(ascii: "/") {
            copy.path = String(decoding: path.utf8.dropLast(), as: UTF8.self)
        }
        return copy
    }
}

extension HTTPURL: Equatable {
    /// Equal part by part, as bytes.
    package static func == (left: HTTPURL, right: HTTPURL) -> Bool {
        left.parts.elementsEqual(right.parts) { $0.elementsEqual($1) }
    }

    private var parts: [[UInt8]] {
        // An absent query and an empty one differ, as `/q` and `/q?` do.
        [scheme, host, port ?? "", path, query.map { "?" + $0 } ?? ""].map { Array($0.utf8) }
    }
}
