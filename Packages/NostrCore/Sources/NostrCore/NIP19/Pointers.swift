/// A profile and where to find it: what an `nprofile` says (NIP-19).
public struct ProfilePointer: Sendable, Equatable {
    /// Whose profile.
    public var publicKey: PublicKey
    /// Relays that may know it, in order; hints of whoever wrote the text, to be taken with care.
    public var relays: [String]

    /// Points at a profile.
    public init(publicKey: PublicKey, relays: [String] = []) {
        self.publicKey = publicKey
        self.relays = relays
    }
}

/// An event and where to find it: what an `nevent` says (NIP-19).
public struct EventPointer: Sendable, Equatable {
    /// The event's id.
    public var id: EventID
    /// Relays that may have it, in order; hints of whoever wrote the text.
    public var relays: [String]
    /// The event's author, as the text claims.
    public var author: PublicKey?
    /// The event's kind, as the text claims.
    public var kind: UInt16?

    /// Points at an event.
    public init(id: EventID, relays: [String] = [], author: PublicKey? = nil, kind: UInt16? = nil) {
        self.id = id
        self.relays = relays
        self.author = author
        self.kind = kind
    }
}

/// The newest event of an address and where to find it: what an `naddr` says (NIP-19).
public struct AddressPointer: Sendable, Equatable {
    /// The `d` value; empty for a replaceable event.
    public var identifier: String
    /// The author.
    public var author: PublicKey
    /// The kind.
    public var kind: UInt16
    /// Relays that may have it, in order; hints of whoever wrote the text.
    public var relays: [String]

    /// Points at an address.
    public init(identifier: String, author: PublicKey, kind: UInt16, relays: [String] = []) {
        self.identifier = identifier
        self.author = author
        self.kind = kind
        self.relays = relays
    }

    /// Equal part by part, the identifier by its bytes.
    public static func == (left: AddressPointer, right: AddressPointer) -> Bool {
        left.identifier.utf8.elementsEqual(right.identifier.utf8) && left.author == right.author
            && left.kind == right.kind && left.relays == right.relays
    }
}
