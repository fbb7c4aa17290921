/// Percent-encoding (RFC 3986, 2.1): decoded once, `+` stays a plus, and the result must be UTF-8.
enum PercentCoding {
    /// Decodes a part of a link that may hold `:`, `@`, `/` and `?` beside the characters of a path segment.
    ///
    /// Text beyond ASCII may stand unencoded (RFC 3987). Nil for a broken escape, for an ASCII character that
    /// no URL may hold, for bytes that are not UTF-8 and for a control character, encoded or not.
    static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var position = bytes.startIndex
        while position < bytes.endIndex {
            var byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "%") {
                guard bytes.endIndex - position >= 2,
                    let high = ASCII.value(ofHexDigit: bytes[position]),
                    let low = ASCII.value(ofHexDigit: bytes[position + 1])
                else { return nil }
                byte = high << 4 | low
                position += 2
            } else if !isAllowed(byte) {
                return nil
            }
            decoded.append(byte)
        }
        guard let text = String(validating: decoded, as: UTF8.self), !hasControl(text) else { return nil }
        return text
    }

    /// Whether a text has a control character: U+0000 to U+001F and U+007F to U+009F.
    static func hasControl(_ text: String) -> Bool {
        let bytes = text.utf8.span
        var previous: UInt8 = 0
        for index in bytes.indices {
            let byte = bytes[index]
            // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
            if byte < 0x20 || byte == 0x7F || previous == 0xC2 && byte < 0xA0 { return true }
            previous = byte
        }
        return false
    }

    /// How many bytes ``encode(_:)`` makes of a text.
    static func encodedCount(_ text: String) -> Int {
        text.utf8.reduce(0) { $0 + (isUnreserved($1) ? 1 : 3) }
    }

    /// The text with all but RFC 3986's unreserved characters encoded, in upper-case digits.
    ///
    /// A space is `%20` and a plus `%2B`, so that readers of web forms see the same text.
    static func encode(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: ASCII.isAlphanumeric(byte)
        }
    }

    /// The characters of RFC 3986's `query` that stand for themselves, and all beyond ASCII.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "?"),
            0x80...:
            true
        default: isUnreserved(byte)
        }
    }
}
