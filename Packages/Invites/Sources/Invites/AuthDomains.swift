/// The DNS names of communities that offer hosted accounts (spec invites, "Hosted domains").
///
/// The list switches features; it makes no server trusted.
public struct AuthDomains: Hashable, Sendable {
    /// The names in lowercase, in the order given, each once.
    public let names: [String]

    /// Whether hosted features are on at all.
    public var isEmpty: Bool { names.isEmpty }

    /// Reads `a.example,b.example`: names joined by commas, white space around them and letter case ignored.
    ///
    /// Nil, empty and blank texts switch hosted features off.
    ///
    /// - Throws: ``AuthDomainsError`` naming the item that is no plain DNS name.
    public static func parse(_ text: String?) throws(AuthDomainsError) -> AuthDomains {
        guard let text, !StarterChannel.trimmed(text).isEmpty else { return AuthDomains(names: []) }
        var names: [String] = []
        let items = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        for (index, item) in items.enumerated() {
            let name = try Self.name(String(Substring(item)), index: index)
            if !names.contains(name) { names.append(name) }
        }
        return AuthDomains(names: names)
    }

    /// Whether a host is one of the names or a subdomain of one.
    ///
    /// The host as a URL has it, without port; a trailing dot changes nothing.
    public func contains(host: String) -> Bool {
        var bytes = Self.lowercased(host.utf8)
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        return names.contains { name in
            let tail = bytes.suffix(name.utf8.count)
            guard tail.elementsEqual(name.utf8) else { return false }
            return tail.startIndex == 0
                || bytes[tail.startIndex - 1] == UInt8(ascii: ".") && tail.startIndex > 1
        }
    }

    private static func name(_ item: String, index: Int) throws(AuthDomainsError) -> String {
        let trimmed = StarterChannel.trimmed(item)
        let shown = String(decoding: trimmed.prefix(80), as: UTF8.self)
        guard !trimmed.isEmpty else { throw .emptyItem(index: index) }
        if trimmed.contains(UInt8(ascii: "/")) { throw .url(shown) }
        if trimmed.contains(UInt8(ascii: "*")) { throw .wildcard(shown) }
        let colons = trimmed.count { $0 == UInt8(ascii: ":") }
        if colons > 1 || trimmed.first == UInt8(ascii: "[") { throw .address(shown) }
        if colons == 1 { throw .port(shown) }
        let lower = lowercased(trimmed)
        let labels = lower.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard lower.count <= 253, labels.allSatisfy(isLabel), let last = labels.last else {
            throw .invalidName(shown)
        }
        // No top-level domain starts with a digit; what does is an IPv4 address in one of its spellings.
        if let digit = last.first, (0x30...0x39).contains(digit) { throw .address(shown) }
        return String(decoding: lower, as: UTF8.self)
    }

    /// RFC 1123 §2.1: 1 to 63 letters, digits and inner hyphens.
    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            && label.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
            }
    }

    private static func lowercased(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}

/// Why a list of hosted domains is refused.
public enum AuthDomainsError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing between two commas; the index counts from 0.
    case emptyItem(index: Int)
    /// A URL, or a name with a path.
    case url(String)
    /// A name with a star; subdomains are meant anyway.
    case wildcard(String)
    /// A name with a port.
    case port(String)
    /// An IP address.
    case address(String)
    /// No DNS name for another reason; names beyond ASCII are written in punycode.
    case invalidName(String)

    /// One sentence that names the item and says what to write.
    public var description: String {
        switch self {
        case .emptyItem(let index): "item \(index + 1) of the hosted domains is empty; remove the comma"
        case .url(let item): "hosted domain \"\(item)\" is a URL; write the DNS name alone"
        case .wildcard(let item): "hosted domain \"\(item)\" has a wildcard; a name covers its subdomains"
        case .port(let item): "hosted domain \"\(item)\" has a port; write the DNS name alone"
        case .address(let item): "hosted domain \"\(item)\" is an IP address; only DNS names are hosted"
        case .invalidName(let item): "hosted domain \"\(item)\" is no DNS name in ASCII letters"
        }
    }
}
