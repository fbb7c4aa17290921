import CommandLineKit
import Testing

@Suite("Command lines")
struct ParserTests {
    struct Bad: Sendable, CustomTestStringConvertible {
        let words: [String]
        let message: String
        var path = "shop list"
        var environment: [String: String] = [:]
        var testDescription: String { "\(words) \(environment)" }
    }

    static let bad: [Bad] = [
        Bad(words: [], message: "a command is missing", path: "shop"),
        Bad(words: ["stock"], message: "a command is missing", path: "shop stock"),
        Bad(words: ["lsit"], message: "unknown command \"lsit\"; did you mean \"list\"?", path: "shop"),
        Bad(words: ["xyzzy"], message: "unknown command \"xyzzy\"", path: "shop"),
        Bad(words: [""], message: "unknown command \"\"", path: "shop"),
        Bad(words: ["\u{1B}[2J"], message: "unknown command \"\\u{1B}[2J\"", path: "shop"),
        Bad(words: ["help", "nothing"], message: "unknown command \"nothing\"", path: "shop"),
        Bad(
            words: ["stock", "help", "byu"], message: "unknown command \"byu\"; did you mean \"buy\"?",
            path: "shop stock"),
        Bad(words: ["list", "--limt", "3"], message: "unknown option \"--limt\"; did you mean \"--limit\"?"),
        Bad(words: ["list", "--lim=3"], message: "unknown option \"--lim\"; did you mean \"--limit\"?"),
        Bad(
            words: ["xnsec1qq"], message: "unknown command a word that looks like a secret key", path: "shop"),
        Bad(words: ["list", "--NSEC1QQ"], message: "unknown option a word that looks like a secret key"),
        Bad(
            words: ["list", "a", String(repeating: "aB", count: 32)],
            message: "unexpected argument a word that looks like a secret key"),
        Bad(
            words: ["list", "--limit", "x" + String(repeating: "0", count: 64)],
            message:
                "--limit: expected an integer in 1...500, found a word that looks like a secret key"),
        Bad(words: ["list", "-z"], message: "unknown option \"-z\""),
        Bad(words: ["list", "--"] + ["a", "b"], message: "unexpected argument \"b\""),
        Bad(
            words: ["--limit", "3", "list"],
            message: "--limit belongs to \"shop list\": write it after that command",
            path: "shop"),
        Bad(words: ["list", "--limit"], message: "--limit needs a value N"),
        Bad(words: ["list", "-n"], message: "--limit needs a value N"),
        Bad(
            words: ["list", "--limit", "--all"],
            message:
                "--limit needs a value N, but the option --all follows; write --limit=--all if that is the value"
        ),
        Bad(
            words: ["list", "--sort", "--sort=name"],
            message:
                "--sort needs a value ORDER, but the option --sort=name follows; write --sort=--sort=name if that is the value"
        ),
        Bad(words: ["list", "--limit", "3", "-n4"], message: "--limit is given twice, but counts once"),
        Bad(words: ["list", "--all=yes"], message: "--all takes no value"),
        Bad(
            words: ["list", "--limit", "0"], message: "--limit: expected an integer in 1...500, found \"0\""),
        Bad(
            words: ["list", "--limit", "501"],
            message: "--limit: expected an integer in 1...500, found \"501\""),
        Bad(
            words: ["list", "--limit", "+5"], message: "--limit: expected an integer in 1...500, found \"+5\""
        ),
        Bad(words: ["list", "--limit="], message: "--limit: expected an integer in 1...500, found \"\""),
        Bad(
            words: ["list", "--limit", "٣"], message: "--limit: expected an integer in 1...500, found \"٣\""),
        Bad(
            words: ["list", "--limit", "99999999999999999999"],
            message: "--limit: expected an integer in 1...500, found \"99999999999999999999\""),
        Bad(
            words: ["list"], message: "$SHOP_LIMIT: expected an integer in 1...500, found \"many\"",
            environment: ["SHOP_LIMIT": "many"]),
        Bad(
            words: ["list", "--sort", "nmae"],
            message: "--sort: expected one of name, price, found \"nmae\"; did you mean \"name\"?"),
        Bad(
            words: ["--output", "JSON", "list"],
            message: "--output: expected one of table, json, jsonl, found \"JSON\""),
        Bad(
            words: ["stock", "buy", "pear"],
            message: "--from is missing (Take the price list from this file)",
            path: "shop stock buy"),
        Bad(
            words: ["stock", "buy", "--from", "-"], message: "ITEM is missing (What to buy)",
            path: "shop stock buy"),
        Bad(
            words: ["stock", "buy", "--from", "", "x"], message: "--from: expected a path, found \"\"",
            path: "shop stock buy"),
        Bad(
            words: ["stock", "buy", "x"], message: "$SHOP_PIN: expected an integer in 0...9999",
            path: "shop stock buy", environment: ["SHOP_FROM": "f", "SHOP_PIN": "hunter2"]),
    ]

