public import DeepLinks
internal import NostrCore

/// What the sender of a link says about a shared agent (spec agent-cards).
///
/// A card is only words from outside: ``AgentCardDraft`` says which of them a form can start with.
public struct AgentCard: Equatable, Sendable {
    /// The id, the same as the link's byte for byte.
    public let id: String
    /// The name; not empty, otherwise as it stands.
    public let name: String
    /// Where the picture is.
    public let avatar: AvatarURL
    /// What the agent is told to do, or nil when that is left to the user.
    public let instructions: String?
    /// The model that is wished for, or nil when that is left to the user.
    public let model: String?
    /// The reasoning effort that is wished for, or nil when that is left to the user.
    public let reasoningEffort: String?

    /// The greatest length of a card in bytes.
    public static let maximumBytes = 2 << 20

    /// The members of a card that are read; all others are ignored, whatever they hold and how often they occur.
    public enum Member: String, Hashable, Sendable, CaseIterable {
        /// ``AgentCard/id``.
        case id
        /// ``AgentCard/name``.
        case name
        /// ``AgentCard/avatar``.
        case avatarUrl
        /// ``AgentCard/instructions``.
        case instructions
        /// ``AgentCard/model``.
        case model
        /// ``AgentCard/reasoningEffort``.
        case reasoningEffort
    }

    /// Reads a card: strict JSON, an object, at most ``maximumBytes``.
    ///
    /// `id`, `name` and `avatarUrl` must be there and not empty; the others may be absent or null.
    ///
    /// - Throws: ``AgentCardError``, but for `transport` and `status`.
    public init(parsing bytes: [UInt8], for link: AgentLink) throws(AgentCardError) {
        guard bytes.count <= Self.maximumBytes else {
            throw .malformed(JSONError(.tooLong(limit: Self.maximumBytes), at: Self.maximumBytes))
        }
        var found: [Member: String?] = [:]
        var scanner = CardScanner(bytes)
        try scanner.document { (key, offset, value) throws(AgentCardError) in
            // Compared as bytes: Swift's == folds what Unicode calls equivalent.
            guard let member = Member.allCases.first(where: { $0.rawValue.utf8.elementsEqual(key.utf8) })
            else { return }
            guard found[member] == nil else { throw .repeated(member, offset: offset) }
            switch value {
            case .string(let text): found[member] = .some(text)
            case .null where member.isOptional: found[member] = .some(nil)
            case .null: throw .wrongType(member, found: "null")
            case .other(let kind): throw .wrongType(member, found: kind)
            }
        }
        func required(_ member: Member) throws(AgentCardError) -> String {
            guard let text = found[member] ?? nil else { throw .missing(member) }
            guard !text.isEmpty else { throw .empty(member) }
            return text
        }
        id = try required(.id)
        name = try required(.name)
        let url = try required(.avatarUrl)
        guard id.utf8.elementsEqual(link.card.utf8) else { throw .wrongID(expected: link.card, found: id) }
        do throws(AvatarURLError) {
            avatar = try AvatarURL(url)
        } catch {
            throw .avatar(error)
        }
        instructions = found[.instructions] ?? nil
        model = found[.model] ?? nil
        reasoningEffort = found[.reasoningEffort] ?? nil
    }
}

extension AgentCard.Member {
    /// Whether a card may do without it.
    fileprivate var isOptional: Bool {
        switch self {
        case .id, .name, .avatarUrl: false
        case .instructions, .model, .reasoningEffort: true
        }
    }
}
