import NostrCore
import Testing

@Suite struct FilterJSONTests {
    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let error: JSONShapeError
        init(_ name: String, _ text: String, path: String, expected: String, found: String) {
            testDescription = name
            self.text = text
            error = .mismatch(path: path, expected: expected, found: found)
        }
    }

    static let hex = "64 lowercase hexadecimal digits"

    static let rows: [Refused] = [
        Refused("an array", "[]", path: "(root)", expected: "an object", found: "an array"),
        Refused(
            "B05 a prefix of an id", #"{"ids":["aaaa"]}"#, path: "ids[0]", expected: hex,
            found: "another string"),
        Refused(
            "B05 an author of 63 digits", #"{"authors":["\#(hex64("a").dropLast())"]}"#, path: "authors[0]",
            expected: hex, found: "another string"),
        Refused(
            "B05 an upper-case p", ##"{"#p":["\##(p1)","\##(p1.uppercased())"]}"##, path: "#p[1]",
            expected: hex,
            found: "another string"),
        Refused(
            "an npub for an e", ##"{"#e":["npub1"]}"##, path: "#e[0]", expected: hex, found: "another string"),
        Refused(
            "B08 since 1.5", #"{"since":1.5}"#, path: "since", expected: "an integer",
            found: "a number that is not an integer"),
        Refused("until as text", #"{"until":"5"}"#, path: "until", expected: "an integer", found: "a string"),
        Refused("until null", #"{"until":null}"#, path: "until", expected: "an integer", found: "null"),
        Refused(
            "limit below 0", #"{"limit":-1}"#, path: "limit", expected: "an integer in 0...2147483647",
            found: "-1"),
        Refused(
            "kind above 65535", #"{"kinds":[1,65536]}"#, path: "kinds[1]",
            expected: "an integer in 0...65535",
            found: "65536"),
        Refused(
            "kind below 0", #"{"kinds":[-1]}"#, path: "kinds[0]", expected: "an integer in 0...65535",
            found: "-1"),
        Refused("kinds no list", #"{"kinds":9}"#, path: "kinds", expected: "an array", found: "an integer"),
        Refused("ids null", #"{"ids":null}"#, path: "ids", expected: "an array", found: "null"),
        Refused(
            "a number in a tag list", ##"{"#t":[1]}"##, path: "#t[0]", expected: "a string",
            found: "an integer"),
        Refused(
            "search a number", #"{"search":1}"#, path: "search", expected: "a string", found: "an integer"),
    ]

    @Test("refused with the path", arguments: rows)
    func refused(_ row: Refused) {
        #expect(throws: row.error) { try filter(row.text) }
    }

    @Test("the path leads into a list of filters")
    func listPath() throws {
        let value = try JSONValue.parse(#"[{},{"limit":-1}]"#, limits: JSONLimits(maximumBytes: 100))
        #expect(
            throws: JSONShapeError.mismatch(
                path: "[1].limit", expected: "an integer in 0...2147483647", found: "-1")
        ) { try Filter.list(JSONReader(value)) }
    }

    @Test(
        "decoding and encoding give the same text",
        arguments: [
            "{}", #"{"kinds":[9],"authors":[]}"#, #"{"since":-5}"#, #"{"until":0}"#, #"{"limit":0}"#,
            ##"{"#e":["\##(hex64("a"))"],"#E":["Any Thing"],"#t":["","é","e\##u{301}"]}"##,
            ##"{"x":{"a":[1,null]},"#tt":["kept"],"#é":1,"#1":[true]}"##,
            #"{"ids":["\#(hex64("1"))"],"authors":["\#(p1)"],"kinds":[0,65535],"since":1,"until":2,"limit":3,"search":"a b"}"#,
        ])
    func roundTrip(text: String) throws {
        let decoded = try filter(text)
        let encoded = decoded.json.serialized()
        let again = try filter(String(decoding: encoded, as: UTF8.self))
        #expect(again == decoded)
        // Members may move, none may be lost or changed.
        guard case .object(let written) = decoded.json,
            case .object(let read) = try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 10_000))
        else {
            Issue.record("not an object")
            return
        }
        #expect(written.members.count == read.members.count)
        for member in read.members { #expect(written[member.key] == member.value, "\(member.key)") }
    }
}
