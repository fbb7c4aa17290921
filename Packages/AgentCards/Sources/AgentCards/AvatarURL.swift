/// The address of an agent's picture: https, with a host and without credentials (spec agent-cards).
///
/// Whether the host is public is not asked here: who fetches the picture decides that.
public struct AvatarURL: Hashable, Sendable, CustomStringConvertible {
    /// The URL as it stands in the card.
    public let text: String

    /// The greatest length in bytes.
    public static let maximumLength = 8_192

    /// Checks a URL (RFC 3986).
    ///
    /// - Throws: ``AvatarURLError`` that says what is wrong with it.
    public init(_ text: String) throws(AvatarURLError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumLength else { throw .tooLong(bytes: bytes.count) }
        if let offset = bytes.firstIndex(where: { !Self.isAllowed($0) }) {
            throw .forbiddenByte(offset: offset)
        }
        guard text.prefix(8).lowercased() == "https://" else { throw .notHTTPS }
        let authority = bytes[8...].prefix { !"/?#".utf8.contains($0) }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .hasCredentials }
        guard let hostEnd = Self.endOfHost(in: authority) else { throw .noHost }
        let tail = authority[hostEnd...]
        let digits = tail.dropFirst()
        guard tail.first ?? UInt8(ascii: ":") == UInt8(ascii: ":"), digits.count <= 5,
            digits.allSatisfy({ (0x30...0x39).contains($0) }),
            digits.isEmpty || (1...65535).contains(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
        else { throw .badPort }
        self.text = text
    }

    /// The URL.
    public var description: String { text }

    /// Where a name or an address in brackets ends; nil without one.
    private static func endOfHost(in authority: ArraySlice<UInt8>) -> Int? {
        guard authority.first == UInt8(ascii: "[") else {
            let host = authority.prefix { $0 != UInt8(ascii: ":") }
            return host.contains(where: isAlphanumeric) && !host.contains(UInt8(ascii: "["))
                ? host.endIndex : nil
        }
        guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
        let inside = authority[..<close].dropFirst()
        guard inside.contains(UInt8(ascii: ":")),
            inside.allSatisfy({ isAlphanumeric($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
        else { return nil }
        return close + 1
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    /// The ASCII that a URL may hold.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
    }
}

/// Why a text is not the address of a picture.
public enum AvatarURLError: Error, Equatable, Sendable, CustomStringConvertible {
    /// More than ``AvatarURL/maximumLength`` bytes.
    case tooLong(bytes: Int)
    /// A byte that a URL can't hold unencoded, such as a space or one beyond ASCII.
    case forbiddenByte(offset: Int)
    /// Another scheme than https, or none.
    case notHTTPS
    /// No host behind the scheme.
    case noHost
    /// Something behind the host that is no port.
    case badPort
    /// A user name or password, or their `@`.
    case hasCredentials

    /// What is wrong, to complete "the address of the picture …".
    public var description: String {
        switch self {
        case .tooLong(let bytes): "has \(bytes) bytes; at most \(AvatarURL.maximumLength) are allowed"
        case .forbiddenByte(let offset): "has a character at byte \(offset) that must be percent-encoded"
        case .notHTTPS: "does not start with https://"
        case .noHost: "has no host"
        case .badPort: "has a port that is no number from 1 to 65535"
        case .hasCredentials: "has a user name or password"
        }
    }
}
