/// A shared agent to make one's own: `buzz://agent/new?card=<id>`.
public struct AgentLink: Hashable, Sendable {
    /// The card's id, decoded and opaque: 1 to 128 bytes.
    ///
    /// It never names a host.
    public let card: String

    /// The greatest length in bytes of a card's id.
    public static let maximumCardLength = 128

    /// States a card.
    ///
    /// - Throws: `missing(.card)`; `malformed(.card)` for an id that is too long, has a control character, or
    ///   would change the path of the card's address: `.`, `..` or one with a slash.
    public init(card: String) throws(DeepLinkError) {
        let card = try Identifiers.segment(card, .card, limit: Self.maximumCardLength)
        guard !card.utf8.contains(UInt8(ascii: "/")) else { throw .malformed(.card) }
        self.card = card
    }

    /// The link.
    public var text: String { "buzz://agent/new?card=\(PercentCoding.encode(card))" }
}
