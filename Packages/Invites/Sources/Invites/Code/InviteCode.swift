internal import NostrCore

/// The form of an invite code, as far as a client can tell without the relay (spec relay §6).
///
/// A code lets its bearer join: nothing here keeps one or puts one into a description.
public enum InviteCodeForm: Sendable, Hashable {
    /// Signed by the relay, from before codes were stored: `<payload>.<HMAC>`.
    case signed
    /// 32 random bytes that the relay knows by their hash: `v2.<43 letters>`.
    case random

    /// The greatest length of a code in bytes.
    public static let maximumLength = 1024

    /// The form of a code; nil for a text that no relay has made.
    ///
    /// Exact: base64url has one spelling for each value, and nothing is trimmed or folded.
    public init?(_ code: String) {
        let bytes = Array(code.utf8)
        guard bytes.count <= Self.maximumLength else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, Self.decode(parts[1])?.count == 32 else { return nil }
        if parts[0].elementsEqual("v2".utf8) {
            self = .random
        } else if let payload = Self.decode(parts[0]), payload.first == UInt8(ascii: "{") {
            self = .signed
        } else {
            return nil
        }
    }

    /// Reads base64url without padding (RFC 4648 §5), in its canonical spelling only.
    private static func decode(_ letters: ArraySlice<UInt8>) -> [UInt8]? {
        var standard: [UInt8] = []
        standard.reserveCapacity(letters.count + 3)
        for letter in letters {
            switch letter {
            case UInt8(ascii: "-"): standard.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): standard.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: standard.append(letter)
            }
        }
        while !standard.count.isMultiple(of: 4) { standard.append(UInt8(ascii: "=")) }
        return Base64.decode(standard)
    }
}
