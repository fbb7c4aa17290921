/// What a subscription or query asks for (NIP-01, spec nostr-core "Filters").
///
/// Conditions are joined by AND, the values of one by OR. An absent condition matches all, an empty list nothing.
public struct Filter: Sendable, Equatable {
    /// A tag condition: `#` and one letter, case-sensitive.
    public struct TagCondition: Sendable, Equatable {
        /// The ASCII letter a–z or A–Z.
        public let letter: Character
        /// The values, any of which must be the first value of such a tag, byte for byte.
        public let values: [String]
        // In canonical form, so that matching compares an event's kept bytes without decoding them.
        let canonicalValues: [[UInt8]]

        /// Nil unless the letter is an ASCII letter.
        public init?(letter: Character, values: [String]) {
            guard letter.isASCII, letter.isLetter else { return nil }
            self.letter = letter
            self.values = values
            canonicalValues = values.map { value in
                var bytes: [UInt8] = []
                CanonicalText.append(value.utf8, to: &bytes)
                return bytes
            }
        }
    }

    /// Whole event ids; no prefixes.
    public var ids: [EventID]?
    /// Whole public keys; no prefixes.
    public var authors: [Bytes32]?
    /// Kinds.
    public var kinds: [UInt16]?
    /// The earliest `created_at`, inclusive.
    public var since: Int64?
    /// The latest `created_at`, inclusive.
    public var until: Int64?
    /// The most stored events to return; 0 asks for none.
    ///
    /// Ignored in matching.
    public var limit: Int?
    /// A search text (NIP-50).
    ///
    /// Ignored in matching.
    public var search: String?
    /// The tag conditions, each letter once.
    public private(set) var tags: [TagCondition] = []
    /// Members that NIP-01 does not know, passed through on encoding and ignored in matching.
    public var unknownMembers: [JSONObject.Member] = []

    /// A filter that matches everything until conditions are set.
    public init(
        ids: [EventID]? = nil, authors: [Bytes32]? = nil, kinds: [UInt16]? = nil, since: Int64? = nil,
        until: Int64? = nil, limit: Int? = nil, search: String? = nil
    ) {
        self.ids = ids
        self.authors = authors
        self.kinds = kinds
        self.since = since
        self.until = until
        self.limit = limit
        self.search = search
    }

    /// Sets the condition on a tag letter, replacing an earlier one; a character that is no ASCII letter changes nothing.
    public mutating func setTag(_ letter: Character, _ values: [String]) {
        guard let condition = TagCondition(letter: letter, values: values) else { return }
        if let index = tags.firstIndex(where: { $0.letter == letter }) {
            tags[index] = condition
        } else {
            tags.append(condition)
        }
    }

    /// The values asked of a tag letter, or nil without such a condition.
    public func tagValues(_ letter: Character) -> [String]? {
        tags.first { $0.letter == letter }?.values
    }

    /// A copy with a limit.
    public func limited(to limit: Int) -> Filter {
        var copy = self
        copy.limit = limit
        return copy
    }

    /// Whether an event meets every condition.
    ///
    /// `limit`, `search` and unknown members play no part.
    public func matches(_ event: Event) -> Bool {
        if let kinds, !kinds.contains(event.kind) { return false }
        if let since, event.createdAt < since { return false }
        if let until, event.createdAt > until { return false }
        if let authors, !authors.contains(event.pubkey) { return false }
        if let ids, !ids.contains(event.id) { return false }
        for condition in tags {
            guard let letter = condition.letter.asciiValue,
                event.hasTag(letter, withCanonicalValueIn: condition.canonicalValues)
            else { return false }
        }
        return true
    }
}

extension [Filter] {
    /// Whether any of the filters matches.
    public func matches(_ event: Event) -> Bool { contains { $0.matches(event) } }
}
