/// An event whose id is the hash of its contents and whose signature is its author's.
///
/// Only verification makes one.
@dynamicMemberLookup
public struct VerifiedEvent: Hashable, Sendable {
    /// The event.
    public let event: Event
    /// Its author.
    public let author: PublicKey

    fileprivate init(_ event: Event, author: PublicKey) {
        self.event = event
        self.author = author
    }

    /// Reads a part of the event.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Event, Value>) -> Value { event[keyPath: keyPath] }
}

extension Event {
    /// Checks id and signature (NIP-01, BIP-340).
    ///
    /// - Throws: ``VerificationError`` that tells which of id, author or signature is wrong.
    public func verify() throws(VerificationError) -> VerifiedEvent {
        let computed = computedID()
        guard computed == id else { throw .idMismatch(stated: id, computed: computed) }
        guard let key = ParsedKeyCache.shared.key(pubkey) else { throw .invalidPublicKey(pubkey) }
        guard Secp256k1.verify(signature, message: id.bytes, key: key) else { throw .invalidSignature }
        return VerifiedEvent(self, author: PublicKey(checked: pubkey))
    }
}
