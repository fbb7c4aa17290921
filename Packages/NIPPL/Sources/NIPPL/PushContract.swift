/// Which of the two wire contracts of push leases both sides speak (spec nip-pl "Two wire contracts, one model").
public enum PushContract: Sendable, Hashable, CaseIterable {
    /// `buzz-push-v1`: current, without application profiles; the default everywhere.
    case buzzPushV1
    /// `nip-pl`: the draft, with application profiles and urgent kinds; on request.
    case nipPL

    /// The string in `supported_extensions` of the relay's information document.
    public var capability: String {
        switch self {
        case .buzzPushV1: "buzz-push-v1"
        case .nipPL: "nip-pl"
        }
    }

    /// Whether descriptor and lease name application profiles.
    public var hasApplicationProfiles: Bool { self == .nipPL }

    /// The kinds that a descriptor must offer, or push is off.
    public var requiredKinds: [UInt16] { self == .buzzPushV1 ? SubscriptionPlan.messageKinds : [] }
}
