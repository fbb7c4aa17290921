import Foundation
import Testing

@Suite("thread")
struct ThreadTests {
    static let a = String(repeating: "a", count: 64)
    static let b = String(repeating: "b", count: 64)

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let tags: String
        var words: [String] = []
        /// What follows the id in the JSON.
        let output: String
    }

    static let rows: [Row] = [
        Row(
            testDescription: "no id at all", tags: "[\"e\",\"zz\",\"\",\"reply\"]",
            output: "\"broadcast\":false,\"conversation\":\"SELF\",\"opens\":\"channel\""),
        Row(
            testDescription: "an upper-case id", tags: "[\"e\",\"\(a.uppercased())\",\"\",\"reply\"]",
            output:
                "\"parent\":\"\(a)\",\"root\":\"\(a)\",\"broadcast\":false,\"conversation\":\"\(a)\",\"opens\":\"thread\""
        ),
        Row(
            testDescription: "nested", tags: "[\"e\",\"\(a)\",\"\",\"root\"],[\"e\",\"\(b)\",\"\",\"reply\"]",
            output:
                "\"parent\":\"\(b)\",\"root\":\"\(a)\",\"broadcast\":false,\"conversation\":\"\(a)\",\"opens\":\"thread\""
        ),
        Row(
            testDescription: "a broadcast reply",
            tags: "[\"e\",\"\(a)\",\"\",\"reply\"],[\"broadcast\",\"1\"]",
            output:
                "\"parent\":\"\(a)\",\"root\":\"\(a)\",\"broadcast\":true,\"conversation\":\"\(a)\",\"opens\":\"channel\""
        ),
        Row(
            testDescription: "a lone root", tags: "[\"e\",\"\(a)\",\"\",\"root\"]",
            output: "\"broadcast\":false,\"conversation\":\"SELF\",\"opens\":\"channel\""),
        Row(
            testDescription: "a lone root as NIP-10 reads it", tags: "[\"e\",\"\(a)\",\"\",\"root\"]",
            words: ["--dialect", "nip10"],
            output:
                "\"parent\":\"\(a)\",\"root\":\"\(a)\",\"broadcast\":false,\"conversation\":\"\(a)\",\"opens\":\"thread\""
        ),
        Row(
            testDescription: "a direct message", tags: "[\"h\",\"c1\"]", words: ["--dm"],
            output: "\"broadcast\":false,\"conversation\":\"dm:c1\",\"opens\":\"channel\""),
    ]

    @Test("tags say the place in a thread", arguments: rows)
    func ref(_ row: Row) throws {
        let id = String(repeating: "c", count: 64)
        let draft = EventTests.draft("x").replacingOccurrences(
            of: "\"tags\":[]", with: "\"tags\":[\(row.tags)]")
        let event = "{\"id\":\"\(id)\"," + draft.dropFirst()
        let outcome = try Binary.run(["thread", "ref", "-o", "jsonl"] + row.words, input: event)
        let expected = row.output.replacingOccurrences(of: "SELF", with: id)
        #expect(
            outcome == Outcome(status: 0, output: "{\"line\":1,\"id\":\"\(id)\",\(expected)}\n", errors: ""))
    }

    @Test("a bad line is reported and the rest goes on")
    func badLine() throws {
        let outcome = try Binary.run(
            ["thread", "ref", "-o", "jsonl"], input: "nonsense\n" + EventTests.draft("a/b"))
        let id = "8325c2e55ad199532dd01d79752f206d0431b48495a26115879b625fef620bb1"
        #expect(
            outcome
                == Outcome(
                    status: 5,
                    output:
                        "{\"line\":2,\"id\":\"\(id)\",\"broadcast\":false,\"conversation\":\"\(id)\",\"opens\":\"channel\"}\n",
                    errors: "standard input, line 1: json: unexpected byte 0x6f at byte 1, expected null\n"))
    }
}
