/// A repository or project: `buzz://repo?owner=…&d=…` or `buzz://project?owner=…&d=…`.
public struct EntityAddress: Hashable, Sendable {
    /// The owner's public key, 64 lowercase hexadecimal digits.
    public let owner: String
    /// The identifier, the event's `d` tag: 1 to 1,024 bytes.
    public let identifier: String

    /// States an address; an owner of either case is put in lower case.
    ///
    /// - Throws: `missing` or `malformed` naming the part.
    public init(owner: String, identifier: String) throws(DeepLinkError) {
        self.owner = try Identifiers.hex(owner, .owner)
        self.identifier = try Identifiers.opaque(identifier, .identifier)
    }

    init(_ query: LinkQuery) throws(DeepLinkError) {
        let owner = try query.required(.owner)
        try self.init(owner: owner, identifier: query.required(.identifier))
    }

    var queryText: String { "owner=\(owner)&d=\(PercentCoding.encode(identifier))" }
}

/// A pull request or issue: `buzz://pr?id=…[&owner=…&d=…]` or `buzz://issue?id=…[&owner=…&d=…]`.
public struct EntityEvent: Hashable, Sendable {
    /// The event's id, 64 lowercase hexadecimal digits.
    public let id: String
    /// The repository it belongs to.
    ///
    /// A hint: the event's own tags decide.
    public let repository: EntityAddress?

    /// States an event; an id of either case is put in lower case.
    ///
    /// - Throws: `malformed(.id)`.
    public init(id: String, repository: EntityAddress? = nil) throws(DeepLinkError) {
        self.id = try Identifiers.hex(id, .id)
        self.repository = repository
    }

    init(_ query: LinkQuery) throws(DeepLinkError) {
        // As with a message's thread: an address that can't be one is left out, and the event still opens.
        try self.init(id: query.required(.id), repository: try? EntityAddress(query))
    }

    var queryText: String { "id=\(id)" + (repository.map { "&\($0.queryText)" } ?? "") }
}
