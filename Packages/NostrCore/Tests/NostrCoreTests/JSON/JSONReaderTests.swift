import NostrCore
import Testing

@Suite struct JSONReaderTests {
    static func reader(_ text: String) throws -> JSONReader {
        JSONReader(try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 10_000)))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let read: @Sendable (JSONReader) throws(JSONShapeError) -> Void
        let error: JSONShapeError
    }

    static let rows: [Row] = [
        Row(
            testDescription: "a missing member", text: "{}",
            read: { (root) throws(JSONShapeError) in _ = try root.member("a") }, error: .missing(path: "a")),
        Row(
            testDescription: "null counts as missing", text: #"{"a":null}"#,
            read: { (root) throws(JSONShapeError) in _ = try root.member("a") }, error: .missing(path: "a")),
        Row(
            testDescription: "a missing member far down", text: #"{"communities":[{},{},{"x":1}]}"#,
            read: { (root) throws(JSONShapeError) in
                _ = try root.member("communities").array()[2].member("id")
            }, error: .missing(path: "communities[2].id")),
        Row(
            testDescription: "a member of no object", text: "[]",
            read: { (root) throws(JSONShapeError) in _ = try root.member("a") },
            error: .mismatch(path: "(root)", expected: "an object", found: "an array")),
        Row(
            testDescription: "a number for a string", text: #"{"a":5}"#,
            read: { (root) throws(JSONShapeError) in _ = try root.member("a").string() },
            error: .mismatch(path: "a", expected: "a string", found: "an integer")),
        Row(
            testDescription: "a string for a boolean", text: #"{"a":"true"}"#,
            read: { (root) throws(JSONShapeError) in _ = try root.member("a").bool() },
            error: .mismatch(path: "a", expected: "a boolean", found: "a string")),
        Row(
            testDescription: "a fraction for an integer", text: #"{"a":1.5}"#,
            read: { (root) throws(JSONShapeError) in _ = try root.member("a").integer() },
            error: .mismatch(path: "a", expected: "an integer", found: "a number that is not an integer")),
        Row(
            testDescription: "a negative zero for an integer", text: #"{"a":-0}"#,
            read: { (root) throws(JSONShapeError) in _ = try root.member("a").integer() },
            error: .mismatch(path: "a", expected: "an integer", found: "a number that is not an integer")),
        Row(
            testDescription: "an integer out of range", text: #"{"a":65536}"#,
            read: { (root) throws(JSONShapeError) in _ = try root.member("a").integer(in: 0...65535) },
            error: .mismatch(path: "a", expected: "an integer in 0...65535", found: "65536")),
        Row(
            testDescription: "upper-case digits for bytes", text: "\"\(hex64("A"))\"",
            read: { (root) throws(JSONShapeError) in _ = try root.bytes32() },
            error: .mismatch(
                path: "(root)", expected: "64 lowercase hexadecimal digits", found: "another string")),
    ]

    @Test("refused with the path", arguments: rows)
    func refused(_ row: Row) throws {
        let root = try Self.reader(row.text)
        #expect(throws: row.error) { try row.read(root) }
        #expect(!row.error.description.isEmpty)
    }

    @Test("each kind is read")
    func accepted() throws {
        let root = try Self.reader(#"{"s":"x","b":true,"i":-3,"n":null,"h":"\#(hex64("a"))","l":[1,2]}"#)
        #expect(try root.member("s").string() == "x")
        #expect(try root.member("b").bool())
        #expect(try root.member("i").integer() == -3)
        #expect(try root.optionalMember("n")?.value == nil)
        #expect(try root.optionalMember("absent")?.value == nil)
        #expect(try root.member("h").bytes32() == Bytes32(hex: hex64("a")))
        #expect(try root.member("l").list { (item) throws(JSONShapeError) in try item.integer() } == [1, 2])
        #expect(try root.member("l").array().map(\.path) == ["l[0]", "l[1]"])
    }
}
