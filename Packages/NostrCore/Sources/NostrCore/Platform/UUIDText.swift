/// UUIDs as text: channels are named by them (RFC 4122).
public enum UUIDText: Sendable {
    /// The name-based UUID (version 5) of a name in a namespace, in lowercase (RFC 4122 §4.3).
    ///
    /// Nil if the namespace is not a UUID. Any two who know both compute the same one.
    public static func version5(namespace: String, name: String) -> String? {
        guard let space = bytes(namespace) else { return nil }
        var digest = Array(SHA1.hash(space + Array(name.utf8)).prefix(16))
        digest[6] = digest[6] & 0x0F | 0x50
        digest[8] = digest[8] & 0x3F | 0x80
        return text(digest)
    }

    /// A random UUID (version 4), in lowercase.
    public static func random() throws(RandomSourceFailed) -> String {
        var bytes = try SecureRandom.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        return text(bytes)
    }

    /// The lowercase canonical form of a UUID of any version, or nil.
    ///
    /// Only 8-4-4-4-12 ASCII hexadecimal digits of either case: no braces, no `urn:uuid:`, no missing hyphens.
    public static func canonical(_ text: String) -> String? {
        bytes(text).map { Self.text($0) }
    }

    /// The version digit of a UUID's text, or nil if it is none.
    public static func version(of text: String) -> Int? {
        bytes(text).map { Int($0[6] >> 4) }
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count == 36 else { return nil }
        for place in [8, 13, 18, 23] where characters[place] != UInt8(ascii: "-") { return nil }
        let digits = characters.filter { $0 != UInt8(ascii: "-") }
        return Hex.decode(digits, count: 16, acceptUppercase: true)
    }

    private static func text(_ bytes: [UInt8]) -> String {
        let hex = Array(Hex.encode(bytes).utf8)
        let parts = [hex[0..<8], hex[8..<12], hex[12..<16], hex[16..<20], hex[20..<32]]
        return parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }
}
