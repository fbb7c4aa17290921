internal import NostrCore

/// What a community asks people to accept before they join (spec relay §6).
public struct JoinPolicy: Hashable, Sendable {
    /// The terms of service in Markdown.
    public let terms: String?
    /// The privacy policy in Markdown.
    public let privacy: String?
    /// Whether the person must state that they are old enough.
    public let requiresAge: Bool
    /// Which texts these are: 64 lowercase hex digits, sent back with the acceptance.
    public let version: String

    /// How long a relay honours a receipt, in seconds.
    public static let receiptLifetime: Int64 = 600

    /// States a policy.
    public init(terms: String?, privacy: String?, requiresAge: Bool, version: String) {
        self.terms = terms
        self.privacy = privacy
        self.requiresAge = requiresAge
        self.version = version
    }

    /// Reads the relay's answer; `{}` and a null policy are none.
    ///
    /// - Throws: a shape error with the path of the member.
    static func read(_ answer: JSONReader) throws(JSONShapeError) -> JoinPolicy? {
        _ = try answer.object()
        guard let policy = try answer.optionalMember("policy") else { return nil }
        if case .null = policy.value { return nil }
        let version = try policy.member("version")
        return JoinPolicy(
            terms: try text(policy, "terms_markdown"), privacy: try text(policy, "privacy_markdown"),
            requiresAge: try policy.member("age_attestation_required").bool(),
            version: try version.bytes32().hex)
    }

    private static func text(_ policy: JSONReader, _ key: String) throws(JSONShapeError) -> String? {
        guard let member = try policy.optionalMember(key) else { return nil }
        if case .null = member.value { return nil }
        return try member.string()
    }
}
