/// Why a relay accepted, refused or ended something: the text of OK and CLOSED (NIP-01).
///
/// The text is kept as it came. Before its first colon may stand a word for machines.
public struct RelayReason: Sendable, CustomStringConvertible {
    /// The words that are known, of NIP-01, NIP-42 and relays in use.
    public enum Prefix: String, Sendable, CaseIterable {
        /// The relay has the event already.
        case duplicate
        /// Too little proof of work.
        case pow
        /// The author or the network address is banned.
        case blocked
        /// Too much in too short a time.
        case rateLimited = "rate-limited"
        /// Authentication would not help, or did not.
        case restricted
        /// The event or the request is wrong in itself.
        case invalid
        /// The relay failed.
        case error
        /// The relay wants NIP-42 first.
        case authRequired = "auth-required"
        /// Nobody wants an ephemeral event now.
        case mute
        /// For people to read.
        case info
        /// A command's answer.
        case response
    }

    /// The whole text, prefix included; perhaps empty.
    public let text: String
    /// The word before the first colon, if it is known.
    public let prefix: Prefix?

    /// Takes a text as a relay sent it.
    public init(_ text: String) {
        self.text = text
        let word = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        prefix = word.count == text.utf8.count ? nil : Prefix(word)
    }

    /// Writes a prefix, a colon, a space and a message for people.
    public init(_ prefix: Prefix, _ message: String) {
        text = "\(prefix.rawValue): \(message)"
        self.prefix = prefix
    }

    /// What follows a known prefix and its colon, without the space between; else the whole text.
    public var message: String {
        guard let prefix else { return text }
        let rest = text.utf8.dropFirst(prefix.rawValue.utf8.count + 1)
        return String(decoding: rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest, as: UTF8.self)
    }

    /// The same as ``text``.
    public var description: String { text }
}

extension RelayReason.Prefix {
    fileprivate init?(_ word: Substring.UTF8View) {
        guard let known = Self.allCases.first(where: { $0.rawValue.utf8.elementsEqual(word) }) else {
            return nil
        }
        self = known
    }
}

extension RelayReason: Hashable {
    /// Equal byte by byte.
    public static func == (left: RelayReason, right: RelayReason) -> Bool {
        left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(Array(text.utf8))
    }
}
