public import DeepLinks
public import NostrCore

/// The way from a link to a membership as a value: what may happen next, and what is known about the claim.
///
/// It opens no connection and reads no clock; ``InviteClaim`` does both. Whatever comes back, a session that has joined
/// asks for nothing again, and one whose claim may have gone through keeps to the key of that claim (spec invites).
public struct InviteSession: Sendable, Equatable {
    /// Where the session is.
    public enum Phase: Sendable, Equatable {
        /// The relay is a community that was joined before, at this position: switch to it, claim nothing.
        case known(position: Int)
        /// The join policy is to be read.
        case opened
        /// The person is to accept this policy.
        case policy(JoinPolicy)
        /// Ready to claim, for the first time or again.
        case ready
        /// A claim is under way.
        case claiming
        /// The person is a member.
        case joined(JoinedCommunity)
        /// This link leads no further.
        case failed(InviteError)
    }

    /// The invite.
    public let link: InviteLink
    /// Where the session is.
    public private(set) var phase: Phase
    /// The key of a claim under way, or of one that may have gone through or did.
    public private(set) var key: PublicKey?
    /// Whether a claim with ``key`` may have made it a member without a good answer.
    public private(set) var isMembershipUnknown = false
    private var receipt: String?
    private var receiptTime: Int64?

    /// Opens a link.
    ///
    /// - Parameters:
    ///   - joined: the communities of the app, to find the one that the link leads to: the same security, host and
    ///     effective port.
    ///   - policy: how hosts are compared.
    public init(_ link: InviteLink, joined: [Origin] = [], policy: DeepLinkPolicy = .production) {
        self.link = link
        receipt = link.policyReceipt
        if let position = link.relay.position(among: joined, policy: policy) {
            phase = .known(position: position)
        } else {
            // Who comes from the web page with a receipt has accepted the policy there.
            phase = link.policyReceipt == nil ? .opened : .ready
        }
    }

    /// Whether the key may be thrown away: not while it may be, or is, a member.
    public var mayDiscardKey: Bool { key == nil }

    /// The relay has told its policy, or that it has none.
    public mutating func policyRead(_ policy: JoinPolicy?) {
        guard phase == .opened else { return }
        phase = policy.map { .policy($0) } ?? .ready
    }

    /// The policy to ask a receipt for.
    ///
    /// - Throws: `ageNotConfirmed`, `outOfOrder`.
    public func acceptance(ageConfirmed: Bool) throws(InviteError) -> JoinPolicy {
        guard case .policy(let policy) = phase else { throw .outOfOrder }
        guard ageConfirmed || !policy.requiresAge else { throw .ageNotConfirmed }
        return policy
    }

    /// The relay has given a receipt.
    public mutating func accepted(receipt: String, now: Int64) {
        guard case .policy = phase else { return }
        self.receipt = receipt
        receiptTime = now
        phase = .ready
    }

    /// The relay no longer takes an acceptance of the policy.
    public mutating func acceptanceRefused(_ error: InviteError) {
        guard case .policy = phase, error.requiresFreshInvite else { return }
        phase = .failed(error)
    }

    /// Starts a claim.
    ///
    /// - Returns: the community, if it is joined already and nothing is to be sent; else nil: send the claim with this
    ///   receipt and report what came of it to ``claimEnded(_:)``.
    /// - Throws: why no claim may be sent.
    public mutating func beginClaim(with key: PublicKey, now: Int64) throws(InviteError) -> JoinedCommunity? {
        switch phase {
        case .joined(let community): return community
        case .failed(let error): throw error
        case .claiming: throw .inProgress
        case .known, .opened: throw .outOfOrder
        case .policy: throw .policyNeeded
        case .ready: break
        }
        if isMembershipUnknown, self.key != key { throw .anotherKey }
        if isReceiptOver(now) {
            phase = .failed(.policyExpired)
            throw .policyExpired
        }
        self.key = key
        phase = .claiming
        return nil
    }

    private func isReceiptOver(_ now: Int64) -> Bool {
        guard let receiptTime else { return false }
        let (age, overflow) = now.subtractingReportingOverflow(receiptTime)
        return overflow || age >= JoinPolicy.receiptLifetime
    }

    /// Takes the outcome of a claim.
    public mutating func claimEnded(_ result: Result<JoinedCommunity, InviteError>) {
        guard phase == .claiming else { return }
        switch result {
        case .success(let community):
            isMembershipUnknown = false
            phase = .joined(community)
        case .failure(let error):
            if error.leavesMembershipUnknown { isMembershipUnknown = true }
            // A relay looks for the member before it counts uses, so this answer alone says that the key is none;
            // an invite that has expired since says nothing about an earlier claim.
            if error == .exhausted { isMembershipUnknown = false }
            if !isMembershipUnknown { key = nil }
            phase = Self.isFinal(error) ? .failed(error) : .ready
        }
    }

    private static func isFinal(_ error: InviteError) -> Bool {
        switch error {
        case .expired, .exhausted, .invalid, .policyNeeded, .policyExpired: true
        default: false
        }
    }

    /// The body of a claim.
    var claimBody: [UInt8] {
        var members = [JSONObject.Member("code", .string(link.code))]
        if let receipt { members.append(JSONObject.Member("policy_receipt", .string(receipt))) }
        return JSONValue.object(JSONObject(members)).serialized()
    }

    /// Whether a claim carries a receipt.
    var hasReceipt: Bool { receipt != nil }

    /// What must not be shown.
    var secrets: [String] { [link.code] + (receipt.map { [$0] } ?? []) }
}

extension InviteSession: CustomStringConvertible, CustomDebugStringConvertible {
    /// The relay alone: code and receipt let their bearer join.
    public var description: String { "a session for \(link)" }

    /// The same as ``description``.
    public var debugDescription: String { description }
}
