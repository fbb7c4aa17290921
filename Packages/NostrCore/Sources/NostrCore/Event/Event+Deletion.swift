extension Event {
    /// Whether this deletion request (kind 5) asks that another event be deleted (NIP-09).
    ///
    /// Only an author's own events, by id in an `e` tag, or by address in an `a` tag: then every version up to this
    /// request's time. A deletion request itself can't be deleted.
    public func deletes(_ other: Event) -> Bool {
        guard kind == 5, other.kind != 5, pubkey == other.pubkey else { return false }
        let id = other.id.hex
        if values(ofTag: "e").contains(where: { $0.utf8.elementsEqual(id.utf8) }) { return true }
        guard other.createdAt <= createdAt, let address = other.address else { return false }
        return values(ofTag: "a").contains { $0.utf8.elementsEqual(address.utf8) }
    }

    /// The address of a replaceable or addressable event, `<kind>:<pubkey>:<d>`, the last part empty for a replaceable
    /// one; nil for other kinds (NIP-01).
    public var address: String? {
        switch EventClass(kind: kind) {
        case .replaceable: "\(kind):\(pubkey.hex):"
        case .addressable: "\(kind):\(pubkey.hex):\(identifier)"
        case .regular, .ephemeral: nil
        }
    }
}
