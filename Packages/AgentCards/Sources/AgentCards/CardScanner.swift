internal import NostrCore

/// Walks over a card's brackets and commas, and hands its outermost members over.
///
/// NostrCore's reader refuses a repeated key wherever it stands, while a card may repeat whatever is not read of it. So the
/// walk is here, and each key, string, number and literal is NostrCore's to check.
struct CardScanner {
    /// What a member holds, as far as a card's reader asks.
    enum Value {
        case string(String)
        case null
        /// Anything else, by the name of its kind.
        case other(String)
    }

    /// The deepest nesting of arrays and objects.
    static let maximumDepth = 64

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads the whole text, which must be one object, and hands over each member with its key's offset.
    mutating func document(
        member: (String, Int, Value) throws(AgentCardError) -> Void
    ) throws(AgentCardError) {
        let isObject = try peek(expected: "a value") == UInt8(ascii: "{")
        guard isObject else {
            let value = try self.value(depth: 0)
            try end()
            throw .notAnObject(found: value.kindName)
        }
        try object(depth: 1, member: member)
        try end()
    }

    // MARK: Structure

    private mutating func value(depth: Int) throws(AgentCardError) -> Value {
        switch try peek(expected: "a value") {
        case UInt8(ascii: "{"):
            try object(depth: depth + 1) { (_, _, _) throws(AgentCardError) in }
            return .other("an object")
        case UInt8(ascii: "["):
            try array(depth: depth + 1)
            return .other("an array")
        default:
            switch try token() {
            case .string(let text): return .string(text)
            case .null: return .null
            case let value: return .other(value.kindName)
            }
        }
    }

    private mutating func object(
        depth: Int, member: (String, Int, Value) throws(AgentCardError) -> Void
    ) throws(AgentCardError) {
        try open(depth: depth)
        if try peek(expected: "a key or '}'") == UInt8(ascii: "}") {
            position += 1
            return
        }
        repeat {
            let found = try peek(expected: "a key")
            let offset = position
            guard found == UInt8(ascii: "\""), case .string(let key) = try token() else {
                throw unexpected(found, expected: "a key")
            }
            let colon = try peek(expected: "':'")
            guard colon == UInt8(ascii: ":") else { throw unexpected(colon, expected: "':'") }
            position += 1
            try member(key, offset, try value(depth: depth))
        } while try another(closing: UInt8(ascii: "}"))
    }

    private mutating func array(depth: Int) throws(AgentCardError) {
        try open(depth: depth)
        if try peek(expected: "a value or ']'") == UInt8(ascii: "]") {
            position += 1
            return
        }
        repeat {
            _ = try value(depth: depth)
        } while try another(closing: UInt8(ascii: "]"))
    }

    private mutating func open(depth: Int) throws(AgentCardError) {
        guard depth <= Self.maximumDepth else { throw fault(.tooDeep(limit: Self.maximumDepth)) }
        position += 1
    }

    /// After an element: true if a comma announces another, false if the closing byte was consumed.
    private mutating func another(closing: UInt8) throws(AgentCardError) -> Bool {
        let found = try peek(expected: Self.commaOrBracket)
        guard found == UInt8(ascii: ",") || found == closing else {
            throw unexpected(found, expected: Self.commaOrBracket)
        }
        position += 1
        return found != closing
    }

    private mutating func end() throws(AgentCardError) {
        skipWhiteSpace()
        guard position == bytes.count else { throw fault(.trailingData) }
    }

    // MARK: Tokens

    /// Consumes a string, number or literal.
    private mutating func token() throws(AgentCardError) -> JSONValue {
        let start = position
        let isString = bytes[start] == UInt8(ascii: "\"")
        let end = isString ? endOfString(from: start) : endOfWord(from: start)
        guard end > start else { throw unexpected(bytes[start], expected: "a value") }
        position = end
        do throws(JSONError) {
            return try JSONValue.parse(
                Array(bytes[start..<end]), limits: JSONLimits(maximumBytes: end - start, maximumDepth: 0))
        } catch {
            position = start + error.offset
            guard position < bytes.count else { throw fault(error.reason) }
            // The token's end is not the text's, so the byte that ends it is the one that can't stand there.
            switch error.reason {
            case .unexpectedEnd(let expected): throw unexpected(bytes[position], expected: expected)
            case .trailingData: throw unexpected(bytes[position], expected: Self.commaOrBracket)
            default: throw fault(error.reason)
            }
        }
    }

    /// The position behind a string's closing quote, or the text's end.
    private func endOfString(from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): return index + 1
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return bytes.count
    }

    private func endOfWord(from start: Int) -> Int {
        bytes[start...].firstIndex { Self.isWhiteSpace($0) || ",:[]{}\"".utf8.contains($0) } ?? bytes.count
    }

    /// The next byte that is not white space, not consumed.
    private mutating func peek(expected: String) throws(AgentCardError) -> UInt8 {
        skipWhiteSpace()
        guard position < bytes.count else { throw fault(.unexpectedEnd(expected: expected)) }
        return bytes[position]
    }

    private mutating func skipWhiteSpace() {
        while position < bytes.count, Self.isWhiteSpace(bytes[position]) { position += 1 }
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static let commaOrBracket = "',' or the closing bracket"

    private func unexpected(_ byte: UInt8, expected: String) -> AgentCardError {
        fault(.unexpectedByte(byte, expected: expected))
    }

    private func fault(_ reason: JSONError.Reason) -> AgentCardError {
        .malformed(JSONError(reason, at: position))
    }
}

extension CardScanner.Value {
    /// What kind of value it is, as an error message names it.
    var kindName: String {
        switch self {
        case .string: "a string"
        case .null: "null"
        case .other(let kind): kind
        }
    }
}
