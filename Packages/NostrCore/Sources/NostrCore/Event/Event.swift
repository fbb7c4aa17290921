/// A Nostr event as it was read: well-formed, but neither its id nor its signature checked (NIP-01).
///
/// What it says may be forged. ``verify()`` makes a ``VerifiedEvent`` of it, or says what is wrong.
///
/// The event keeps the serialisation that its id hashes, and makes tags and content from it on demand.
public struct Event: Hashable, Sendable {
    /// The greatest `created_at`, 2^53 − 1: what every JSON reader holds exactly.
    public static let maximumCreatedAt: Int64 = 9_007_199_254_740_991

    /// `[0,"<pubkey>",<created_at>,<kind>,<tags>,"<content>"]`.
    let canonical: [UInt8]
    /// Where the tags' opening bracket stands in ``canonical``.
    let tagsStart: Int
    /// Where the content's opening quote stands in ``canonical``.
    let contentStart: Int

    /// The stated id.
    public let id: EventID
    /// The stated author, as it came: perhaps no point of the curve.
    public let pubkey: Bytes32
    /// The stated signature.
    public let signature: Signature
    /// The stated time in Unix seconds, 0…2^53−1.
    public let createdAt: Int64
    /// The kind.
    public let kind: UInt16

    /// The content.
    public var content: String {
        CanonicalText.string(canonical[(contentStart + 1)..<(canonical.count - 2)])
    }

    /// How many bytes of UTF-8 the content has.
    public var contentByteCount: Int {
        CanonicalText.unescape(canonical[(contentStart + 1)..<(canonical.count - 2)]).count
    }

    /// The serialisation that the id hashes (NIP-01).
    public var canonicalSerialization: [UInt8] { canonical }

    /// The id that the event's contents have; equal to ``id`` unless something was altered.
    public func computedID() -> EventID { EventID(SHA256.hash(canonical)) }

    /// The event as a JSON object, compact, members in NIP-01's order.
    public func serialized() -> [UInt8] {
        var output: [UInt8] = []
        append(to: &output)
        return output
    }

    /// Appends the event as a JSON object.
    public func append(to output: inout [UInt8]) {
        output.reserveCapacity(output.count + canonical.count + 320)
        output.append(contentsOf: "{\"id\":\"".utf8)
        Hex.append(id.bytes.bytes, to: &output)
        output.append(contentsOf: "\",\"pubkey\":\"".utf8)
        Hex.append(pubkey.bytes, to: &output)
        output.append(contentsOf: "\",\"created_at\":\(createdAt),\"kind\":\(kind),\"tags\":".utf8)
        output.append(contentsOf: canonical[tagsStart..<(contentStart - 1)])
        output.append(contentsOf: ",\"content\":".utf8)
        output.append(contentsOf: canonical[contentStart..<(canonical.count - 1)])
        output.append(contentsOf: ",\"sig\":\"".utf8)
        Hex.append(signature.bytes, to: &output)
        output.append(contentsOf: "\"}".utf8)
    }
}

extension Event: CustomStringConvertible {
    /// Kind, id and time; never the content.
    public var description: String { "Event(kind \(kind), id \(id.hex), created_at \(createdAt))" }
}