    @Test("a bad line is refused with its reason", arguments: bad)
    func refuses(_ row: Bad) {
        let failure = #expect(throws: ParseFailure.self) {
            try Parser(Shop.root, environment: Environment(row.environment)).parse(row.words)
        }
        #expect(failure?.error.description == row.message)
        #expect(failure?.path.joined(separator: " ") == row.path)
    }

    struct Good: Sendable, CustomTestStringConvertible {
        let words: [String]
        let output: String
        var environment: [String: String] = [:]
        var testDescription: String { "\(words) \(environment)" }
    }

    static let good: [Good] = [
        Good(words: ["list"], output: "limit - sort name tags [] all false pattern -"),
        Good(
            words: ["list", "--limit", "3", "--all"], output: "limit 3 sort name tags [] all true pattern -"),
        Good(words: ["list", "--limit=500"], output: "limit 500 sort name tags [] all false pattern -"),
        Good(words: ["list", "-an7"], output: "limit 7 sort name tags [] all true pattern -"),
        Good(words: ["list", "-n=7", "-a", "-a"], output: "limit 7 sort name tags [] all true pattern -"),
        Good(words: ["list", "-n", "7"], output: "limit 7 sort name tags [] all false pattern -"),
        Good(
            words: ["list", "-t", "b", "--tag=a=c", "--tag="],
            output: "limit - sort name tags [\"b\", \"a=c\", \"\"] all false pattern -"),
        Good(words: ["list", "pear", "--all"], output: "limit - sort name tags [] all true pattern pear"),
        Good(words: ["list", "--", "--all"], output: "limit - sort name tags [] all false pattern --all"),
        Good(words: ["list", "-"], output: "limit - sort name tags [] all false pattern -"),
        Good(words: ["list", "-5"], output: "limit - sort name tags [] all false pattern -5"),
        Good(words: ["list", "--tag", "-x"], output: "limit - sort name tags [\"-x\"] all false pattern -"),
        Good(words: ["list", "help"], output: "limit - sort name tags [] all false pattern help"),
        Good(
            words: ["--output", "json", "list", "-q"], output: "limit - sort name tags [] all false pattern -"
        ),
        Good(
            words: ["list"], output: "limit 9 sort name tags [] all false pattern -",
            environment: ["SHOP_LIMIT": "9"]),
        Good(
            words: ["list", "-n8"], output: "limit 8 sort name tags [] all false pattern -",
            environment: ["SHOP_LIMIT": "9"]),
        Good(
            words: ["list"], output: "limit - sort name tags [] all false pattern -",
            environment: ["SHOP_LIMIT": ""]),
        Good(
            words: ["stock", "buy", "--from", "-", "a", "b", "-q", "c"],
            output: "from - item a more [\"b\", \"c\"]"),
    ]

    @Test("a good line gives its values", arguments: good)
    func accepts(_ row: Good) async {
        let test = TestConsole(environment: row.environment)
        let code = await Shop.program.run(row.words, console: test.console)
        #expect(code == .done)
        #expect(test.out.text == row.output + "\n")
        #expect(test.err.text == "")
    }

    @Test(
        "help and version are found wherever they stand",
        arguments: [
            (["--help"], "shop"), (["help"], "shop"), (["help", "stock", "buy"], "shop stock buy"),
            (["stock", "help", "buy"], "shop stock buy"), (["stock", "buy", "-h"], "shop stock buy"),
            (["list", "--nonsense", "--help"], "shop list"), (["lsit", "--help"], "shop"),
            (["list", "--limit", "x", "-h"], "shop list"),
        ])
    func help(_ words: [String], _ path: String) throws {
        let outcome = try Parser(Shop.root, environment: Environment()).parse(words)
        guard case .help(let commands) = outcome else {
            Issue.record("no help: \(outcome)")
            return
        }
        #expect(commands.map(\.name).joined(separator: " ") == path)
    }

    @Test("after -- a help word is an argument like any other")
    func helpAfterEnd() throws {
        let outcome = try Parser(Shop.root, environment: Environment()).parse(["list", "--", "--help"])
        guard case .run(let invocation) = outcome else {
            Issue.record("not run: \(outcome)")
            return
        }
        #expect(invocation[Shop.pattern] == "--help")
    }

    @Test("reading a parameter that the command does not declare stops the program")
    func undeclared() async {
        await #expect(processExitsWith: .failure) {
            let outcome = try Parser(Shop.root, environment: Environment()).parse(["list"])
            if case .run(let invocation) = outcome { _ = invocation[Shop.item] }
        }
    }

    @Test("declarations that clash, dangle or do not parse are named")
    func faults() {
        #expect(Shop.root.faults() == [])
        let limit = Parameter<Int64>.option(
            "limit", short: "h", .integer(in: 1...5), defaultText: "9", help: "")
        let rest = Parameter<[String]>.arguments(.text("REST"), help: "The rest.")
        let leaf = Command(
            "x", abstract: "", parameters: [limit, limit, rest, Shop.item],
            examples: [Example("p x --bogus", "")]
        ) { _, _ in .done }
        let faults = Command(group: "p", abstract: "P", examples: [], commands: [leaf, leaf]).faults()
        for expected in [
            "p: no example", "p: command x is declared twice", "p x: no abstract",
            "p x: --limit is declared twice",
            "p x: -h is declared twice", "p x: --limit has no help",
            "p x: ITEM follows REST, which takes the rest",
            "p x: the help of REST ends in a full stop", "p x: ITEM is required, REST before it is not",
            "p x: the default of --limit: expected an integer in 1...5",
        ] {
            #expect(faults.contains(expected))
        }
    }
}
