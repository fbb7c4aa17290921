/// What a bech32 text of Nostr stands for (NIP-19).
///
/// Reading takes either single case and up to 5,000 characters; writing gives lower case. Unknown elements are
/// ignored; a known one of the wrong length, or twice where once is meant, refuses the whole.
public enum NostrEntity: Sendable, CustomStringConvertible {
    /// A public key: `npub1…`.
    case publicKey(PublicKey)
    /// A secret key: `nsec1…`.
    case secretKey(SecretKey)
    /// An event's id: `note1…`.
    case note(EventID)
    /// A profile with relays: `nprofile1…`.
    case profile(ProfilePointer)
    /// An event with relays: `nevent1…`.
    case event(EventPointer)
    /// An address with relays: `naddr1…`.
    case address(AddressPointer)
    /// A relay's URL: `nrelay1…`, withdrawn from NIP-19, so read and never written.
    case relay(String)

    /// Reads an entity's text.
    ///
    /// - Throws: ``NIP19Error`` that names the field and what was expected.
    public init(_ text: String) throws(NIP19Error) {
        let prefix: String
        var bytes: [UInt8]
        do {
            (prefix, bytes) = try Bech32.decode(checking: text)
        } catch {
            throw NIP19Error(error)
        }
        defer { SecretBytes.wipe(&bytes) }
        switch prefix {
        case "npub": self = .publicKey(try EntityList.publicKey(bytes[...], .publicKey))
        case "nsec":
            guard bytes.count == 32 else { throw .wrongLength(.secretKey, bytes: bytes.count, needs: 32) }
            guard let key = try? SecretKey(bytes: bytes) else { throw .secretOutOfRange }
            self = .secretKey(key)
        case "note": self = .note(EventID(try EntityList.bytes32(bytes[...], .eventID)))
        case "nprofile": self = .profile(try EntityList(bytes).profile())
        case "nevent": self = .event(try EntityList(bytes).event())
        case "naddr": self = .address(try EntityList(bytes).address())
        case "nrelay": self = .relay(try EntityList(bytes).relay())
        default: throw .unknownPrefix(prefix)
        }
    }

    /// The text in lower case.
    ///
    /// An nsec's text can't be wiped: keep it short-lived.
    ///
    /// - Throws: ``NIP19Error`` for a relay or identifier over 255 bytes, a text over 5,000 characters, a relay
    /// that is   empty or not ASCII, and for ``relay(_:)``.
    public func text() throws(NIP19Error) -> String {
        let list: (prefix: String, bytes: [UInt8])
        switch self {
        case .publicKey(let key): return key.npub
        case .secretKey(let key): return key.exposedNsec()
        case .note(let id): return Bech32.encode(prefix: "note", bytes: id.bytes.bytes)
        case .profile(let profile): list = ("nprofile", try EntityList.bytes(profile))
        case .event(let event): list = ("nevent", try EntityList.bytes(event))
        case .address(let address): list = ("naddr", try EntityList.bytes(address))
        case .relay: throw .readOnly(prefix: "nrelay")
        }
        let characters = list.prefix.utf8.count + 7 + (list.bytes.count * 8 + 4) / 5
        guard characters <= Bech32.maximumLength else {
            throw .tooLong(characters: characters, limit: Bech32.maximumLength)
        }
        return Bech32.encode(prefix: list.prefix, bytes: list.bytes)
    }

    /// What it points at; never a secret key.
    public var description: String {
        if case .secretKey = self { return "nsec1…" }
        if case .relay(let url) = self { return "nrelay \(url)" }
        return (try? text()) ?? "an entity that has no text"
    }
}

extension NostrEntity {
    private static let scheme = "nostr:"

    /// Reads a URI: `nostr:` in any case, then an entity (NIP-21).
    ///
    /// - Throws: ``NIP19Error``; a secret key is refused unread.
    public init(uri: String) throws(NIP19Error) {
        let bytes = Array(uri.utf8)
        let scheme = bytes.prefix(Self.scheme.utf8.count).map {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
        }
        guard scheme.elementsEqual(Self.scheme.utf8) else { throw .notNostrURI }
        let rest = bytes.dropFirst(scheme.count)
        // A letter's case differs in one bit; the digit has that bit already.
        guard !rest.prefix(5).map({ $0 | 0x20 }).elementsEqual("nsec1".utf8) else { throw .secretInURI }
        try self.init(String(decoding: rest, as: UTF8.self))
    }

    /// The URI: `nostr:` and the entity's text (NIP-21).
    ///
    /// - Throws: ``NIP19Error/secretInURI`` for a secret key, or as ``text()``.
    public func uri() throws(NIP19Error) -> String {
        if case .secretKey = self { throw .secretInURI }
        return Self.scheme + (try text())
    }
}

extension NostrEntity: Equatable {
    /// Equal in kind and value; secret keys are compared in constant time.
    public static func == (left: NostrEntity, right: NostrEntity) -> Bool {
        switch (left, right) {
        case (.publicKey(let first), .publicKey(let second)): first == second
        case (.secretKey(let first), .secretKey(let second)):
            first.secret.withBytes { second.secret.equals($0) }
        case (.note(let first), .note(let second)): first == second
        case (.profile(let first), .profile(let second)): first == second
        case (.event(let first), .event(let second)): first == second
        case (.address(let first), .address(let second)): first == second
        case (.relay(let first), .relay(let second)): first == second
        default: false
        }
    }
}
