public import HTTPTransport
internal import NostrCore

/// Why joining did not go on, by what a person can do about it (spec invites).
public enum InviteError: Error, Equatable, Sendable {
    /// What the client was asking for.
    public enum Request: String, Hashable, Sendable {
        /// The join policy.
        case policy
        /// The receipt for its acceptance.
        case acceptance
        /// The membership.
        case claim
    }

    /// How far the connection came.
    public enum Step: String, Hashable, Sendable {
        /// The request could not be made.
        case request
        /// Looking up the host's name.
        case name
        /// Opening the connection.
        case connection
        /// Setting up TLS.
        case encryption
        /// Waiting for the answer: the relay may have acted.
        case answer
    }

    /// The invite's time is over.
    case expired
    /// Every use of the invite is taken.
    case exhausted
    /// The relay knows no such invite.
    case invalid
    /// The join policy must be accepted first.
    case policyNeeded
    /// The policy has changed, or its acceptance is too old.
    case policyExpired
    /// The policy wants the person's age stated, and it was not; nothing was sent.
    case ageNotConfirmed
    /// Too many attempts; how long to wait, in seconds.
    case rateLimited(seconds: Int)
    /// No answer from the relay.
    case unreachable(host: String, step: Step, during: Request, reason: HTTPError)
    /// The relay said no in its own words, at most 300 characters of them.
    case refused(status: Int, reason: String, during: Request)
    /// An answer that is not what the call returns.
    case malformedReply(reason: String, during: Request)
    /// The key could not sign the claim; nothing was sent.
    case notSigned(reason: String)
    /// Another call of this session is under way.
    case inProgress
    /// An earlier claim with another key may have gone through: claim with that key again.
    case anotherKey
    /// The session is not at this point, such as a claim before the policy was read.
    case outOfOrder

    /// Whether only another invite, or opening the link afresh, helps.
    public var requiresFreshInvite: Bool {
        switch self {
        case .exhausted, .policyNeeded, .policyExpired: true
        default: false
        }
    }

    /// Whether the relay may have made the person a member although no good answer came.
    public var leavesMembershipUnknown: Bool {
        switch self {
        case .unreachable(_, _, .claim, let reason): !reason.requestNeverLeft
        case .malformedReply(_, .claim): true
        case .refused(let status, _, .claim): status >= 500
        default: false
        }
    }

    /// The step at which a transport's error stopped.
    static func step(_ error: HTTPError) -> Step {
        switch error {
        case .invalidRequest, .shutDown: .request
        case .resolve: .name
        case .connect, .timeout(.connect, _): .connection
        case .tls: .encryption
        default: .answer
        }
    }
}

extension InviteError: CustomStringConvertible {
    /// What happened and what to do; never a code, a receipt or a key.
    public var description: String {
        switch self {
        case .expired: "The invite has expired. Ask for a new one."
        case .exhausted: "Every use of the invite is taken. Ask for a new one."
        case .invalid:
            "The community knows no such invite. Check that the link is whole, or ask for a new one."
        case .policyNeeded: "The community's policy must be accepted first. Open the invite link again."
        case .policyExpired: "The acceptance of the policy is no longer valid. Open the invite link again."
        case .ageNotConfirmed: "The community asks you to confirm your age. Confirm it to go on."
        case .rateLimited(let seconds): "Too many attempts. Try again in \(seconds) s."
        case .unreachable(let host, let step, _, let reason):
            "\(host) can't be reached (\(step.rawValue)). \(reason)"
        case .refused(let status, let reason, _): "The relay refused (status \(status)): \(reason)"
        case .malformedReply(let reason, _): "The relay's answer can't be used: \(reason). Try again later."
        case .notSigned(let reason): "The claim could not be signed: \(reason)"
        case .inProgress: "Joining is under way already. Wait for its outcome."
        case .anotherKey: "An earlier try with another identity may have worked. Try again with that one."
        case .outOfOrder: "The invite is not ready for this step. Open the invite link again."
        }
    }
}
