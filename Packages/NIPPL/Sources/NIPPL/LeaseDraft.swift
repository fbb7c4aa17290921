public import NostrCore

/// A lease, or its revocation, as a client states it before encryption (spec nip-pl "The lease").
public struct LeaseDraft: Sendable, Equatable {
    /// What the lease asks for.
    public enum Request: Sendable, Equatable {
        /// Wake this endpoint, the gateway's opaque grant, for these subscriptions until the grant expires (Unix
        /// seconds); the profile is named under `nip-pl` only.
        case active(
            endpoint: String, grantExpiry: Int64, profile: String? = nil, subscriptions: [LeaseSubscription])
        /// Revoke what was there: a tombstone.
        case tombstone
    }

    /// The kind of a lease event.
    public static let kind: UInt16 = 30350
    /// The generations that a lease may have.
    public static let generations: ClosedRange<Int64> = 1...9_007_199_254_740_991

    /// The installation, the event's `d` tag: 32 lowercase hexadecimal digits, 16 random bytes.
    public var installation: String
    /// The generation; each replacement needs a greater one.
    public var generation: Int64
    /// What it asks for.
    public var request: Request

    /// States the parts; ``template(for:now:key:)`` checks them.
    public init(installation: String, generation: Int64, request: Request) {
        self.installation = installation
        self.generation = generation
        self.request = request
    }

    /// When the lease ends, in Unix seconds: with the grant, and no later than the relay allows.
    ///
    /// - Throws: ``LeaseDraftError/expired`` if the grant has ended.
    public func expiration(under limits: PushLimits, now: Int64) throws(LeaseDraftError) -> Int64 {
        let (latest, overflow) = now.addingReportingOverflow(limits.leaseTTL)
        guard !overflow else { throw .expired }
        guard case .active(_, let grantExpiry, _, _) = request else { return latest }
        guard grantExpiry > now else { throw .expired }
        return min(grantExpiry, latest)
    }

    /// The text that is encrypted, with exactly the members of its form.
    ///
    /// Of the filters only kinds are checked, against what the relay offers; ``SubscriptionPlan`` builds the rest.
    ///
    /// - Throws: ``LeaseDraftError`` for a part that the descriptor does not admit.
    public func plaintext(for descriptor: PushDescriptor) throws(LeaseDraftError) -> [UInt8] {
        guard Self.generations.contains(generation) else { throw .generation(generation) }
        var object = JSONObject([.init("v", .integer(1)), .init("origin", .string(descriptor.origin))])
        switch request {
        case .tombstone:
            object["generation"] = .integer(generation)
            object["active"] = .bool(false)
        case .active(let endpoint, _, let profile, let subscriptions):
            try check(endpoint: endpoint, profile: profile, descriptor)
            try check(subscriptions, descriptor)
            object["app_profile"] = profile.map { .string($0) }
            object["transport"] = .string(PushDescriptor.transport)
            object["endpoint"] = .string(endpoint)
            object["generation"] = .integer(generation)
            object["active"] = .bool(true)
            object["subscriptions"] = .array(subscriptions.map(\.json))
        }
        let bytes = JSONValue.object(object).serialized()
        guard bytes.count <= descriptor.limits.plaintextBytes else { throw .plaintextTooLong(bytes.count) }
        return bytes
    }

