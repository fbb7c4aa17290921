/// A host in its canonical spelling: two equal hosts are the same host.
public enum RelayHost: Hashable, Sendable {
    /// A DNS name in lower-case ASCII, at most 253 bytes, without a dot at the end.
    case name(String)
    /// An IPv4 address.
    case ipv4(IPv4Address)
    /// An IPv6 address.
    case ipv6(IPv6Address)

    /// Reads a host as it stands in a URL, an IPv6 address in brackets.
    ///
    /// A dot at the end changes nothing and is dropped. A name beyond ASCII is put into punycode; see the
    /// package's README for what is refused. A name that ends in a number must be an IPv4 address in its one
    /// canonical spelling.
    ///
    /// - Throws: `missing(.host)`, `malformed(.host)`, `ambiguousAddress` or `unmappableHost`.
    public init(_ text: String) throws(DeepLinkError) {
        try self.init(Array(text.utf8)[...])
    }

    init(_ bytes: ArraySlice<UInt8>) throws(DeepLinkError) {
        guard let first = bytes.first else { throw .missing(.host) }
        if first == UInt8(ascii: "[") {
            guard bytes.last == UInt8(ascii: "]"), let address = IPv6Address(bytes.dropFirst().dropLast())
            else {
                throw .malformed(.host)
            }
            self = .ipv6(address)
            return
        }
        // A character takes four bytes at most, and one at least in a name, which has 253 and perhaps a dot
        // behind them.
        guard bytes.count <= 4 * 254 else { throw .malformed(.host) }
        let dot = UInt8(ascii: ".")
        let text = bytes.last == dot ? bytes.dropLast() : bytes
        var labels: [String] = []
        for label in text.split(separator: dot, omittingEmptySubsequences: false) {
            labels.append(try HostLabel.ascii(label))
        }
        let name = labels.joined(separator: ".")
        guard name.utf8.count <= 253 else { throw .malformed(.host) }
        if let last = labels.last, Self.isNumber(last) {
            guard let address = IPv4Address(name) else { throw .ambiguousAddress }
            self = .ipv4(address)
        } else {
            self = .name(name)
        }
    }

    /// Whether some program reads a name's last label as a number, and so the name as an address (WHATWG URL,
    /// 3.5).
    private static func isNumber(_ label: String) -> Bool {
        if label.utf8.allSatisfy(ASCII.isDigit) { return true }
        return label.hasPrefix("0x") && label.utf8.dropFirst(2).allSatisfy(ASCII.isHexDigit)
    }

    /// Whether the host is this machine: `localhost`, a name under it, 127.0.0.0/8 or `::1`.
    public var isLoopback: Bool {
        switch self {
        case .name(let name): name == "localhost" || name.hasSuffix(".localhost")
        case .ipv4(let address): address.isLoopback
        case .ipv6(let address): address.isLoopback
        }
    }

    /// Whether the public internet may reach the host.
    ///
    /// For a name that says only that it isn't this machine's: where it leads is known when it is resolved,
    /// and checking that is the transport's part.
    public var isPublic: Bool {
        switch self {
        case .name: !isLoopback
        case .ipv4(let address): address.isPublic
        case .ipv6(let address): address.isPublic
        }
    }

    /// Whether the host is `localhost`, 127.0.0.1 or `::1`, which lead to one place.
    var isLocalhostItself: Bool {
        switch self {
        case .name(let name): name == "localhost"
        case .ipv4(let address): address.bits == 0x7F00_0001
        case .ipv6(let address): address.isLoopback
        }
    }
}

extension RelayHost: CustomStringConvertible {
    /// The host as it stands in a URL: an IPv6 address in brackets, a name in punycode.
    public var description: String {
        switch self {
        case .name(let name): name
        case .ipv4(let address): address.description
        case .ipv6(let address): "[\(address)]"
        }
    }
}
