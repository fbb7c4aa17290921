/// Reads JSON from bytes, front to back.
///
/// Everything that parses outside text in this package stands on it.
///
/// It knows tokens; what an object means is for its callers. After a thrown error its position has no meaning.
struct JSONScanner {
    /// A string as it stands in the text.
    struct StringToken {
        /// The bytes between the quotes.
        let range: Range<Int>
        /// Whether any escape occurs; without one the bytes are the string.
        let hasEscapes: Bool
        /// Whether the bytes are also what NIP-01's serialisation would write for this string.
        let isCanonical: Bool
    }

    let bytes: [UInt8]
    let end: Int
    let maximumDepth: Int
    var position: Int
    /// Whether white space was passed over; callers reset it where they want to know.
    var skippedWhiteSpace = false

    init(_ bytes: [UInt8], limits: JSONLimits) throws(JSONError) {
        guard bytes.count <= limits.maximumBytes else {
            throw JSONError(.tooLong(limit: limits.maximumBytes), at: limits.maximumBytes)
        }
        self.init(bytes, range: 0..<bytes.count, maximumDepth: limits.maximumDepth)
    }

    /// Reads a part of the bytes, whose length the caller has checked.
    init(_ bytes: [UInt8], range: Range<Int>, maximumDepth: Int) {
        self.bytes = bytes
        self.end = range.upperBound
        self.maximumDepth = maximumDepth
        self.position = range.lowerBound
    }

    // MARK: Structure

    /// The next byte that is not white space, not consumed.
    @inline(__always)
    mutating func peek(expected: StaticString) throws(JSONError) -> UInt8 {
        while position < end {
            let byte = bytes[position]
            if byte > 0x20 || !(byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09) { return byte }
            skippedWhiteSpace = true
            position += 1
        }
        throw JSONError(.unexpectedEnd(expected: "\(expected)"), at: position)
    }

    mutating func expect(_ byte: UInt8, _ name: StaticString) throws(JSONError) {
        let found = try peek(expected: name)
        guard found == byte else { throw unexpected(found, expected: name) }
        position += 1
    }

    /// Consumes the byte if it comes next.
    mutating func consume(_ byte: UInt8, expected: StaticString) throws(JSONError) -> Bool {
        guard try peek(expected: expected) == byte else { return false }
        position += 1
        return true
    }

    /// After an element: true if a comma announces another, false if the closing byte was consumed.
    mutating func another(closing: UInt8) throws(JSONError) -> Bool {
        let found = try peek(expected: "',' or the closing bracket")
        guard found == UInt8(ascii: ",") || found == closing else {
            throw unexpected(found, expected: "',' or the closing bracket")
        }
        position += 1
        return found != closing
    }

    mutating func expectEnd() throws(JSONError) {
        while position < end {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else {
                throw JSONError(.trailingData, at: position)
            }
            position += 1
        }
    }

    func unexpected(_ byte: UInt8, expected: StaticString) -> JSONError {
        JSONError(.unexpectedByte(byte, expected: "\(expected)"), at: position)
    }

    func checkDepth(_ depth: Int) throws(JSONError) {
        guard depth <= maximumDepth else { throw JSONError(.tooDeep(limit: maximumDepth), at: position) }
    }

    // MARK: Literals and numbers

    mutating func literal(_ text: String) throws(JSONError) {
        for expected in text.utf8 {
            guard position < end else { throw JSONError(.unexpectedEnd(expected: text), at: position) }
            guard bytes[position] == expected else {
                throw JSONError(.unexpectedByte(bytes[position], expected: text), at: position)
            }
            position += 1
        }
    }

    /// Consumes a number and returns where it stands (RFC 8259 §6: no leading zero, no plus, digits on both sides
    /// of a point).
    mutating func number() throws(JSONError) -> Range<Int> {
        let start = position
        if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let firstDigit = position
        try digits()
        if bytes[firstDigit] == UInt8(ascii: "0"), position > firstDigit + 1 {
            position = firstDigit + 1
            throw unexpected(bytes[position], expected: "no digit after a leading zero")
        }
        if position < end, bytes[position] == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") {
                position += 1
            }
            try digits()
        }
        return start..<position
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while position < end, bytes[position] &- UInt8(ascii: "0") <= 9 { position += 1 }
        guard position > start else {
            guard position < end else { throw JSONError(.unexpectedEnd(expected: "a digit"), at: position) }
            throw unexpected(bytes[position], expected: "a digit")
        }
    }

    /// The integer that a number's text spells, or nil if it has a fraction, an exponent, a negative zero, or does
    /// not fit 64 bits.
    func integer(in range: Range<Int>) -> Int64? {
        var index = range.lowerBound
        let negative = bytes[index] == UInt8(ascii: "-")
        if negative { index += 1 }
        var value: Int64 = 0
        while index < range.upperBound {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) =
                negative
                ? product.subtractingReportingOverflow(Int64(digit))
                : product.addingReportingOverflow(Int64(digit))
            guard !overflow, !carry else { return nil }
            value = sum
            index += 1
        }
        return negative && value == 0 ? nil : value
    }

    // MARK: Whole values

    /// Consumes any value, checking it fully.
    mutating func skipValue(depth: Int) throws(JSONError) {
        switch try peek(expected: "a value") {
        case UInt8(ascii: "{"):
            try object(depth: depth) { (scanner, _) throws(JSONError) in
                try scanner.skipValue(depth: depth + 1)
            }
        case UInt8(ascii: "["):
            try array(depth: depth) { (scanner) throws(JSONError) in try scanner.skipValue(depth: depth + 1) }
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): _ = try number()
        case let byte: throw unexpected(byte, expected: "a value")
        }
    }

    /// Consumes an array, handing over before each element.
    ///
    /// `depth` counts the arrays and objects around it.
    mutating func array(
        depth: Int, element: (inout JSONScanner) throws(JSONError) -> Void
    ) throws(JSONError) {
        try checkDepth(depth + 1)
        try expect(UInt8(ascii: "["), "'['")
        if try consume(UInt8(ascii: "]"), expected: "a value or ']'") { return }
        repeat {
            try element(&self)
        } while try another(closing: UInt8(ascii: "]"))
    }

    /// Consumes an object, handing over after each key and its colon.
    ///
    /// A repeated key is refused.
    mutating func object(
        depth: Int, member: (inout JSONScanner, StringToken) throws(JSONError) -> Void
    ) throws(JSONError) {
        var keys = KeySet()
        try members(depth: depth) { (scanner, key) throws(JSONError) in
            try keys.insert(key, in: scanner)
            try member(&scanner, key)
        }
    }

    /// The same without looking for repeated keys, for a caller that does so itself.
    mutating func members(
        depth: Int, member: (inout JSONScanner, StringToken) throws(JSONError) -> Void
    ) throws(JSONError) {
        try checkDepth(depth + 1)
        try expect(UInt8(ascii: "{"), "'{'")
        if try consume(UInt8(ascii: "}"), expected: "a key or '}'") { return }
        repeat {
            guard try peek(expected: "a key") == UInt8(ascii: "\"") else {
                throw unexpected(bytes[position], expected: "a key")
            }
            let key = try string()
            try expect(UInt8(ascii: ":"), "':'")
            try member(&self, key)
        } while try another(closing: UInt8(ascii: "}"))
    }

    /// That a key occurs twice, reported at its second opening quote.
    func duplicate(_ key: StringToken) -> JSONError {
        JSONError(.duplicateKey(text(of: key)), at: key.range.lowerBound - 1)
    }
}
