import NostrCore
import Testing

/// One text and what must be said about it.
struct RefusedText: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let error: JSONError

    init(_ name: String, _ text: String, _ reason: JSONError.Reason, at offset: Int) {
        self.init(name, bytes: Array(text.utf8), reason, at: offset)
    }

    init(_ name: String, bytes: [UInt8], _ reason: JSONError.Reason, at offset: Int) {
        testDescription = name
        self.bytes = bytes
        error = JSONError(reason, at: offset)
    }
}

@Suite struct JSONRefusalTests {
    static let control = "an escape for a control character"
    static let afterBackslash = "one of \" \\ / b f n r t u after a backslash"
    static let next = "',' or the closing bracket"

    static let rows: [RefusedText] = [
        .init("nothing", "", .unexpectedEnd(expected: "a value"), at: 0),
        .init("white space alone", " \n\t\r", .unexpectedEnd(expected: "a value"), at: 4),
        .init("a byte order mark", "\u{FEFF}1", .unexpectedByte(0xEF, expected: "a value"), at: 0),
        .init("form feed as white space", "\u{C}1", .unexpectedByte(0x0C, expected: "a value"), at: 0),
        .init("no-break space", "\u{A0}1", .unexpectedByte(0xC2, expected: "a value"), at: 0),
        .init("two values", "1 2", .trailingData, at: 2),
        .init("text after an object", "{}x", .trailingData, at: 2),
        .init("a comma after the value", "[1],", .trailingData, at: 3),
        .init("open array", "[1", .unexpectedEnd(expected: next), at: 2),
        .init("comma before the end", "[1,]", .unexpectedByte(0x5D, expected: "a value"), at: 3),
        .init("comma first", "[,1]", .unexpectedByte(0x2C, expected: "a value"), at: 1),
        .init("no comma", "[1 2]", .unexpectedByte(0x32, expected: next), at: 3),
        .init("array closed as object", "[1}", .unexpectedByte(0x7D, expected: next), at: 2),
        .init("key without quotes", "{a:1}", .unexpectedByte(0x61, expected: "a key"), at: 1),
        .init("number as key", "{ 1:1}", .unexpectedByte(0x31, expected: "a key"), at: 2),
        .init("no colon", #"{"a" 1}"#, .unexpectedByte(0x31, expected: "':'"), at: 5),
        .init("no value", #"{"a":}"#, .unexpectedByte(0x7D, expected: "a value"), at: 5),
        .init("comma before the brace", #"{"a":1,}"#, .unexpectedByte(0x7D, expected: "a key"), at: 7),
        .init("literal cut short", "nul", .unexpectedEnd(expected: "null"), at: 3),
        .init("literal misspelt", "trUe", .unexpectedByte(0x55, expected: "true"), at: 2),
        .init("literal run on", "falsey", .trailingData, at: 5),
        .init("capital literal", "True", .unexpectedByte(0x54, expected: "a value"), at: 0),
        .init("not a number", "NaN", .unexpectedByte(0x4E, expected: "a value"), at: 0),
        .init("plus sign", "+1", .unexpectedByte(0x2B, expected: "a value"), at: 0),
        .init("leading zero", "01", .unexpectedByte(0x31, expected: "no digit after a leading zero"), at: 1),
        .init(
            "leading zero, negative", "-01", .unexpectedByte(0x31, expected: "no digit after a leading zero"),
            at: 2),
        .init("minus alone", "-", .unexpectedEnd(expected: "a digit"), at: 1),
        .init("point without digits", "1.", .unexpectedEnd(expected: "a digit"), at: 2),
        .init("point first", ".5", .unexpectedByte(0x2E, expected: "a value"), at: 0),
        .init("exponent without digits", "[1e]", .unexpectedByte(0x5D, expected: "a digit"), at: 3),
        .init("exponent sign without digits", "1e+", .unexpectedEnd(expected: "a digit"), at: 3),
        .init("hexadecimal", "0x1", .trailingData, at: 1),
        .init("a digit of another script", "\u{FF11}", .unexpectedByte(0xEF, expected: "a value"), at: 0),
        .init("open string", #""abc"#, .unexpectedEnd(expected: "'\"'"), at: 4),
        .init("string ends in a backslash", #""abc\"#, .unexpectedEnd(expected: "an escape"), at: 5),
        .init("raw line feed", "\"a\nb\"", .unexpectedByte(0x0A, expected: control), at: 2),
        .init("raw NUL", "\"a\0b\"", .unexpectedByte(0, expected: control), at: 2),
        .init("raw unit separator", "\"\u{1F}\"", .unexpectedByte(0x1F, expected: control), at: 1),
        .init(
            "control after a long run", "\"\(String(repeating: "x", count: 37))\u{1}\"",
            .unexpectedByte(1, expected: control), at: 38),
        .init("unknown escape", #""\x41""#, .unexpectedByte(0x78, expected: afterBackslash), at: 2),
        .init("capital U", #""\U0041""#, .unexpectedByte(0x55, expected: afterBackslash), at: 2),
        .init("three hex digits", #""\u004""#, .unexpectedByte(0x22, expected: "a hex digit"), at: 6),
        .init("hex digit out of range", #""\u00g0""#, .unexpectedByte(0x67, expected: "a hex digit"), at: 5),
        .init("escape cut short", #""\u00"#, .unexpectedEnd(expected: "a hex digit"), at: 5),
        .init("high surrogate alone", #""a\ud83e""#, .loneSurrogate, at: 2),
        .init("high surrogate, then text", #""\ud83eabcdef""#, .loneSurrogate, at: 1),
        .init("high surrogate, other escape", #""\ud83e\n""#, .loneSurrogate, at: 1),
        .init("high surrogate twice", #""\ud83e\ud83e""#, .loneSurrogate, at: 1),
        .init("halves in the wrong order", #""\udee1\ud83e""#, .loneSurrogate, at: 1),
        .init("low surrogate alone", #"{"\udead":1}"#, .loneSurrogate, at: 2),
        .init("continuation byte first", bytes: [0x22, 0x80, 0x22], .invalidUTF8, at: 1),
        .init("overlong slash", bytes: [0x22, 0x61, 0xC0, 0xAF, 0x22], .invalidUTF8, at: 2),
        .init("overlong in three", bytes: [0x22, 0xE0, 0x80, 0xAF, 0x22], .invalidUTF8, at: 1),
        .init("overlong in four", bytes: [0x22, 0xF0, 0x80, 0x80, 0xAF, 0x22], .invalidUTF8, at: 1),
        .init("encoded surrogate", bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8, at: 1),
        .init("beyond U+10FFFF", bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8, at: 1),
        .init("lead byte F5", bytes: [0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], .invalidUTF8, at: 1),
        .init("two of three bytes", bytes: [0x22, 0xE2, 0x80, 0x22], .invalidUTF8, at: 1),
        .init("character cut by the end", bytes: [0x22, 0xE2, 0x80], .invalidUTF8, at: 1),
        .init("third byte wrong", bytes: [0x22, 0xE2, 0x80, 0x28, 0x22], .invalidUTF8, at: 1),
        .init("fourth byte wrong", bytes: [0x22, 0xF0, 0x9F, 0x8D, 0x41, 0x22], .invalidUTF8, at: 1),
        .init(
            "wrong byte after a long run",
            bytes: [0x22] + [UInt8](repeating: 0x78, count: 21) + [0xFF, 0x22],
            .invalidUTF8, at: 22),
    ]

    @Test("refused at the byte", arguments: rows)
    func refused(_ row: RefusedText) {
        #expect(throws: row.error) {
            try JSONValue.parse(row.bytes, limits: JSONLimits(maximumBytes: 1000))
        }
    }

    @Test("every description names the byte offset", arguments: rows)
    func description(_ row: RefusedText) {
        #expect(row.error.description.contains("byte \(row.error.offset)"))
    }

    static let duplicates: [RefusedText] = [
        .init("plainly", #"{"a":1,"a":2}"#, .duplicateKey("a"), at: 7),
        .init("behind white space", "{\"a\":1,\n  \"a\":2}", .duplicateKey("a"), at: 10),
        .init("not next to each other", #"{"a":1,"b":2,"a":3}"#, .duplicateKey("a"), at: 13),
        .init("spelled with an escape", #"{"a":1,"\u0061":2}"#, .duplicateKey("a"), at: 7),
        .init("escaped both times", #"{"\u0061":1,"\u0061":2}"#, .duplicateKey("a"), at: 12),
        .init("solidus escaped", #"{"/":1,"\/":2}"#, .duplicateKey("/"), at: 7),
        .init("quote by letter and by number", #"{"\"":1,"\u0022":2}"#, .duplicateKey("\""), at: 8),
        .init("emoji raw and escaped", #"{"🍕":1,"\ud83c\udf55":2}"#, .duplicateKey("🍕"), at: 10),
        .init("hex digits in either case", #"{"\u00e9":1,"\u00E9":2}"#, .duplicateKey("é"), at: 12),
        .init("empty key", #"{"":1,"":2}"#, .duplicateKey(""), at: 6),
        .init("deep in arrays and objects", #"[[{"x":{"k":1,"k":1}}]]"#, .duplicateKey("k"), at: 14),
    ]

    @Test("a repeated key is refused", arguments: duplicates)
    func duplicate(_ row: RefusedText) {
        #expect(throws: row.error) { try JSONValue.parse(row.bytes, limits: JSONLimits(maximumBytes: 1000)) }
    }

    @Test(
        "a repeated key is found among many", arguments: [15, 16, 17, 18, 40, 2000],
        ["\"k3\"", #""\u006b3""#])
    func duplicateAmongMany(count: Int, spelling: String) {
        let members = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
        let text = "{\(members),\(spelling):1}"
        #expect(throws: JSONError(.duplicateKey("k3"), at: members.utf8.count + 2)) {
            try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 100_000))
        }
    }

    @Test("one text over the limit is not looked at")
    func tooLong() {
        #expect(throws: JSONError(.tooLong(limit: 4), at: 4)) {
            try JSONValue.parse("nul\0\0", limits: JSONLimits(maximumBytes: 4))
        }
        #expect(throws: Never.self) { try JSONValue.parse("null", limits: JSONLimits(maximumBytes: 4)) }
    }

    @Test("the 65th bracket is refused", arguments: [("[", "]", 1), ("{\"a\":", "}", 5)])
    func depth(open: String, close: String, width: Int) throws {
        func nested(_ count: Int) -> String {
            let core = open.hasPrefix("{") ? "0" : ""
            return String(repeating: open, count: count) + core + String(repeating: close, count: count)
        }
        let limits = JSONLimits(maximumBytes: 10_000)
        #expect(throws: Never.self) { try JSONValue.parse(nested(64), limits: limits) }
        #expect(throws: JSONError(.tooDeep(limit: 64), at: 64 * width)) {
            try JSONValue.parse(nested(65), limits: limits)
        }
        #expect(throws: JSONError(.tooDeep(limit: 2), at: 2 * width)) {
            try JSONValue.parse(nested(3), limits: JSONLimits(maximumBytes: 10_000, maximumDepth: 2))
        }
    }

    @Test("a million open brackets are refused and not recursed into")
    func bomb() {
        let text = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(throws: JSONError(.tooDeep(limit: 64), at: 64)) {
            try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 1_000_000))
        }
    }

    @Test("a shown key is cut short")
    func longKey() {
        let key = String(repeating: "k", count: 5000)
        let error = JSONError(.duplicateKey(key), at: 0)
        #expect(error.description.utf8.count < 200)
    }
}

@Suite struct JSONValueTests {
    static let limits = JSONLimits(maximumBytes: 100_000)

    struct Number: Sendable, CustomTestStringConvertible {
        let text: String
        let integer: Int64?
        var testDescription: String { text }
        init(_ text: String, _ integer: Int64?) {
            self.text = text
            self.integer = integer
        }
    }

    @Test(
        "integers are exact, all else keeps its text",
        arguments: [
            Number("-0", nil), Number("1e0", nil), Number("1.0", nil), Number("9223372036854775808", nil),
            Number("-9223372036854775809", nil), Number("18446744073709551616", nil), Number("1E400", nil),
            Number("0.1", nil), Number("0", 0), Number("-1", -1),
            Number("9007199254740993", 9_007_199_254_740_993),
            Number("9223372036854775807", .max), Number("-9223372036854775808", .min),
        ])
    func numbers(_ row: Number) throws {
        let value = try JSONValue.parse(row.text, limits: Self.limits)
        if let integer = row.integer {
            #expect(value == .integer(integer))
        } else {
            guard case .number(let number) = value else {
                Issue.record("read as \(value)")
                return
            }
            #expect(number.text == row.text)
            #expect(JSONNumber(row.text) == number)
        }
        #expect(value.serialized() == Array(row.text.utf8))
    }

    @Test(
        "a text that spells no number makes none",
        arguments: ["", "-", "01", "1.", "1e", "+1", " 1", "1 ", "1,2", "NaN"])
    func noNumber(text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test("canonically equivalent keys are two keys")
    func equivalentKeys() throws {
        // U+00E9, and U+0065 U+0301: equal to Swift's String, different to JSON.
        let text = #"{"\#u{E9}":1,"e\#u{301}":2}"#
        let value = try JSONValue.parse(text, limits: Self.limits)
        guard case .object(let object) = value else {
            Issue.record("not an object")
            return
        }
        #expect(object.members.count == 2)
        #expect(object["\u{E9}"] == .integer(1))
        #expect(object["e\u{301}"] == .integer(2))
        #expect(value.serialized() == Array(text.utf8))
    }

    @Test("canonically equivalent strings are two values")
    func equivalentStrings() {
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
        #expect(JSONValue.string("\u{E9}") == .string("\u{E9}"))
    }

    @Test("members keep the order of the text")
    func order() throws {
        let text = #"{"z":1,"a":2,"m":{"y":0,"b":0}}"#
        #expect(try JSONValue.parse(text, limits: Self.limits).serialized() == Array(text.utf8))
    }

    @Test("setting, replacing and removing members")
    func editing() {
        var object = JSONObject([.init("a", .integer(1)), .init("b", .null), .init("a", .integer(2))])
        #expect(object.members.map(\.key) == ["a", "b"])
        #expect(object["a"] == .integer(2))
        object["b"] = nil
        object["missing"] = nil
        object["c"] = .bool(true)
        #expect(JSONValue.object(object).serialized() == Array(#"{"a":2,"c":true}"#.utf8))
    }

    @Test("white space between tokens means nothing")
    func whiteSpace() throws {
        let spaced = " \t\n\r{ \"a\" : [ 1 , true , null ] , \"b\" : { } , \"c\" : [ ] } \n"
        let value = try JSONValue.parse(spaced, limits: Self.limits)
        #expect(value.serialized() == Array(#"{"a":[1,true,null],"b":{},"c":[]}"#.utf8))
    }

    @Test("random values survive writing and reading", arguments: [UInt64.random(in: 0 ... .max)])
    func property(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<400 {
            let text = generator.string(upTo: 40)
            let value = try JSONValue.parse(generator.spelling(of: text), limits: Self.limits)
            #expect(value == .string(text), "seed \(seed)")
            #expect(try JSONValue.parse(value.serialized(), limits: Self.limits) == value, "seed \(seed)")
        }
    }

    @Test(
        "bytes changed at random are read or refused, never a trap",
        arguments: [UInt64.random(in: 0 ... .max)])
    func mutation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let base = Array(#"{"a":[1,-2.5e3,"x\u00e9\n🍕",{"b":null}],"c":true,"d":"\ud83c\udf55"}"#.utf8)
        for _ in 0..<4000 {
            var bytes = base
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            bytes.removeLast(Int.random(in: 0...3, using: &generator))
            guard let value = try? JSONValue.parse(bytes, limits: Self.limits) else { continue }
            #expect(String(validating: bytes, as: UTF8.self) != nil, "seed \(seed)")
            #expect(try JSONValue.parse(value.serialized(), limits: Self.limits) == value, "seed \(seed)")
        }
    }
}
