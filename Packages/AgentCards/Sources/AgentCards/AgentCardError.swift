public import HTTPTransport
public import NostrCore

/// Why there is no card, and so no form (spec agent-cards).
public enum AgentCardError: Error, Equatable, Sendable {
    /// No answer within the bounds, or none at all.
    case transport(HTTPError)
    /// An answer with another status than 200.
    case status(Int)
    /// Not strict JSON: not UTF-8, cut off, or with something behind it; at a byte offset.
    case malformed(JSONError)
    /// JSON, but not an object.
    case notAnObject(found: String)
    /// A required member is absent.
    case missing(AgentCard.Member)
    /// A required member is the empty string.
    case empty(AgentCard.Member)
    /// A member is not a string.
    case wrongType(AgentCard.Member, found: String)
    /// A member is given twice; the second key starts at a byte offset.
    case repeated(AgentCard.Member, offset: Int)
    /// The card is another agent's than the link's.
    case wrongID(expected: String, found: String)
    /// The picture's address is not one that may be opened.
    case avatar(AvatarURLError)
}

extension AgentCardError: CustomStringConvertible {
    /// What is wrong and what to do; nothing that the card says is in it.
    public var description: String {
        switch self {
        case .transport(.redirectRefused(let to)):
            "The card is said to be at \(to), where no cards are read from. Ask for a new link."
        case .transport(let error): "The card can't be fetched. \(error)"
        case .status(404), .status(410): "There is no such agent (status \(statusCode)). Ask for a new link."
        case .status(let code) where code >= 500:
            "The server of the cards has a fault (status \(code)). Try again later."
        case .status(let code):
            "The server answered with status \(code) instead of a card. Ask for a new link."
        case .malformed(let error): Self.invalid("\(error)")
        case .notAnObject(let found): Self.invalid("expected an object, found \(found)")
        case .missing(let member): Self.invalid("\(member.rawValue) is missing")
        case .empty(let member): Self.invalid("\(member.rawValue) is empty")
        case .wrongType(let member, let found):
            Self.invalid("\(member.rawValue) must be a string, found \(found)")
        case .repeated(let member, let offset):
            Self.invalid("\(member.rawValue) is given twice, again at byte \(offset)")
        case .wrongID: "The card is another agent's than the link's. Ask for a new link."
        case .avatar(let error): Self.invalid("avatarUrl \(error)")
        }
    }

    private var statusCode: Int {
        if case .status(let code) = self { code } else { 0 }
    }

    private static func invalid(_ reason: String) -> String {
        "The card is not valid: \(reason). Ask its sender to share the agent again."
    }
}
