/// Why a JSON text is not an event (NIP-01, spec nostr-core "Events").
public enum EventError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text is not strict JSON.
    case json(JSONError)
    /// The value is not an object.
    case notAnObject
    /// A required member is absent.
    case missing(member: String)
    /// A member is of the wrong kind or out of range; `offset` is the byte where its value starts.
    case invalid(member: String, expected: String, offset: Int)

    /// One sentence naming the member and what was due.
    public var description: String {
        switch self {
        case .json(let error): error.description
        case .notAnObject: "an event is a JSON object"
        case .missing(let member): "member \"\(member)\" is missing"
        case .invalid(let member, let expected, let offset):
            "member \"\(member)\" at byte \(offset): expected \(expected)"
        }
    }
}

/// What is wrong with an event that is well-formed.
public enum VerificationError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The stated id is not the hash of the contents: something was altered.
    case idMismatch(stated: EventID, computed: EventID)
    /// The stated author is no point of the curve, so nothing can be signed by it.
    case invalidPublicKey(Bytes32)
    /// The id is right, but the signature is not the author's.
    case invalidSignature

    /// One sentence that says which part is wrong.
    public var description: String {
        switch self {
        case .idMismatch(let stated, let computed):
            "the id is \(stated.hex) but the contents hash to \(computed.hex)"
        case .invalidPublicKey(let bytes): "the pubkey \(bytes.hex) is no point of the curve"
        case .invalidSignature: "the signature is not the author's for this id"
        }
    }
}
