import CommandLineKit
import Testing

@Suite("Programs")
struct ProgramTests {
    struct Failing: Sendable, CustomTestStringConvertible {
        let words: [String]
        let code: ExitCode
        let message: String
        var testDescription: String { "\(words)" }
    }

    @Test(
        "each failure has its exit code and says what to do",
        arguments: [
            Failing(words: [], code: .usage, message: "shop: a command is missing\nSee: shop --help\n"),
            Failing(
                words: ["stock", "byu"], code: .usage,
                message: "shop: unknown command \"byu\"; did you mean \"buy\"?\nSee: shop stock --help\n"),
            Failing(
                words: ["stock", "buy", "--from=f", "usage"], code: .usage,
                message: "shop: a card and cash exclude each other\nSee: shop stock buy --help\n"),
            Failing(
                words: ["stock", "buy", "--from=f", "refused"], code: .notAuthorised,
                message: "shop: cannot pay: no card\nBring a card.\n"),
            Failing(
                words: ["stock", "buy", "--from=f", "foreign"], code: .refused,
                message: "shop: the roof fell in\n"),
        ])
    func fails(_ row: Failing) async {
        let test = TestConsole()
        #expect(await Shop.program.run(row.words, console: test.console) == row.code)
        #expect(test.err.text == row.message)
        #expect(test.out.text == "")
    }

    @Test(
        "talk goes to standard error, and not at all when quiet",
        arguments: [([], "buying\n"), (["--quiet"], ""), (["-v"], "buying\n")] as [([String], String)])
    func talk(_ words: [String], _ expected: String) async {
        let test = TestConsole()
        _ = await Shop.program.run(["stock", "buy", "--from=f", "pear"] + words, console: test.console)
        #expect(test.err.text == expected)
        #expect(test.out.text == "from f item pear more []\n")
    }

    @Test("the version")
    func version() async {
        let test = TestConsole()
        #expect(await Shop.program.run(["--version"], console: test.console) == .done)
        #expect(test.out.text == "shop 1.0\n")
    }

    @Test("help of the program")
    func rootHelp() async {
        let test = TestConsole()
        #expect(await Shop.program.run(["--help"], console: test.console) == .done)
        #expect(
            test.out.text == """
                Buy and sell.

                Usage: shop COMMAND [OPTIONS]

                Commands:
                  list        List what is for sale
                  stock       Change what is in stock
                  completion  Print a completion script for a shell

                Options:
                  -o, --output FORMAT  How to print results: a table for people, json or jsonl
                                       for programs (table, json, jsonl; default table)
                  -q, --quiet          Say nothing but errors
                  -v, --verbose        Say what is being done
                      --no-color       No colours on a terminal, as NO_COLOR in the environment
                  -h, --help           Show this help
                      --version        Show the version

                Examples:
                  shop list
                      Lists everything

                More: shop help COMMAND

                """)
    }

    @Test("help of a command, with arguments, required options and the environment")
    func leafHelp() async {
        let test = TestConsole()
        _ = await Shop.program.run(["help", "stock", "buy"], console: test.console)
        #expect(
            test.out.text == """
                Buy something.

                Usage: shop stock buy [OPTIONS] --from FILE ITEM [MORE...]

                Pays with the card in your pocket.

                Arguments:
                  ITEM  What to buy
                  MORE  What to buy besides (may be repeated)

                Options:
                      --from FILE  Take the price list from this file (required)
                  -h, --help       Show this help

                Shared options:
                  -o, --output FORMAT  How to print results: a table for people, json or jsonl
                                       for programs (table, json, jsonl; default table)
                  -q, --quiet          Say nothing but errors
                  -v, --verbose        Say what is being done
                      --no-color       No colours on a terminal, as NO_COLOR in the environment

                Environment:
                  SHOP_FROM  Stands in for --from
                  SHOP_PIN   The card's PIN

                Examples:
                  echo list | shop stock buy --from - pear
                      Buys a pear

                """)
    }

    @Test(
        "help wraps at the terminal's width and no line ends in a space", arguments: [1, 40, 60, 100, 1_000])
    func wraps(_ width: Int) {
        let text = HelpPage([Shop.root, Shop.list]).text(width: width)
        for line in text.split(separator: "\n") {
            #expect(!line.hasSuffix(" "))
            #expect(DisplayText.width(String(line)) <= min(100, max(44, width)))
        }
    }

    struct Fruit: Record {
        let name: String
        let price: Int
        static let columns = [Column("NAME"), Column("PRICE", isRightAligned: true)]
        var cells: [Cell] { [Cell(name, .cyan), Cell("\(price)")] }
        func appendJSON(to output: inout [UInt8]) {
            output += Array("{\"name\":\"\(name)\",\"price\":\(price)}".utf8)
        }
    }

    static let fruit = [Fruit(name: "pear", price: 7), Fruit(name: "kumquat", price: 120)]

    @Test(
        "results as table, JSON and JSON lines",
        arguments: [
            (OutputFormat.table, 0, ""), (.json, 0, "[]\n"), (.jsonl, 0, ""),
            (.table, 2, "NAME     PRICE\npear         7\nkumquat    120\n"),
            (.json, 2, "[\n{\"name\":\"pear\",\"price\":7},\n{\"name\":\"kumquat\",\"price\":120}\n]\n"),
            (.jsonl, 2, "{\"name\":\"pear\",\"price\":7}\n{\"name\":\"kumquat\",\"price\":120}\n"),
        ])
    func records(_ format: OutputFormat, _ count: Int, _ expected: String) throws {
        let test = TestConsole()
        var writer = RecordWriter(test.console, format, of: Fruit.self)
        for item in Self.fruit.prefix(count) { try writer.add(item) }
        try writer.finish()
        #expect(test.out.text == expected)
    }

    @Test("a long table is printed as it comes and titled once")
    func longTable() throws {
        let test = TestConsole()
        var writer = RecordWriter(test.console, .table, of: Fruit.self)
        for number in 0..<2_500 {
            try writer.add(Fruit(name: "f\(number)", price: number))
            if number == 998 { #expect(test.out.text == "") }
        }
        #expect(test.out.text.split(separator: "\n").count == 2_501)
        try writer.finish()
        #expect(test.out.text.split(separator: "\n").count == 2_501)
        #expect(test.out.text.hasPrefix("NAME  PRICE\nf0        0\n"))
    }

    @Test(
        "one result: a line a column, or one JSON value",
        arguments: [
            (OutputFormat.table, "NAME   pear\nPRICE  7\n"), (.json, "{\"name\":\"pear\",\"price\":7}\n"),
            (.jsonl, "{\"name\":\"pear\",\"price\":7}\n"),
        ])
    func oneRecord(_ format: OutputFormat, _ expected: String) throws {
        let test = TestConsole()
        try test.console.write(Self.fruit[0], format)
        #expect(test.out.text == expected)
    }
}
