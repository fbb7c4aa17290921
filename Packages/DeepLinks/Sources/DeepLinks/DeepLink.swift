/// Where a tapped link leads (spec deep-links).
///
/// A link is read whole or refused with a reason; a value of this type is always a complete target.
/// `parse(link.text)` gives the link back.
public enum DeepLink: Hashable, Sendable {
    /// A message in a channel.
    case message(MessageLink)
    /// An invite to a community, in either form.
    case invite(InviteLink)
    /// A shared agent to make one's own.
    case agent(AgentLink)
    /// A repository.
    case repository(EntityAddress)
    /// A project.
    case project(EntityAddress)
    /// A pull request.
    case pullRequest(EntityEvent)
    /// An issue.
    case issue(EntityEvent)

    /// The greatest length of a link in bytes.
    public static let maximumLength = 8_192

    /// Reads a link, exactly as given: white space around it, or a full stop of the sentence it stood in,
    /// refuses it.
    ///
    /// - Parameters:
    ///   - text: the link, at most 8,192 bytes. Any content is safe.
    ///   - policy: which relays an invite may name.
    /// - Throws: the first reason found; the rest of the link is not looked at.
    public static func parse(
        _ text: String, policy: DeepLinkPolicy = .production
    ) throws(DeepLinkError) -> DeepLink {
        // Counted first: a longer text is not even copied.
        let count = text.utf8.count
        guard count <= maximumLength else { throw .tooLong(bytes: count, limit: maximumLength) }
        let syntax = try LinkSyntax(Array(text.utf8), limit: maximumLength, part: .link)
        switch syntax.scheme {
        case "buzz": return try parse(app: syntax, policy: policy)
        case "https", "http":
            try checkAuthority(syntax)
            return .invite(try InviteLink(web: syntax, policy: policy))
        default: throw .unsupportedScheme
        }
    }

    /// The link in its canonical form; an invite in the form for sharing unless it has a receipt.
    public var text: String {
        switch self {
        case .message(let link): link.text
        case .invite(let link): link.policyReceipt == nil ? link.shareText : link.handOffText
        case .agent(let link): link.text
        case .repository(let address): "buzz://repo?\(address.queryText)"
        case .project(let address): "buzz://project?\(address.queryText)"
        case .pullRequest(let event): "buzz://pr?\(event.queryText)"
        case .issue(let event): "buzz://issue?\(event.queryText)"
        }
    }

    private static func checkAuthority(_ syntax: LinkSyntax) throws(DeepLinkError) {
        guard let authority = syntax.authority, !authority.isEmpty else { throw .missing(.host) }
        guard !authority.contains(UInt8(ascii: "@")) else { throw .hasCredentials }
        guard !syntax.hasFragment else { throw .hasFragment }
    }

    private static func parse(app syntax: LinkSyntax, policy: DeepLinkPolicy) throws(DeepLinkError)
        -> DeepLink
    {
        try checkAuthority(syntax)
        let host = ASCII.lowercased(syntax.authority ?? [])
        if let action = DeepLinkError.DesktopAction(rawValue: host) { throw .desktopOnly(action) }
        guard let action = Action(rawValue: host) else { throw .unsupportedHost }
        let hasPath = action == .agent ? syntax.path.elementsEqual("/new".utf8) : syntax.hasNoPath
        guard hasPath else { throw .malformed(.path) }
        let query = try LinkQuery(syntax.query)
        switch action {
        case .message: return .message(try MessageLink(query))
        case .join: return .invite(try InviteLink(query, policy: policy))
        case .agent: return .agent(try AgentLink(card: query.required(.card)))
        case .repository: return .repository(try EntityAddress(query))
        case .project: return .project(try EntityAddress(query))
        case .pullRequest: return .pullRequest(try EntityEvent(query))
        case .issue: return .issue(try EntityEvent(query))
        }
    }

    /// The hosts of `buzz` links that are opened here.
    private enum Action: String {
        case message
        case join
        case agent
        case repository = "repo"
        case project
        case pullRequest = "pr"
        case issue
    }
}

extension DeepLink: CustomStringConvertible {
    /// What kind of link it is.
    ///
    /// Codes and receipts let their bearer join, so none of its parts is in it.
    public var description: String {
        switch self {
        case .message: "a link to a message"
        case .invite: "an invite to a community"
        case .agent: "a shared agent"
        case .repository: "a link to a repository"
        case .project: "a link to a project"
        case .pullRequest: "a link to a pull request"
        case .issue: "a link to an issue"
        }
    }
}