    /// The event to sign and publish: encrypted to the relay's current key, nothing else in its tags.
    ///
    /// - Parameters:
    ///   - now: The event's time, in Unix seconds.
    ///   - key: The conversation key of the author and the descriptor's current key.
    /// - Throws: ``LeaseDraftError``.
    public func template(
        for descriptor: PushDescriptor, now: Int64, key: ConversationKey
    ) throws(LeaseDraftError) -> EventTemplate {
        let digits = Array(installation.utf8)
        guard digits.count == 32, digits.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) })
        else {
            throw .installation
        }
        let expiration = try expiration(under: descriptor.limits, now: now)
        let plaintext = try plaintext(for: descriptor)
        let content: String
        do throws(NIP44Error) { content = try key.encrypt(plaintext) } catch { throw .encryption(error) }
        guard content.utf8.count <= descriptor.limits.contentBytes else {
            throw .contentTooLong(content.utf8.count)
        }
        let tags = [
            ["d", installation], ["expiration", String(expiration)], ["exec", descriptor.currentKey.id],
            ["alt", "Push lease"],
        ]
        return EventTemplate(kind: Self.kind, createdAt: now, tags: tags, content: content)
    }

    private func check(
        endpoint: String, profile: String?, _ descriptor: PushDescriptor
    ) throws(LeaseDraftError) {
        guard (1...descriptor.limits.endpointBytes).contains(endpoint.utf8.count) else {
            throw .endpointLength(endpoint.utf8.count)
        }
        guard descriptor.contract.hasApplicationProfiles else {
            guard profile == nil else { throw .profile }
            return
        }
        let isOffered = descriptor.profiles.contains { offered in
            offered.transport.utf8.elementsEqual(PushDescriptor.transport.utf8)
                && profile.map { offered.id.utf8.elementsEqual($0.utf8) } == true
        }
        guard isOffered else { throw .profile }
    }

    private func check(
        _ subscriptions: [LeaseSubscription], _ descriptor: PushDescriptor
    ) throws(LeaseDraftError) {
        guard (1...descriptor.limits.subscriptionsPerLease).contains(subscriptions.count) else {
            throw .subscriptionCount(subscriptions.count)
        }
        for subscription in subscriptions {
            let priority = subscription.priorityClass
            guard descriptor.classes.contains(priority) else { throw .classNotOffered(priority) }
            for kind in subscription.filter.kinds {
                guard descriptor.pushKinds.contains(kind) else { throw .kindNotOffered(kind) }
                guard priority != .urgent || descriptor.urgentKinds.contains(kind) else {
                    throw .kindNotUrgent(kind)
                }
            }
        }
    }
}

/// Why a lease can't be built; the endpoint never appears.
public enum LeaseDraftError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The installation is not 32 lowercase hexadecimal digits.
    case installation
    /// The generation is not in 1...2^53−1.
    case generation(Int64)
    /// The grant has ended.
    case expired
    /// The endpoint is empty or longer than the relay admits; its bytes.
    case endpointLength(Int)
    /// The profile is missing, not offered for the transport, or named under a contract without profiles.
    case profile
    /// No subscription, or more than the relay admits.
    case subscriptionCount(Int)
    /// The relay does not support the class.
    case classNotOffered(PriorityClass)
    /// The relay does not offer the kind.
    case kindNotOffered(UInt16)
    /// The kind must not be urgent.
    case kindNotUrgent(UInt16)
    /// The plaintext has more bytes than the relay admits.
    case plaintextTooLong(Int)
    /// The encrypted content has more bytes than the relay admits.
    case contentTooLong(Int)
    /// The encryption failed.
    case encryption(NIP44Error)

    /// One sentence that says what to change.
    public var description: String {
        switch self {
        case .installation: "the installation id must be 32 lowercase hexadecimal digits; make a fresh one"
        case .generation(let number): "generation \(number) is not in 1...2^53-1; reserve another"
        case .expired: "the grant has expired; ask the gateway for a new one"
        case .endpointLength(let count): "an endpoint of \(count) bytes is not admitted; ask for a new grant"
        case .profile:
            "the application profile does not fit what the relay offers; take one from its descriptor"
        case .subscriptionCount(let count): "\(count) subscriptions are not admitted; follow fewer channels"
        case .classNotOffered(let name): "the relay does not support class \(name.rawValue); choose another"
        case .kindNotOffered(let kind): "the relay does not push kind \(kind); leave it out"
        case .kindNotUrgent(let kind): "kind \(kind) must not be urgent; choose a lower class"
        case .plaintextTooLong(let count): "a lease of \(count) bytes is too long; follow fewer channels"
        case .contentTooLong(let count):
            "an encrypted lease of \(count) bytes is too long; follow fewer channels"
        case .encryption(let error): "the lease could not be encrypted: \(error)"
        }
    }
}
