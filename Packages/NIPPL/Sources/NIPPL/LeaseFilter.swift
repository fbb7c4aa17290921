public import NostrCore

/// The part of a NIP-01 filter that a lease may use (spec nip-pl "Filter grammar").
///
/// Conditions are joined by AND, the values of one by OR, as in NIP-01.
public struct LeaseFilter: Sendable, Equatable {
    /// Kinds, at least one.
    public var kinds: [UInt16]
    /// Authors, or nil for any.
    public var authors: [Bytes32]?
    /// Keys in `p` tags, or nil for any.
    public var mentions: [Bytes32]?
    /// Channel ids in `h` tags, or nil for any.
    public var channels: [String]?
    /// Event ids in `e` tags, or nil for any.
    public var references: [EventID]?

    /// States the conditions.
    public init(
        kinds: [UInt16], authors: [Bytes32]? = nil, mentions: [Bytes32]? = nil, channels: [String]? = nil,
        references: [EventID]? = nil
    ) {
        self.kinds = kinds
        self.authors = authors
        self.mentions = mentions
        self.channels = channels
        self.references = references
    }

    /// Whether an event meets every condition.
    ///
    /// The first value of a tag counts, and letter case does not (spec presentation "Query").
    public func matches(_ event: Event) -> Bool {
        guard kinds.contains(event.kind) else { return false }
        if let authors, !authors.contains(event.pubkey) { return false }
        return Self.meets(event, "p", mentions?.map(\.hex))
            && Self.meets(event, "h", channels?.map { $0.lowercased() })
            && Self.meets(event, "e", references?.map(\.hex))
    }

    private static func meets(_ event: Event, _ tag: String, _ wanted: [String]?) -> Bool {
        guard let wanted else { return true }
        return event.values(ofTag: tag).contains { value in
            let value = value.lowercased()
            return wanted.contains { $0.utf8.elementsEqual(value.utf8) }
        }
    }

    /// The same conditions as a NIP-01 filter with a limit, for asking a relay.
    public func filter(limit: Int) -> Filter {
        var filter = Filter(authors: authors, kinds: kinds, limit: limit)
        if let mentions { filter.setTag("p", mentions.map(\.hex)) }
        if let channels { filter.setTag("h", channels) }
        if let references { filter.setTag("e", references.map(\.hex)) }
        return filter
    }
}

extension LeaseFilter {
    /// Reads a lease filter; any other member refuses it, since a condition dropped would widen it.
    ///
    /// - Throws: `JSONShapeError` naming the member.
    public init(_ reader: JSONReader) throws(JSONShapeError) {
        let allowed = ["kinds", "authors", "#p", "#h", "#e"]
        for member in try reader.object().members where !allowed.contains(member.key) {
            throw JSONReader(member.value, path: "\(reader.path).\(member.key)")
                .mismatch("no such member in a lease filter")
        }
        let kinds = try reader.member("kinds").list { (item) throws(JSONShapeError) in
            UInt16(truncatingIfNeeded: try item.integer(in: 0...65535))
        }
        guard !kinds.isEmpty else {
            throw try reader.member("kinds").mismatch("one or more kinds", found: "none")
        }
        let keys: (JSONReader) throws(JSONShapeError) -> Bytes32 = { (item) throws(JSONShapeError) in
            try item.bytes32()
        }
        self.init(
            kinds: kinds,
            authors: try reader.optionalMember("authors")?.list(keys),
            mentions: try reader.optionalMember("#p")?.list(keys),
            channels: try reader.optionalMember("#h")?.list { (item) throws(JSONShapeError) in
                try item.string()
            },
            references: try reader.optionalMember("#e")?.list { (item) throws(JSONShapeError) in
                EventID(try item.bytes32())
            })
    }

    /// The filter as a JSON object.
    public var json: JSONValue {
        var object = JSONObject()
        object["kinds"] = .array(kinds.map { .integer(Int64($0)) })
        object["authors"] = authors.map { .array($0.map { .string($0.hex) }) }
        object["#p"] = mentions.map { .array($0.map { .string($0.hex) }) }
        object["#h"] = channels.map { .array($0.map { .string($0) }) }
        object["#e"] = references.map { .array($0.map { .string($0.hex) }) }
        return .object(object)
    }
}
