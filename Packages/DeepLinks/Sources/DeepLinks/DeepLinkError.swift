/// Why a link, or a relay's address, was refused (spec deep-links).
///
/// No case carries text of the link: a description can be shown and logged.
public enum DeepLinkError: Error, Hashable, Sendable {
    /// The text has more bytes than allowed.
    case tooLong(bytes: Int, limit: Int)
    /// The text doesn't start with a scheme that is read here.
    case unsupportedScheme
    /// The `buzz` link asks for something unknown.
    case unsupportedHost
    /// The `buzz` link is one that only the desktop app opens.
    case desktopOnly(DesktopAction)
    /// A part that the link can't do without is absent or empty.
    case missing(DeepLinkPart)
    /// A part is not what it must be, see ``DeepLinkPart/expectation``.
    case malformed(DeepLinkPart)
    /// A parameter is given twice; ``DeepLinkPart/query`` stands for one that no link has.
    case duplicate(DeepLinkPart)
    /// A relay's address has a path or a query.
    case notAnOrigin
    /// The connection would not be encrypted.
    case insecure
    /// The host is this machine or an address that the public internet doesn't reach.
    case privateAddress
    /// The host is a number that programs read as different addresses.
    case ambiguousAddress
    /// The host has a character that can't be put into an ASCII name safely; write the host in punycode.
    case unmappableHost(Unicode.Scalar)
    /// A user name or password, or their `@`, stands before the host.
    case hasCredentials
    /// A `#` stands in the link.
    case hasFragment

    /// What a desktop-only link asks for.
    public enum DesktopAction: String, Hashable, Sendable, CaseIterable {
        /// `buzz://connect`
        case connect
        /// `buzz://add-community`
        case addCommunity = "add-community"
    }
}

extension DeepLinkError: CustomStringConvertible {
    /// What is wrong and what to do, in one sentence or two.
    public var description: String {
        switch self {
        case .tooLong(let bytes, let limit):
            "The link has \(bytes) bytes; at most \(limit) are read. Ask for a shorter one."
        case .unsupportedScheme: "Only buzz:// links and https:// invites are opened here."
        case .unsupportedHost: "This link asks for something that this version doesn't know. Update the app."
        case .desktopOnly: "This link opens in the desktop app only. Open it there."
        case .missing(let part): "The link has no \(part.rawValue). Ask for a complete link."
        case .malformed(let part): "The link's \(part.rawValue) is wrong: it must be \(part.expectation)."
        case .duplicate(let part): "The link gives its \(part.rawValue) twice, so its meaning is unclear."
        case .notAnOrigin: "A relay's address is a host and perhaps a port, without a path or a query."
        case .insecure: "The connection would not be encrypted. Use an address with https or wss."
        case .privateAddress: "The address is not on the public internet. Use the relay's public name."
        case .ambiguousAddress:
            "The number in place of a host can be read as different addresses. Write four decimal numbers."
        case .unmappableHost(let scalar):
            "The host's character U+\(String(scalar.value, radix: 16, uppercase: true)) has no safe form. "
                + "Write the host in punycode."
        case .hasCredentials: "The link has a user name before the host, which can hide where it leads."
        case .hasFragment: "The link has a part behind a #, which no link of this app has."
        }
    }
}
