import NostrCore

/// The twelve limits of a push descriptor, all positive (spec nip-pl "Descriptor").
public struct PushLimits: Sendable, Equatable {
    /// The longest life of a lease, in seconds, at most 2,592,000.
    public let leaseTTL: Int64
    /// Leases of one pubkey.
    public let leasesPerPubkey: Int
    /// Subscriptions of one lease.
    public let subscriptionsPerLease: Int
    /// Kinds of one filter.
    public let kinds: Int
    /// Authors of one filter.
    public let authors: Int
    /// Channels of one filter.
    public let channels: Int
    /// Values of any other tag of one filter.
    public let tagValues: Int
    /// Ignore filters of one subscription.
    public let ignoreFilters: Int
    /// Bytes of an event's content.
    public let contentBytes: Int
    /// Bytes of a lease's plaintext.
    public let plaintextBytes: Int
    /// Bytes of an endpoint.
    public let endpointBytes: Int
    /// Bytes of any other string.
    public let stringBytes: Int

    static let members = [
        "max_lease_ttl", "max_leases_per_pubkey", "max_subscriptions_per_lease", "max_kinds", "max_authors",
        "max_h", "max_tag_values", "max_ignore", "max_content_len", "max_plaintext_len", "max_endpoint_len",
        "max_string_len",
    ]

    init(_ reader: JSONReader) throws(JSONShapeError) {
        try reader.requireMembers(Self.members)
        func limit(_ key: String) throws(JSONShapeError) -> Int {
            Int(truncatingIfNeeded: try reader.member(key).integer(in: 1...Int64(Int32.max)))
        }
        leaseTTL = try reader.member("max_lease_ttl").integer(in: 1...2_592_000)
        leasesPerPubkey = try limit("max_leases_per_pubkey")
        subscriptionsPerLease = try limit("max_subscriptions_per_lease")
        kinds = try limit("max_kinds")
        authors = try limit("max_authors")
        channels = try limit("max_h")
        tagValues = try limit("max_tag_values")
        ignoreFilters = try limit("max_ignore")
        contentBytes = try limit("max_content_len")
        plaintextBytes = try limit("max_plaintext_len")
        endpointBytes = try limit("max_endpoint_len")
        stringBytes = try limit("max_string_len")
    }
}

extension JSONReader {
    /// Refuses members that are unknown, missing or null.
    func requireMembers(_ required: [String], optional: [String] = []) throws(JSONShapeError) {
        let object = try object()
        for member in object.members {
            let reader = JSONReader(member.value, path: "\(path).\(member.key)")
            let isKnown = (required + optional).contains { $0.utf8.elementsEqual(member.key.utf8) }
            guard isKnown else { throw reader.mismatch("no such member") }
            if case .null = member.value { throw reader.mismatch("a value") }
        }
        for key in required where object[key] == nil { throw .missing(path: "\(path).\(key)") }
    }
}
