import CommandLineKit
import Testing

@Suite("Text on a terminal")
struct DisplayTests {
    struct Width: Sendable, CustomTestStringConvertible {
        let text: String
        let width: Int
        let testDescription: String
        init(_ text: String, _ width: Int, _ name: String) {
            self.text = text
            self.width = width
            testDescription = name
        }
    }

    @Test(
        "display widths",
        arguments: [
            Width("", 0, "empty"), Width("abc ~", 5, "ASCII"), Width("é", 1, "precomposed"),
            Width("e\u{301}", 1, "combining acute"), Width("\u{301}", 0, "combining mark alone"),
            Width("日本", 4, "Han"), Width("ﾊﾝ", 2, "half-width katakana"), Width("ＡＢ", 4, "full-width Latin"),
            Width("한", 2, "Hangul syllable"), Width("\u{1112}\u{1161}\u{11AB}", 2, "Hangul from letters"),
            Width("、", 2, "ideographic comma"), Width("…", 1, "ellipsis"), Width("😀", 2, "emoji"),
            Width("👩‍👩‍👧", 2, "family of joined emoji"), Width("👍🏽", 2, "emoji with skin tone"),
            Width("🇩🇪", 2, "flag"),
            Width("❤\u{FE0F}", 2, "heart asked for as emoji"), Width("❤", 1, "heart as text"),
            Width("a\u{200B}b", 2, "zero-width space"), Width("नि", 1, "Devanagari with a vowel sign"),
            Width("\u{20000}", 2, "plane 2 ideograph"), Width("⌚", 2, "watch"), Width("#️⃣", 2, "keycap"),
        ])
    func width(_ row: Width) {
        #expect(DisplayText.width(row.text) == row.width)
    }

    @Test(
        "what could steer a terminal is shown instead",
        arguments: [
            ("\u{1B}[31mred", "\\u{1B}[31mred"), ("a\nb\r\tc", "a\\nb\\r\\tc"),
            ("\u{0}\u{7F}", "\\u{0}\\u{7F}"),
            ("\u{9B}2J", "\\u{9B}2J"), ("x\u{202E}y\u{2066}", "x\\u{202E}y\\u{2066}"), ("a\r\nb", "a\\r\\nb"),
            ("日本 😀", "日本 😀"), ("👩‍👩‍👧", "👩‍👩‍👧"),
        ])
    func safe(_ text: String, _ shown: String) {
        #expect(DisplayText.safe(text) == shown)
    }

    @Test(
        "cuts never split a character and count columns",
        arguments: [
            ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
            ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…"), ("abc", 1, "…"), ("abc", 0, ""),
        ])
    func truncated(_ text: String, _ width: Int, _ cut: String) {
        #expect(DisplayText.truncated(text, to: width) == cut)
        #expect(DisplayText.width(cut) <= width)
    }

    static let columns = [
        Column("NAME", shrinks: true), Column("N", isRightAligned: true), Column("NOTE", shrinks: true),
    ]

    @Test("columns align by display width and no line ends in a space")
    func table() {
        let rows: [[Cell]] = [
            ["日本", "7", "x"], ["e\u{301}te\u{301}", "1234", ""], ["a", "", ""], ["b", "1"],
            ["c\n", "2", "ends  "],
            ["d", "3", "z", "surplus"],
        ]
        let table = Table(Self.columns, fitting: rows)
        let lines = [table.header()] + rows.map { table.line($0) }
        #expect(
            lines == [
                "NAME     N  NOTE", "日本     7  x", "e\u{301}te\u{301}   1234", "a", "b        1",
                "c\\n      2  ends",
                "d        3  z",
            ])
    }

    @Test("a table is cut to the terminal, the widest column first")
    func fits() {
        let rows: [[Cell]] = [
            [Cell(String(repeating: "n", count: 30)), "1", Cell(String(repeating: "t", count: 12))]
        ]
        let table = Table(Self.columns, fitting: rows, available: 30)
        #expect(table.line(rows[0]) == String(repeating: "n", count: 12) + "…  1  tttttttttttt")
        let tiny = Table(Self.columns, fitting: rows, available: 3)
        #expect(tiny.widths == [8, 1, 8])
    }

    @Test("colours mark a cell and do not move the next")
    func colours() {
        let row: [Cell] = [Cell("ok", .green), "1", Cell("\u{1B}x", .red)]
        let table = Table(Self.columns, fitting: [row], isColoured: true)
        #expect(table.line(row) == "\u{1B}[32mok\u{1B}[0m    1  \u{1B}[31m\\u{1B}x\u{1B}[0m")
    }

    struct Colour: Sendable {
        let terminal: Bool
        let environment: [String: String]
        let words: [String]
        let expected: Bool
    }

    @Test(
        "colour only on a terminal that wants it",
        arguments: [
            Colour(terminal: true, environment: [:], words: [], expected: true),
            Colour(terminal: true, environment: ["NO_COLOR": ""], words: [], expected: true),
            Colour(terminal: false, environment: [:], words: [], expected: false),
            Colour(terminal: true, environment: ["NO_COLOR": "1"], words: [], expected: false),
            Colour(terminal: true, environment: ["TERM": "dumb"], words: [], expected: false),
            Colour(terminal: true, environment: [:], words: ["--no-color"], expected: false),
        ])
    func colourRules(_ row: Colour) async {
        let test = TestConsole(environment: row.environment, outputIsTerminal: row.terminal)
        let leaf = Command("x", abstract: "X", examples: [Example("p x", "")]) { _, console in
            try console.output.write("\(console.coloursOutput)")
            return .done
        }
        let root = Command(
            group: "p", abstract: "P", parameters: CommonOptions.all, examples: [], commands: [leaf])
        _ = await Program(root, version: "1").run(["x"] + row.words, console: test.console)
        #expect(test.out.text == "\(row.expected)")
    }

    @Test("progress shows on a terminal only, cut to it, and is wiped")
    func progress() {
        let silent = TestConsole()
        ProgressLine(silent.console).update("1 of 2")
        #expect(silent.err.text == "")
        var quiet = TestConsole(errorIsTerminal: true)
        quiet.console.verbosity = .quiet
        ProgressLine(quiet.console).update("1 of 2")
        #expect(quiet.err.text == "")
        let loud = TestConsole(errorIsTerminal: true, width: 6)
        let line = ProgressLine(loud.console)
        line.clear()
        line.update("12345")
        line.update("123456")
        line.clear()
        #expect(loud.err.text == "\r\u{1B}[K12345\r\u{1B}[K1234…\r\u{1B}[K")
    }
}
