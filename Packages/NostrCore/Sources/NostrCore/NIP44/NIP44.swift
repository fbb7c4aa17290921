/// Encrypted payloads between two keys, version 2 (NIP-44).
///
/// A ``ConversationKey`` encrypts and decrypts; here stand the version's numbers.
public enum NIP44: Sendable {
    /// The only version that is known here.
    public static let version: UInt8 = 2
    /// The longest plaintext that the two-byte length states, in bytes.
    public static let standardLimit = 65_535
    /// The longest plaintext that the extended length states, in bytes.
    public static let extendedLimit = 4_294_967_295

    /// How long a plaintext may be, and so which form its length may take.
    public enum Mode: Sendable, Equatable {
        /// 1…65,535 bytes, stated in two bytes: what every reader understands.
        case standard
        /// Up to `limit` bytes; from 65,536 on, the length takes six bytes: two zeros and 32 bits.
        ///
        /// A limit above ``NIP44/extendedLimit`` counts as that. The other side must know the extended form.
        case extended(limit: Int)

        /// The longest plaintext in bytes.
        public var limit: Int {
            switch self {
            case .standard: standardLimit
            case .extended(let limit): min(limit, extendedLimit)
            }
        }
    }

    /// The bytes that a plaintext takes once padded, its length prefix not counted (NIP-44 "Padding").
    ///
    /// Nil unless the length is 1…4,294,967,295.
    public static func paddedLength(_ length: Int) -> Int? {
        guard (1...extendedLimit).contains(length) else { return nil }
        guard length > 32 else { return 32 }
        let nextPower = UInt64(1) << UInt64(64 - UInt64(length - 1).leadingZeroBitCount)
        let chunk = nextPower <= 256 ? 32 : nextPower / 8
        return Int(chunk * (UInt64(length - 1) / chunk + 1))
    }

    /// Version, nonce and MAC around the ciphertext.
    static let overhead = 65

    /// The bytes that state a plaintext's length.
    static func prefixLength(_ length: Int) -> Int { length > standardLimit ? 6 : 2 }

    /// The bytes of a whole payload before base64; nil for a length that can't be.
    static func payloadBytes(_ length: Int) -> Int? {
        paddedLength(length).map { overhead + prefixLength(length) + $0 }
    }

    /// The base64 characters of some bytes.
    static func characters(_ bytes: Int) -> Int { (bytes + 2) / 3 * 4 }
}

/// Why a text can't be encrypted, or a payload not be read (NIP-44).
///
/// Never holds any part of key or plaintext.
public enum NIP44Error: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing to encrypt.
    case plaintextEmpty
    /// More bytes than the mode allows; `bytes` is the plaintext's length, stated or found.
    case plaintextTooLong(bytes: Int, limit: Int)
    /// A conversation key has 32 bytes.
    case conversationKeyLength(Int)
    /// The system gave no random bytes for the nonce.
    case noRandomness(RandomSourceFailed)
    /// The payload starts with `#`: a later version that is not in base64.
    case unsupportedEncoding
    /// The payload is of another version.
    case unsupportedVersion(UInt8)
    /// The payload's characters are too few or too many for the mode.
    case payloadLength(characters: Int, allowed: ClosedRange<Int>)
    /// The payload is not standard padded base64.
    case invalidBase64
    /// The payload is not the other side's, or was altered.
    case invalidMAC
    /// The authenticated text's length and padding contradict each other.
    case invalidPadding
    /// The plaintext is not UTF-8, where text was asked for.
    case notText
    /// The cryptographic library failed; out of memory is the only known reason.
    case libraryFailed

    /// One sentence that says what is wrong and what would be right.
    public var description: String {
        switch self {
        case .plaintextEmpty: "nothing to encrypt: a plaintext has 1 … 4,294,967,295 bytes"
        case .plaintextTooLong(let bytes, let limit):
            "the plaintext has \(bytes) bytes, the limit is \(limit)"
        case .conversationKeyLength(let count): "a conversation key has 32 bytes, not \(count)"
        case .noRandomness(let error): error.description
        case .unsupportedEncoding:
            "unsupported encryption version: '#' at the start, only version \(NIP44.version) is known"
        case .unsupportedVersion(let version):
            "unsupported encryption version \(version), only version \(NIP44.version) is known"
        case .payloadLength(let characters, let allowed):
            "the payload has \(characters) characters, expected \(allowed.lowerBound) … \(allowed.upperBound)"
        case .invalidBase64: "the payload is not standard padded base64"
        case .invalidMAC: "the payload was not encrypted under this conversation key, or it was altered"
        case .invalidPadding: "the decrypted text's length does not fit its padding"
        case .notText: "the decrypted bytes are not UTF-8"
        case .libraryFailed: "the cryptographic library failed; free some memory and try again"
        }
    }
}
