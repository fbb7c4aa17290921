/// Why a text is no NIP-19 entity, or an entity has no text.
///
/// Never holds the text itself, which may be a secret key with a typing error.
public enum NIP19Error: Error, Equatable, Sendable, CustomStringConvertible {
    /// A part of an entity.
    public enum Field: String, Equatable, Sendable {
        /// The 32 bytes of a public key, in npub and nprofile.
        case publicKey = "public key"
        /// The 32 bytes of an nsec.
        case secretKey = "secret key"
        /// The 32 bytes of an event's id.
        case eventID = "event id"
        /// The `d` value of an address.
        case identifier
        /// A relay's URL, 1…255 ASCII bytes.
        case relay
        /// The 32 bytes of an author's key.
        case author
        /// The four bytes of a kind.
        case kind
    }

    /// Why a text is not bech32 (BIP-173).
    public enum Bech32Fault: Equatable, Sendable {
        /// Upper and lower case occur together.
        case mixedCase
        /// No `1` with a prefix before it and a checksum after it.
        case noSeparator
        /// A character outside the alphabet; `offset` counts bytes.
        case invalidCharacter(offset: Int)
        /// A character is wrong, or it is bech32m.
        case wrongChecksum
        /// The last character holds bits that belong to no byte.
        case strayBits
    }

    /// More characters than NIP-19 allows.
    case tooLong(characters: Int, limit: Int)
    /// Not bech32.
    case notBech32(Bech32Fault)
    /// Bech32 of something that NIP-19 does not know.
    case unknownPrefix(String)
    /// A known field of the wrong length.
    case wrongLength(Field, bytes: Int, needs: Int)
    /// The list ends inside an element; `type` is the element's number.
    case truncated(type: UInt8, bytes: Int, needs: Int)
    /// A field that must be there is not.
    case missing(Field)
    /// A field that may stand once stands twice.
    case repeated(Field)
    /// A kind above 65535.
    case kindOutOfRange(UInt32)
    /// The identifier is not UTF-8, or a relay not printable ASCII.
    case notText(Field)
    /// A field without a byte.
    case empty(Field)
    /// No point of the curve has this key.
    case notOnCurve(Field)
    /// The nsec's bytes are zero or not below the curve's order.
    case secretOutOfRange
    /// Not a URI of the scheme `nostr`.
    case notNostrURI
    /// A secret key in a URI, where every program that opens links would see it.
    case secretInURI
    /// A field too long to be written; its length is stated in one byte.
    case fieldTooLong(Field, bytes: Int, limit: Int)
    /// A form that is read but no longer written.
    case readOnly(prefix: String)

    /// One sentence that says what was expected.
    public var description: String {
        switch self {
        case .tooLong(let characters, let limit): "\(characters) characters, at most \(limit) are allowed"
        case .notBech32(let fault): fault.description
        case .unknownPrefix(let prefix):
            "\(prefix.prefix(16))1…: expected npub, nsec, note, nprofile, nevent, naddr or nrelay"
        case .wrongLength(let field, let bytes, let needs):
            "\(field.rawValue): \(bytes) bytes, needs \(needs)"
        case .truncated(let type, let bytes, let needs):
            "element of type \(type): \(bytes) bytes left, needs \(needs)"
        case .missing(let field): "\(field.rawValue): missing"
        case .repeated(let field): "\(field.rawValue): stands twice, once is allowed"
        case .kindOutOfRange(let kind): "kind: \(kind), at most 65535 is allowed"
        case .notText(let field):
            field == .relay ? "relay: needs printable ASCII" : "\(field.rawValue): needs UTF-8"
        case .empty(let field): "\(field.rawValue): empty, needs at least one byte"
        case .notOnCurve(let field): "\(field.rawValue): no public key has these bytes"
        case .secretOutOfRange: "secret key: needs 1 to the curve's order less one"
        case .notNostrURI: "expected nostr: and a NIP-19 entity"
        case .secretInURI: "a secret key does not belong in a URI; treat it as known to others"
        case .fieldTooLong(let field, let bytes, let limit):
            "\(field.rawValue): \(bytes) bytes, at most \(limit) can be written"
        case .readOnly(let prefix): "\(prefix) is read but no longer written"
        }
    }
}

extension NIP19Error.Bech32Fault: CustomStringConvertible {
    /// One sentence that says what was expected.
    public var description: String {
        switch self {
        case .mixedCase: "upper and lower case are mixed; expected one of them"
        case .noSeparator: "expected a prefix such as npub, the digit 1, and at least six characters"
        case .invalidCharacter(let offset): "the character at byte \(offset) is not one of bech32's"
        case .wrongChecksum: "the checksum is wrong; check that the text was copied whole"
        case .strayBits: "the last character before the checksum holds bits that belong to no byte"
        }
    }
}

extension NIP19Error {
    init(_ failure: Bech32.Failure) {
        switch failure {
        case .tooLong(let count): self = .tooLong(characters: count, limit: Bech32.maximumLength)
        case .mixedCase: self = .notBech32(.mixedCase)
        case .noSeparator: self = .notBech32(.noSeparator)
        case .invalidCharacter(let offset): self = .notBech32(.invalidCharacter(offset: offset))
        case .wrongChecksum: self = .notBech32(.wrongChecksum)
        case .strayBits: self = .notBech32(.strayBits)
        }
    }
}
