public import NostrCore

/// The public part of a lease event, read by its rules (spec nip-pl "Acceptance", step 3).
public struct LeaseTags: Sendable, Equatable {
    /// How far a clock may be off, in seconds.
    public static let skew: Int64 = 120

    /// The `d` tag: the installation, 1 to 64 bytes.
    public let installation: String
    /// When the lease ends, in Unix seconds.
    public let expiration: Int64
    /// The `exec` tag: the id of the key that the content is encrypted to.
    public let executorKey: String

    /// Reads tags and checks the content's length, in the order of the spec's table of texts.
    ///
    /// - Throws: ``LeaseRefusal``, the first rule that is broken.
    public init(_ event: Event, limits: PushLimits, now: Int64) throws(LeaseRefusal) {
        var values: [(name: String, value: String)] = []
        for tag in event.tags {
            let name = tag.first ?? ""
            guard tag.count == 2 else { throw .tagValueCount(name) }
            guard !values.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
                throw .duplicateTag(name)
            }
            guard ["d", "expiration", "exec", "alt"].contains(where: { $0.utf8.elementsEqual(name.utf8) })
            else {
                throw .unexpectedTag(name)
            }
            values.append((name, tag[1]))
        }
        func value(_ name: String) -> String? { values.first { $0.name == name }?.value }
        guard let installation = value("d") else { throw .missingTag("d") }
        guard (1...64).contains(installation.utf8.count) else { throw .installationLength }
        guard let text = value("expiration") else { throw .missingTag("expiration") }
        // Only the canonical spelling: no sign, no leading zero, no space.
        guard let expiration = Int64(text), expiration >= 0, String(expiration).utf8.elementsEqual(text.utf8)
        else { throw .expirationSpelling }
        let (left, overflow) = expiration.subtractingReportingOverflow(now)
        guard !overflow, left <= limits.leaseTTL else { throw .tooLong }
        guard left > -Self.skew else { throw .expired }
        guard let executorKey = value("exec") else { throw .missingTag("exec") }
        guard !executorKey.isEmpty else { throw .emptyExecutorKey }
        guard event.contentByteCount <= limits.contentBytes else { throw .contentTooLong }
        self.installation = installation
        self.expiration = expiration
        self.executorKey = executorKey
    }
}

/// What is stored at a lease's address, author and installation (spec nip-pl "Acceptance", step 8).
public struct LeaseAddressState: Sendable, Equatable {
    /// When the stored event was made, in Unix seconds.
    public let createdAt: Int64
    /// The stored event's id.
    public let id: EventID
    /// The greatest generation that was ever accepted there.
    public let watermark: Int64

    /// States the three.
    public init(createdAt: Int64, id: EventID, watermark: Int64) {
        self.createdAt = createdAt
        self.id = id
        self.watermark = watermark
    }

    /// The state after a lease that wins both NIP-01's order and the order of generations.
    ///
    /// - Throws: ``LeaseRefusal/staleReplacement`` or ``LeaseRefusal/staleGeneration``; this state then stands as it is.
    public func replaced(
        createdAt: Int64, id: EventID, generation: Int64
    ) throws(LeaseRefusal) -> LeaseAddressState {
        guard createdAt > self.createdAt || (createdAt == self.createdAt && id < self.id) else {
            throw .staleReplacement
        }
        guard generation > watermark else { throw .staleGeneration }
        return LeaseAddressState(createdAt: createdAt, id: id, watermark: generation)
    }
}

/// Why a relay refuses a lease; the description is the text that it answers (spec nip-pl "Refusal texts").
public enum LeaseRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// A tag has no value, or more than one.
    case tagValueCount(String)
    /// A tag stands twice.
    case duplicateTag(String)
    /// A tag that no lease has.
    case unexpectedTag(String)
    /// A required tag is absent.
    case missingTag(String)
    /// The installation is empty or longer than 64 bytes.
    case installationLength
    /// The expiration is not written as plain digits.
    case expirationSpelling
    /// The lease has ended.
    case expired
    /// The lease would last longer than the relay allows.
    case tooLong
    /// The executor key's id is empty.
    case emptyExecutorKey
    /// The encrypted content is longer than the relay allows.
    case contentTooLong
    /// The stored event wins NIP-01's order.
    case staleReplacement
    /// The generation is not above the watermark.
    case staleGeneration

    /// The answer, with its prefix.
    public var description: String {
        let text =
            switch self {
            case .tagValueCount(let name): "\(name) tag must have exactly one value"
            case .duplicateTag(let name): "duplicate \(name) tag"
            case .unexpectedTag(let name): "unexpected public tag: \(name)"
            case .missingTag(let name): "missing \(name) tag"
            case .installationLength: "invalid d tag length"
            case .expirationSpelling: "expiration must be integer Unix seconds"
            case .expired: "lease already expired"
            case .tooLong: "lease ttl too long"
            case .emptyExecutorKey: "empty exec tag"
            case .contentTooLong: "content too long"
            case .staleReplacement: "stale replacement"
            case .staleGeneration: "stale generation"
            }
        return "invalid: \(text)"
    }
}
