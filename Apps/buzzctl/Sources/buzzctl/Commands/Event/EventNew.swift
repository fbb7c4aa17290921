internal import CommandLineKit
internal import NostrCore

/// `event new`: an event that nobody has signed yet.
enum EventNew {
    private static let kind = Parameter<Int64>.requiredOption(
        "kind", .integer(in: 0...65_535), help: "The event's kind")
    private static let content = Parameter<String>.option(
        "content", .text("TEXT"), defaultText: "", help: "The content; - reads it from standard input")
    private static let createdAt = Parameter<FilterOptions.Moment?>.option(
        "created-at", .moment, help: "Its time, in place of now")
    private static let author = Parameter<Bytes32?>.option(
        "author", .publicKey, help: "Who will sign it; whoever does if absent")
    private static let channel = Parameter<String?>.option(
        "channel", .channel, help: "The channel that it belongs to, as an h tag")
    private static let tags = Parameter<[[String]]>.options(
        "tag", .tag, help: "A tag: NAME=VALUE, or all of it as a JSON array of strings")

    static let command = Command(
        "new",
        abstract: "Write an event for signing",
        discussion: """
            Prints the event without id and signature: pipe it to event sign. Tags stand in the order given, \
            the channel first. Ids and keys in e and p tags are checked and put into lower case.
            """,
        parameters: [kind, content, channel, tags, createdAt, author],
        examples: [
            Example(
                "buzzctl event new --kind 9 --channel 0f0e0d0c-0b0a-4908-8706-050403020100 --content Hello -o jsonl",
                "Writes a channel message"),
            Example(
                "buzzctl event new --kind 30315 --tag d=general --tag '[\"emoji\",\"x\"]' --content busy",
                "Writes a status with two tags"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        guard let kind = UInt16(exactly: invocation[kind]) else { return .usage }
        let now = WallClock.now()
        var text = invocation[content]
        if text == "-" { text = try TextInput.all(console.input) }
        let template = EventTemplate(
            kind: kind, createdAt: invocation[createdAt]?.seconds(now: now) ?? now,
            tags: (invocation[channel].map { [["h", $0]] } ?? []) + invocation[tags], content: text)
        let author = invocation[author].flatMap { PublicKey($0) }
        let record = DraftRecord(author: author, template: template)
        try console.write(record, invocation.format)
        return .done
    }
}

extension ValueType where Value == [String] {
    /// A whole tag; ids and keys of `e` and `p` are put into lower case.
    static var tag: ValueType {
        ValueType("TAG") { (text) throws(ValueProblem) in
            var tag = try text.utf8.first == UInt8(ascii: "[") ? list(text) : pair(text)
            guard tag.count > 1, tag[0] == "e" || tag[0] == "p" else { return tag }
            guard let bytes = Bytes32(typedHex: tag[1]) else {
                throw ValueProblem(expected: "64 hexadecimal digits as the value of e and p")
            }
            tag[1] = bytes.hex
            return tag
        }
    }

    private static var problem: ValueProblem {
        ValueProblem(expected: "NAME=VALUE or a JSON array of one or more strings")
    }

    private static func pair(_ text: String) throws(ValueProblem) -> [String] {
        let bytes = Array(text.utf8)
        guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")), sign > 0 else { throw problem }
        return [
            String(decoding: bytes[..<sign], as: UTF8.self),
            String(decoding: bytes[(sign + 1)...], as: UTF8.self),
        ]
    }

    private static func list(_ text: String) throws(ValueProblem) -> [String] {
        do {
            let reader = JSONReader(try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 65_536)))
            let elements = try reader.array().map { try $0.string() }
            guard !elements.isEmpty else { throw problem }
            return elements
        } catch {
            throw problem
        }
    }
}
