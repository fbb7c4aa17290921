public import NostrCore

/// What a relay says about its push service: the member `push` of its NIP-11 document (spec nip-pl "Descriptor").
///
/// A value exists only if every rule holds; a descriptor that breaks one counts as none.
public struct PushDescriptor: Sendable, Equatable {
    /// A key that leases are encrypted to.
    public struct ExecutorKey: Sendable, Equatable {
        /// The name in a lease's `exec` tag.
        public let id: String
        /// The public key.
        public let pubkey: Bytes32
        /// Whether new leases go to this key.
        public let isCurrent: Bool
        /// Whether the key only decrypts what was made for it earlier.
        public let isRetiring: Bool
    }

    /// An application that the relay wakes, under `nip-pl` only.
    public struct ApplicationProfile: Sendable, Equatable {
        /// The name in a lease's `app_profile`.
        public let id: String
        /// The transport, such as `apns`.
        public let transport: String
    }

    /// The one transport.
    public static let transport = "apns"
    /// The one known grammar of channel ids.
    public static let grammar = "uuid-v4-lowercase"

    /// The contract that the descriptor was read under.
    public let contract: PushContract
    /// The relay's name for itself, copied byte for byte into leases and never dialled.
    public let origin: String
    /// All keys, exactly one of them current.
    public let keys: [ExecutorKey]
    /// The key that new leases go to.
    public let currentKey: ExecutorKey
    /// The application profiles; empty under `buzz-push-v1`.
    public let profiles: [ApplicationProfile]
    /// The kinds that may wake a phone.
    public let pushKinds: [UInt16]
    /// The kinds that may be urgent, all among `pushKinds`.
    public let urgentKinds: [UInt16]
    /// The classes that the transport supports; `default` is among them.
    public let classes: [PriorityClass]
    /// The limits.
    public let limits: PushLimits

    /// Reads the descriptor out of a relay's information document.
    ///
    /// - Throws: ``PushDescriptorError`` naming the member; every one of them means that this relay has no push.
    public init(
        _ information: RelayInformation, contract: PushContract = .buzzPushV1
    ) throws(PushDescriptorError) {
        let advertised = information.supportedExtensions.contains {
            $0.utf8.elementsEqual(contract.capability.utf8)
        }
        guard let push = information.push else { throw .absent }
        guard advertised else { throw .notAdvertised(contract.capability) }
        do throws(JSONShapeError) {
            try self.init(members: try PushMembers(JSONReader(push, path: "push"), contract), contract)
        } catch {
            throw .malformed(error)
        }
    }

    private init(members: PushMembers, _ contract: PushContract) throws(JSONShapeError) {
        self.contract = contract
        origin = try members.origin()
        keys = try members.keys()
        let current = keys.filter(\.isCurrent)
        guard let key = current.first, current.count == 1 else {
            throw members.mismatch("keys", "exactly one current key", "\(current.count)")
        }
        currentKey = key
        profiles = try members.profiles()
        pushKinds = try members.pushKinds()
        urgentKinds = try members.urgentKinds(among: pushKinds)
        try members.checkGrammar()
        classes = try members.classes()
        limits = try PushLimits(members.reader.member("limitation"))
    }
}

/// Why a relay counts as one without push.
public enum PushDescriptorError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The document has no member `push`.
    case absent
    /// `supported_extensions` lacks the contract's string.
    case notAdvertised(String)
    /// A member breaks a rule; the error holds its path, what was due and what was there.
    case malformed(JSONShapeError)

    /// One sentence that says which member and why.
    public var description: String {
        switch self {
        case .absent: "push is off: the relay's document has no member push"
        case .notAdvertised(let name): "push is off: supported_extensions does not list \(name)"
        case .malformed(let error): "push is off: \(error)"
        }
    }
}
