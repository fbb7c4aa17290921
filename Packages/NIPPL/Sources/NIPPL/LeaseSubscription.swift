public import NostrCore

/// What a lease wants to be woken for: a filter, what to leave out of it, and how urgently (spec nip-pl "The lease").
public struct LeaseSubscription: Sendable, Equatable {
    /// What matches.
    public var filter: LeaseFilter
    /// How urgently.
    public var priorityClass: PriorityClass
    /// What is left out although it matches.
    public var ignore: [LeaseFilter]
    /// The most `p` tags that a message may have, or nil for any number: a crowd is no mention.
    public var pTagsMax: Int?

    /// States the four parts.
    public init(
        filter: LeaseFilter, priorityClass: PriorityClass = .default, ignore: [LeaseFilter] = [],
        pTagsMax: Int? = nil
    ) {
        self.filter = filter
        self.priorityClass = priorityClass
        self.ignore = ignore
        self.pTagsMax = pTagsMax
    }

    /// What a subscription makes of an event.
    public enum Verdict: Sendable, Equatable {
        /// It matches, and nothing leaves it out.
        case matched
        /// The filter does not match.
        case noMatch
        /// An ignore filter matches.
        case ignored
        /// It has more `p` tags than allowed.
        case suppressed(pTags: Int, limit: Int)
    }

    /// Judges an event: filter, then ignore filters, then the number of `p` tags.
    public func verdict(on event: Event) -> Verdict {
        guard filter.matches(event) else { return .noMatch }
        if ignore.contains(where: { $0.matches(event) }) { return .ignored }
        if let pTagsMax {
            let count = event.tagCount(named: "p")
            if count > pTagsMax { return .suppressed(pTags: count, limit: pTagsMax) }
        }
        return .matched
    }
}

extension LeaseSubscription {
    /// Reads a subscription; without `class` it is `default`, as in the app's snapshot.
    ///
    /// - Throws: `JSONShapeError` naming the member.
    public init(_ reader: JSONReader) throws(JSONShapeError) {
        let priority: PriorityClass
        if let member = try reader.optionalMember("class") {
            guard let value = PriorityClass(rawValue: try member.string()) else {
                throw member.mismatch("silent, default, time_sensitive or urgent", found: "another string")
            }
            priority = value
        } else {
            priority = .default
        }
        let ignore = try reader.optionalMember("ignore")?.list { (item) throws(JSONShapeError) in
            try LeaseFilter(item)
        }
        let limit = try reader.optionalMember("suppress")?.member("p_tags_max").integer(
            in: 1...Int64(Int32.max))
        self.init(
            filter: try LeaseFilter(try reader.member("filter")), priorityClass: priority,
            ignore: ignore ?? [],
            pTagsMax: limit.map { Int($0) })
    }

    /// The subscription as a JSON object.
    public var json: JSONValue {
        var object = JSONObject()
        object["filter"] = filter.json
        object["class"] = .string(priorityClass.rawValue)
        if !ignore.isEmpty { object["ignore"] = .array(ignore.map(\.json)) }
        if let pTagsMax {
            object["suppress"] = .object(JSONObject([.init("p_tags_max", .integer(Int64(pTagsMax)))]))
        }
        return .object(object)
    }
}
