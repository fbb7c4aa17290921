/// The texts that links carry, checked and put into their canonical spelling.
enum Identifiers {
    /// The greatest length in bytes of an invite code and of an entity's identifier.
    static let opaqueLimit = 1_024

    /// 64 hexadecimal digits of either case, in lower case.
    static func hex(_ text: String, _ part: DeepLinkPart) throws(DeepLinkError) -> String {
        guard text.utf8.count == 64, text.utf8.allSatisfy(ASCII.isHexDigit) else { throw .malformed(part) }
        return text.lowercased()
    }

    /// A UUID of any version in the hyphenated form (RFC 9562, 4), in lower case.
    static func uuid(_ text: String, _ part: DeepLinkPart) throws(DeepLinkError) -> String {
        guard text.utf8.count == 36 else { throw .malformed(part) }
        for (position, byte) in text.utf8.enumerated() {
            let isHyphen = position == 8 || position == 13 || position == 18 || position == 23
            guard isHyphen ? byte == UInt8(ascii: "-") : ASCII.isHexDigit(byte) else {
                throw .malformed(part)
            }
        }
        return text.lowercased()
    }

    /// A text without meaning to the link: not empty, within a limit of bytes, without control characters.
    static func opaque(
        _ text: String, _ part: DeepLinkPart, limit: Int = opaqueLimit
    ) throws(DeepLinkError) -> String {
        guard !text.isEmpty else { throw .missing(part) }
        guard text.utf8.count <= limit, !PercentCoding.hasControl(text) else { throw .malformed(part) }
        return text
    }

    /// An opaque text that stays one segment of a path: neither `.` nor `..`, which readers of paths take
    /// away.
    static func segment(
        _ text: String, _ part: DeepLinkPart, limit: Int = opaqueLimit
    ) throws(DeepLinkError) -> String {
        guard text != ".", text != ".." else { throw .malformed(part) }
        return try opaque(text, part, limit: limit)
    }
}
