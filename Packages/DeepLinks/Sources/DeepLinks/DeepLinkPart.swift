/// A part of a link that an error speaks of; the raw value is its name in the link.
public enum DeepLinkPart: String, Hashable, Sendable, CaseIterable {
    /// The link as a whole.
    case link
    /// The host.
    case host
    /// The port.
    case port
    /// The path.
    case path
    /// The query as a whole, or a parameter that no link has.
    case query
    /// The channel's id.
    case channel
    /// The id of a message, pull request or issue.
    case id
    /// The thread's id.
    case thread
    /// The relay's address.
    case relay
    /// The invite code.
    case code
    /// The receipt of an accepted join policy.
    case policyReceipt = "policy_receipt"
    /// The agent card's id.
    case card
    /// The key of a repository's or project's owner.
    case owner
    /// The identifier of a repository or project.
    case identifier = "d"

    /// The part for a parameter's name; nil for a name that no link has.
    init?(parameter name: String) {
        switch DeepLinkPart(rawValue: name) {
        case nil, .link?, .host?, .port?, .path?, .query?: return nil
        case let part?: self = part
        }
    }

    /// What the part must be, to complete "it must be …".
    public var expectation: String {
        switch self {
        case .link: "text without spaces and control characters"
        case .host: "a DNS name, an IPv4 address, or an IPv6 address in brackets"
        case .port: "a number from 1 to 65535 without leading zeros"
        case .path: "the one that such a link has"
        case .query: "at most 32 named parameters, percent-encoded UTF-8 without control characters"
        case .channel: "a UUID with hyphens"
        case .id, .thread, .owner: "64 hexadecimal digits"
        case .relay: "an address such as wss://relay.example"
        case .code: "1 to 1024 bytes without control characters"
        case .policyReceipt: "1 to 2048 bytes without control characters"
        case .card: "1 to 128 bytes without slashes and control characters"
        case .identifier: "1 to 1024 bytes without control characters"
        }
    }
}
