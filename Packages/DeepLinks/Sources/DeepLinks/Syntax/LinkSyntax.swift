/// A link cut into its parts (RFC 3986, 3), nothing decoded yet.
struct LinkSyntax {
    /// The scheme, in lower case.
    let scheme: String
    /// What stands between `//` and the path; nil without `//`.
    let authority: ArraySlice<UInt8>?
    let path: ArraySlice<UInt8>
    /// What stands behind `?`, empty or not; nil without one.
    let query: ArraySlice<UInt8>?
    /// Whether a `#` stands in the link, even with nothing behind it.
    let hasFragment: Bool

    /// Cuts a link; a space or an ASCII control character in it, or more bytes than the limit, refuse it.
    ///
    /// - Parameter part: what the text is, for the error.
    init(_ bytes: [UInt8], limit: Int, part: DeepLinkPart) throws(DeepLinkError) {
        guard bytes.count <= limit else { throw .tooLong(bytes: bytes.count, limit: limit) }
        guard bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw .malformed(part) }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(bytes[..<colon]) else {
            throw .unsupportedScheme
        }
        scheme = ASCII.lowercased(bytes[..<colon])
        var rest = bytes[(colon + 1)...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            hasFragment = true
            rest = rest[..<hash]
        } else {
            hasFragment = false
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[(mark + 1)...]
            rest = rest[..<mark]
        } else {
            query = nil
        }
        if rest.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<end]
            path = rest[end...]
        } else {
            authority = nil
            path = rest
        }
    }

    /// Whether the path is empty or the root alone.
    var hasNoPath: Bool { path.isEmpty || path.elementsEqual([UInt8(ascii: "/")]) }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, ASCII.isLetter(first) else { return false }
        return bytes.allSatisfy { byte in
            ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".")
        }
    }
}
