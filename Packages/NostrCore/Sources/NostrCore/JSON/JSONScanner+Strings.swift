extension JSONScanner {
    /// Consumes a string whose opening quote comes next, checking escapes and UTF-8.
    mutating func string() throws(JSONError) -> StringToken {
        position += 1
        let start = position
        var hasEscapes = false
        var isCanonical = true
        while true {
            let run = StringText.run(in: bytes, from: position, to: end)
            position = run.end
            hasEscapes = hasEscapes || run.hasEscapes
            guard position < end else { throw JSONError(.unexpectedEnd(expected: "'\"'"), at: position) }
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                let range = start..<position
                position += 1
                return StringToken(range: range, hasEscapes: hasEscapes, isCanonical: isCanonical)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                let canonical = try escape()
                isCanonical = isCanonical && canonical
            } else if byte < 0x20 {
                throw unexpected(byte, expected: "an escape for a control character")
            } else {
                try multibyteCharacter(byte)
            }
        }
    }

    /// Consumes an escape; true if NIP-01's serialisation spells that character the same way.
    private mutating func escape() throws(JSONError) -> Bool {
        let start = position
        position += 1
        guard position < end else { throw JSONError(.unexpectedEnd(expected: "an escape"), at: position) }
        let kind = bytes[position]
        switch kind {
        case _ where StringText.isCanonicalEscape(kind):
            position += 1
            return true
        case UInt8(ascii: "/"):
            position += 1
            return false
        case UInt8(ascii: "u"):
            position += 1
            let unit = try hexUnit()
            if unit & 0xFC00 == 0xD800 {
                guard position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
                    bytes[position + 1] == UInt8(ascii: "u")
                else { throw JSONError(.loneSurrogate, at: start) }
                position += 2
                guard try hexUnit() & 0xFC00 == 0xDC00 else { throw JSONError(.loneSurrogate, at: start) }
                return false
            }
            guard unit & 0xFC00 != 0xDC00 else { throw JSONError(.loneSurrogate, at: start) }
            return unit < 0x20 && CanonicalText.isCanonicalControlEscape(bytes[start..<position])
        default:
            throw unexpected(kind, expected: "one of \" \\ / b f n r t u after a backslash")
        }
    }

    private mutating func hexUnit() throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard position < end else {
                throw JSONError(.unexpectedEnd(expected: "a hex digit"), at: position)
            }
            guard let digit = Hex.nibble(bytes[position], acceptUppercase: true) else {
                throw unexpected(bytes[position], expected: "a hex digit")
            }
            unit = unit << 4 | UInt32(digit)
            position += 1
        }
        return unit
    }

    /// Consumes a character of two to four bytes (RFC 3629), or finds that it is none.
    private mutating func multibyteCharacter(_ lead: UInt8) throws(JSONError) {
        let length: Int
        let second: ClosedRange<UInt8>
        switch lead {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE, 0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw JSONError(.invalidUTF8, at: position)
        }
        guard position + length <= end, second.contains(bytes[position + 1]) else {
            throw JSONError(.invalidUTF8, at: position)
        }
        for offset in 2..<max(length, 2) where bytes[position + offset] & 0xC0 != 0x80 {
            throw JSONError(.invalidUTF8, at: position)
        }
        position += length
    }

    /// The string that a token stands for.
    func text(of token: StringToken) -> String {
        guard token.hasEscapes else { return String(decoding: bytes[token.range], as: UTF8.self) }
        return String(decoding: decodedBytes(of: token), as: UTF8.self)
    }

    /// The token's bytes with every escape resolved.
    func decodedBytes(of token: StringToken) -> [UInt8] {
        CanonicalText.unescape(bytes[token.range])
    }
}

/// The keys of one object so far, compared as bytes: two spellings of one key are one key, and two strings that
/// Unicode calls equivalent are two.
struct KeySet {
    // A plain search is fastest for the few members that real objects have; a set keeps a hostile object linear.
    private static let searchLimit = 16
    private var tokens: [JSONScanner.StringToken] = []
    private var decoded: Set<[UInt8]> = []

    /// Adds a key; one that was there already is an error.
    mutating func insert(_ key: JSONScanner.StringToken, in scanner: JSONScanner) throws(JSONError) {
        if tokens.count < Self.searchLimit {
            for other in tokens where Self.equal(key, other, in: scanner) { throw scanner.duplicate(key) }
            tokens.append(key)
            return
        }
        if decoded.isEmpty { decoded = Set(tokens.map { scanner.decodedBytes(of: $0) }) }
        guard decoded.insert(scanner.decodedBytes(of: key)).inserted else { throw scanner.duplicate(key) }
    }

    private static func equal(
        _ left: JSONScanner.StringToken, _ right: JSONScanner.StringToken, in scanner: JSONScanner
    ) -> Bool {
        if !left.hasEscapes, !right.hasEscapes {
            guard left.range.count == right.range.count else { return false }
            return scanner.bytes[left.range] == scanner.bytes[right.range]
        }
        return scanner.decodedBytes(of: left) == scanner.decodedBytes(of: right)
    }
}
