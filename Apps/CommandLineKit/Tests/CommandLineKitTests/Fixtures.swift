import CommandLineKit
import Synchronization

/// What a program under test wrote.
final class Capture: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }

    func output(threshold: Int = 0) -> TextOutput {
        TextOutput(threshold: threshold) { [self] (new) throws(OutputError) in
            bytes.withLock { $0.append(contentsOf: new) }
        }
    }
}

/// A console in memory.
struct TestConsole {
    let out = Capture()
    let err = Capture()
    var console: Console

    init(
        input: String = "", environment: [String: String] = [:], outputIsTerminal: Bool = false,
        errorIsTerminal: Bool = false, width: Int = 80
    ) {
        console = Console(
            input: ByteSource(name: "standard input", bytes: Array(input.utf8)), output: out.output(),
            errorOutput: err.output(), environment: Environment(environment),
            outputIsTerminal: outputIsTerminal,
            errorIsTerminal: errorIsTerminal, width: width)
    }
}

/// A small program with every kind of parameter.
enum Shop {
    static let limit = Parameter<Int64?>.option(
        "limit", short: "n", .integer(in: 1...500), variable: "SHOP_LIMIT", help: "Show at most this many")
    static let sort = Parameter<String>.option(
        "sort", .choice("ORDER", ["name", "price"]), defaultText: "name", help: "Sort by this")
    static let tags = Parameter<[String]>.options("tag", short: "t", .text("TAG"), help: "Only with this tag")
    static let all = Parameter<Bool>.flag("all", short: "a", help: "Show what is sold out too")
    static let pattern = Parameter<String?>.optionalArgument(
        .text("PATTERN"), help: "Only names that hold this")

    static let from = Parameter<String>.requiredOption(
        "from", .file(), variable: "SHOP_FROM", help: "Take the price list from this file")
    static let item = Parameter<String>.argument(.text("ITEM"), help: "What to buy")
    static let more = Parameter<[String]>.arguments(.text("MORE"), help: "What to buy besides")
    static let pin = Parameter<Int64?>.secretVariable(
        "SHOP_PIN", .integer(in: 0...9999), help: "The card's PIN")

    static let list = Command(
        "list", abstract: "List what is for sale", parameters: [limit, sort, tags, all, pattern],
        examples: [Example("shop list --tag fruit", "Lists fruit")]
    ) { invocation, console in
        let limit = invocation[limit].map { String($0) } ?? "-"
        try console.output.write(
            "limit \(limit) sort \(invocation[sort]) tags \(invocation[tags]) all \(invocation[all]) "
                + "pattern \(invocation[pattern] ?? "-")\n")
        return .done
    }

    static let buy = Command(
        "buy", abstract: "Buy something", discussion: "Pays with the card in your pocket.",
        parameters: [from, pin, item, more],
        examples: [Example("echo list | shop stock buy --from - pear", "Buys a pear")]
    ) { invocation, console in
        switch invocation[item] {
        case "refused": throw Failure(.notAuthorised, "cannot pay", why: "no card", remedy: "Bring a card.")
        case "usage": throw UsageError.refused("a card and cash exclude each other")
        case "foreign": throw Unforeseen()
        default: break
        }
        console.note("buying")
        try console.output.write(
            "from \(invocation[from]) item \(invocation[item]) more \(invocation[more])\n")
        return .done
    }

    static let root = Command(
        group: "shop", abstract: "Buy and sell", parameters: CommonOptions.all,
        examples: [Example("shop list", "Lists everything")],
        commands: [
            list,
            Command(
                group: "stock", abstract: "Change what is in stock",
                examples: [Example("shop stock help buy", "Tells how to buy")], commands: [buy]),
            Completion.command(program: "shop"),
        ])

    static let program = Program(root, version: "1.0")
}

struct Unforeseen: Error, CustomStringConvertible {
    var description: String { "the roof fell in" }
}
