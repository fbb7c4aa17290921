/// What an event will say, before anyone signs it.
public struct EventTemplate: Sendable, Equatable {
    /// The kind.
    public var kind: UInt16
    /// Unix seconds, 0…2^53−1.
    public var createdAt: Int64
    /// The tags: each one or more strings.
    public var tags: [[String]]
    /// The content.
    public var content: String

    /// States the four parts that an author chooses.
    public init(kind: UInt16, createdAt: Int64, tags: [[String]] = [], content: String = "") {
        self.kind = kind
        self.createdAt = createdAt
        self.tags = tags
        self.content = content
    }

    /// The id that this template has under an author (NIP-01).
    ///
    /// - Throws: ``SigningError`` if the parts make no event.
    public func id(author: PublicKey) throws(SigningError) -> EventID {
        var builder = try builder(author: author)
        return builder.close()
    }

    /// Signs with the key, with fresh auxiliary random bytes (BIP-340).
    ///
    /// - Throws: ``SigningError`` if the parts make no event or the system has no random bytes.
    public func signed(by keys: KeyPair) throws(SigningError) -> Event {
        var builder = try builder(author: keys.publicKey)
        let id = builder.close()
        do {
            return builder.event(id: id, signature: try keys.sign(id.bytes.bytes))
        } catch {
            throw .noRandomness(error)
        }
    }

    private func builder(author: PublicKey) throws(SigningError) -> CanonicalBuilder {
        guard (0...Event.maximumCreatedAt).contains(createdAt) else { throw .timeOutOfRange(createdAt) }
        if let index = tags.firstIndex(where: \.isEmpty) { throw .emptyTag(index: index) }
        var builder = CanonicalBuilder(
            pubkey: author.bytes, createdAt: createdAt, kind: kind,
            capacity: content.utf8.count + tags.count * 80)
        builder.appendHead()
        builder.append(tags: tags, content: content)
        return builder
    }
}

/// Why a template could not be signed.
public enum SigningError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The time is negative or over 2^53−1.
    case timeOutOfRange(Int64)
    /// A tag without any string.
    case emptyTag(index: Int)
    /// The system gave no random bytes.
    case noRandomness(RandomSourceFailed)
    /// A signer other than a local key refused or could not be reached.
    case signerUnavailable(reason: String)

    /// One sentence that says what to change.
    public var description: String {
        switch self {
        case .timeOutOfRange(let time): "created_at \(time) is not in 0...\(Event.maximumCreatedAt)"
        case .emptyTag(let index): "tag \(index) is empty; a tag holds one or more strings"
        case .noRandomness(let error): error.description
        case .signerUnavailable(let reason): "the signer is not available: \(reason)"
        }
    }
}

/// Whoever signs: a local key now, a remote signer later.
public protocol Signer: Sendable {
    /// The author of what it signs.
    var publicKey: PublicKey { get }
    /// Signs a template.
    func sign(_ template: EventTemplate) async throws(SigningError) -> Event
}

extension KeyPair: Signer {
    /// Signs at once; see ``EventTemplate/signed(by:)``.
    public func sign(_ template: EventTemplate) async throws(SigningError) -> Event {
        try template.signed(by: self)
    }
}
