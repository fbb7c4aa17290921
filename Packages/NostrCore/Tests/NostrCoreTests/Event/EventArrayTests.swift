import NostrCore
import Testing

@Suite struct EventArrayTests {
    static func parse(_ text: String, maximumBytes: Int = 100_000) throws(JSONError) -> EventArray {
        try EventArray.parse(Array(text.utf8), maximumBytes: maximumBytes)
    }

    @Test(
        "a broken array is an error",
        arguments: [
            "", "{}", "null", "[", "[,]", "[1,,2]", "[1,]", "[] x", "[1] 2", "[{}", "[\"a", "[\"a\\",
            "[{\"a\":\"]",
            "[{} {}]", "[1 , ", "[[", "]", "[\u{FEFF}", "\u{FEFF}[]",
        ])
    func broken(text: String) {
        #expect(throws: JSONError.self) { try Self.parse(text) }
    }

    @Test("too long")
    func tooLong() {
        #expect(throws: JSONError(.tooLong(limit: 3), at: 3)) { try Self.parse("[ ] ", maximumBytes: 3) }
    }

    @Test("an empty array", arguments: ["[]", " [ \n] "])
    func empty(text: String) throws {
        let array = try Self.parse(text)
        #expect(array.events.isEmpty)
        #expect(array.rejected.isEmpty)
    }

    /// Elements that one hostile author can make, each with the place of its fault in it.
    struct Hostile: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let reason: @Sendable (_ start: Int) -> EventError
        init(_ name: String, _ text: String, _ reason: @escaping @Sendable (_ start: Int) -> EventError) {
            testDescription = name
            self.text = text
            self.reason = reason
        }
    }

    static let hostile: [Hostile] = [
        Hostile("A16 a kind as text", #"{"kind":"9"}"#) {
            .invalid(member: "kind", expected: "an integer in 0...65535", offset: $0 + 8)
        },
        Hostile("no members", "{}") { _ in .missing(member: "id") },
        Hostile("null", "null") { _ in .notAnObject },
        Hostile("a number", "5") { _ in .notAnObject },
        Hostile("an array", "[[1,2],\"]\"]") { _ in .notAnObject },
        Hostile("brackets of two kinds", "{]") {
            .json(JSONError(.unexpectedByte(0x5D, expected: "a key"), at: $0 + 1))
        },
        Hostile("no value at all", "nonsense") {
            .json(JSONError(.unexpectedByte(0x6F, expected: "null"), at: $0 + 1))
        },
        Hostile("brackets inside strings", #"{"a":"]}[{\"]","b":}"#) {
            .json(JSONError(.unexpectedByte(0x7D, expected: "a value"), at: $0 + 19))
        },
        Hostile("a key twice", #"{"id":1,"id":2}"#) { .json(JSONError(.duplicateKey("id"), at: $0 + 8)) },
        Hostile("half a surrogate pair", eventText(content: #""\ud83e""#)) {
            .json(JSONError(.loneSurrogate, at: $0 + eventText(content: #""\ud83e""#).utf8.count - 145))
        },
        Hostile(
            "nested a thousand deep",
            String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
        ) {
            .json(JSONError(.tooDeep(limit: 64), at: $0 + 64))
        },
    ]

    @Test("A16 a bad element is set aside, alone", arguments: hostile)
    func setAside(_ row: Hostile) throws {
        let first = try signed(content: "one")
        let second = try signed(content: "two")
        let text = "[ \(first.text) ,\(row.text), \(second.text)]"
        let array = try Self.parse(text)
        #expect(array.events == [first, second])
        let start = 2 + first.text.utf8.count + 2
        #expect(array.rejected.map(\.index) == [1])
        #expect(array.rejected.map(\.reason) == [row.reason(start)])
    }

    @Test("invalid UTF-8 in one element leaves the others")
    func invalidUTF8() throws {
        let good = try signed().serialized()
        let bad: [UInt8] = Array("{\"x\":\"".utf8) + [0xFF] + Array("\"}".utf8)
        let array = try EventArray.parse(
            [0x5B] + bad + [0x2C] + good + [0x5D], maximumBytes: 10_000)
        #expect(array.events.count == 1)
        #expect(array.rejected.map(\.index) == [0])
        #expect(array.rejected.map(\.reason) == [.json(JSONError(.invalidUTF8, at: 7))])
    }

    @Test("cut anywhere it is an error")
    func truncated() throws {
        let text = try Array("[\(signed().text),{\"a\":\"\\\"]\"}]".utf8)
        for length in 0..<text.count {
            #expect(throws: JSONError.self, "\(length)") {
                try EventArray.parse(Array(text[..<length]), maximumBytes: 10_000)
            }
        }
    }

    @Test("A03 line separators stay inside their event")
    func lineSeparators() throws {
        let array = try Self.parse("[\(eventText(content: "\"a\u{2028}b\u{2029}c\""))]")
        #expect(
            array.events.map { $0.computedID().hex } == [
                "51aac0a81a53683fec177cc9e4f351b35bcaf7213a5dda2b77cf880a4d84d8f1"
            ])
    }
}
