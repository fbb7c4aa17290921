/// Scheme, host and port of a URL, read strictly (RFC 3986, RFC 6454 §4).
struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    let isSecure: Bool
    /// Lowercase; IPv6 addresses with their brackets.
    let host: String
    let port: Int

    var description: String {
        let scheme = isSecure ? "https" : "http"
        return port == (isSecure ? 443 : 80) ? "\(scheme)://\(host)" : "\(scheme)://\(host):\(port)"
    }

    /// Reads a whole URL's origin and checks the rest's characters.
    init(url: String) throws(HTTPError) {
        let bytes = Array(url.utf8)
        guard bytes.count <= 8192 else { throw .invalidRequest(reason: "the URL is longer than 8192 bytes") }
        guard let position = bytes.firstIndex(where: { !Self.isAllowed($0) }) else {
            try self.init(checked: bytes)
            return
        }
        let reason =
            bytes[position] == UInt8(ascii: "#")
            ? "the URL has a fragment"
            : "byte \(position) of the URL can't stand there unencoded"
        throw .invalidRequest(reason: reason)
    }

    private init(checked bytes: [UInt8]) throws(HTTPError) {
        let text = String(decoding: bytes, as: UTF8.self)
        let scheme = text.prefix { $0 != ":" }
        switch scheme.lowercased() {
        case "http": isSecure = false
        case "https": isSecure = true
        default: throw .invalidRequest(reason: "the URL's scheme is neither http nor https")
        }
        let rest = text.dropFirst(scheme.count)
        guard rest.hasPrefix("://") else { throw .invalidRequest(reason: "the URL has no host") }
        let authority = rest.dropFirst(3).prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else {
            throw .invalidRequest(reason: "the URL holds credentials; send them in a header")
        }
        let hostLength = Self.hostLength(authority)
        guard hostLength > 0 else { throw .invalidRequest(reason: "the URL has no proper host") }
        host = authority.prefix(hostLength).lowercased()
        let tail = authority.dropFirst(hostLength)
        guard let port = Self.port(tail, standard: isSecure ? 443 : 80) else {
            throw .invalidRequest(reason: "the URL's port is not a number from 1 to 65535")
        }
        self.port = port
    }

    /// How many characters of the authority are the host; 0 if it is none.
    private static func hostLength(_ authority: Substring) -> Int {
        if authority.first == "[" {
            guard let close = authority.firstIndex(of: "]") else { return 0 }
            let inside = authority[authority.index(after: authority.startIndex)..<close]
            let isAddress =
                inside.contains(":") && inside.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
            return isAddress ? inside.count + 2 : 0
        }
        let host = authority.prefix { $0 != ":" }
        let isName = host.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == "_" }
        return isName ? host.count : 0
    }

    /// The port behind a host: `:` and digits, or nothing (RFC 3986 §6.2.3).
    private static func port(_ tail: Substring, standard: Int) -> Int? {
        guard let first = tail.first else { return standard }
        let digits = tail.dropFirst()
        guard first == ":", digits.allSatisfy(\.isNumber), digits.count <= 5 else { return nil }
        if digits.isEmpty { return standard }
        return Int(digits).flatMap { (1...65535).contains($0) ? $0 : nil }
    }

    /// ASCII that a URL without fragment may hold (RFC 3986 §2), brackets only as they surround an address.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
            UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"), UInt8(ascii: "#"):
            false
        default: (0x21...0x7E).contains(byte)
        }
    }
}
