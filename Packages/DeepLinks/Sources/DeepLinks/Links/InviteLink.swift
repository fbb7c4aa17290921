/// An invite to a community: `https://<relay>/invite/<code>`, or `buzz://join?…` as a web page hands it to
/// the app.
public struct InviteLink: Hashable, Sendable {
    /// The community's relay.
    public let relay: RelayOrigin
    /// The code, decoded and opaque here: 1 to 1,024 bytes.
    ///
    /// It lets its bearer join; don't log it.
    public let code: String
    /// The receipt of the join policy that the person accepted on the web page: at most 2,048 bytes.
    ///
    /// Don't log it either.
    public let policyReceipt: String?

    /// The greatest length in bytes of a receipt (spec relay).
    public static let maximumReceiptLength = 2_048

    /// States an invite.
    ///
    /// - Throws: `missing` or `malformed` naming the code or receipt; `tooLong` if no link could hold both.
    public init(relay: RelayOrigin, code: String, policyReceipt: String? = nil) throws(DeepLinkError) {
        self.relay = relay
        self.code = try Identifiers.segment(code, .code)
        self.policyReceipt =
            if let policyReceipt {
                try Identifiers.opaque(policyReceipt, .policyReceipt, limit: Self.maximumReceiptLength)
            } else { nil }
        // The longer form; `buzz://join?relay=`, `&code=` and `&policy_receipt=` have 40 bytes together.
        let parts = [relay.text, code, policyReceipt ?? ""]
        let count = parts.reduce(40) { $0 + PercentCoding.encodedCount($1) }
        guard count <= DeepLink.maximumLength else {
            throw .tooLong(bytes: count, limit: DeepLink.maximumLength)
        }
    }

    /// Reads the web form, which carries no receipt.
    init(web syntax: LinkSyntax, policy: DeepLinkPolicy) throws(DeepLinkError) {
        guard syntax.query == nil else { throw .malformed(.query) }
        var segments = syntax.path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
        // The path starts with a slash; one at its end adds nothing (spec relay, pasted forms).
        guard segments.popFirst()?.isEmpty == true,
            segments.popFirst().map({ $0.elementsEqual("invite".utf8) }) == true,
            let segment = segments.popFirst(), segments.isEmpty || segments.elementsEqual([[]])
        else { throw .malformed(.path) }
        guard !segment.isEmpty else { throw .missing(.code) }
        guard let code = PercentCoding.decode(segment) else { throw .malformed(.code) }
        let origin = try Origin(authority: syntax.authority ?? [], isSecure: syntax.scheme == "https")
        try self.init(relay: RelayOrigin(origin, policy: policy), code: code)
    }

    /// Reads the form that is handed to the app.
    init(_ query: LinkQuery, policy: DeepLinkPolicy) throws(DeepLinkError) {
        let relay = try RelayOrigin(query.required(.relay), policy: policy)
        let code = try query.required(.code)
        try self.init(relay: relay, code: code, policyReceipt: query.optional(.policyReceipt))
    }

    /// The canonical form for sharing.
    ///
    /// It leaves out the receipt, which is one person's.
    public var shareText: String { "\(relay.webText)/invite/\(PercentCoding.encode(code))" }

    /// The form that is handed to the app, with the receipt if there is one.
    public var handOffText: String {
        "buzz://join?relay=\(PercentCoding.encode(relay.text))&code=\(PercentCoding.encode(code))"
            + (policyReceipt.map { "&policy_receipt=\(PercentCoding.encode($0))" } ?? "")
    }
}

extension InviteLink: CustomStringConvertible {
    /// The relay alone: code and receipt let their bearer join.
    public var description: String { "an invite to \(relay)" }
}
