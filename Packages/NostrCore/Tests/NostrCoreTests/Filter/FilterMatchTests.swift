import NostrCore
import Testing

func filter(_ text: String) throws -> Filter {
    try Filter(JSONReader(try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 100_000))))
}

@Suite struct FilterMatchTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let filter: String
        let event: String
        let matches: Bool
        init(_ name: String, _ filter: String, _ event: String, _ matches: Bool) {
            testDescription = name
            self.filter = filter
            self.event = event
            self.matches = matches
        }
    }

    static let a = hex64("a")
    static let b = hex64("b")
    static let tagE = eventText(tags: #"[["E","\#(a)"]]"#)
    static let two = eventText(tags: #"[["e","\#(b)","\#(a)"],["t","x"]]"#)

    static let rows: [Row] = [
        Row("B01 an empty list of authors", #"{"kinds":[9],"authors":[]}"#, eventText(), false),
        Row("B01 an empty list of ids", #"{"ids":[]}"#, eventText(), false),
        Row("B01 an empty list of kinds", #"{"kinds":[]}"#, eventText(), false),
        Row("B01 an empty tag list", ##"{"#t":[]}"##, two, false),
        Row("B02 no condition", "{}", eventText(), true),
        Row("B03 limit 0 plays no part", #"{"kinds":[9],"limit":0}"#, eventText(), true),
        Row("B04 a small letter for a capital tag", ##"{"#e":["\##(a)"]}"##, tagE, false),
        Row("B04 a capital letter for it", ##"{"#E":["\##(a)"]}"##, tagE, true),
        Row("B04 the second value does not count", ##"{"#e":["\##(a)"]}"##, two, false),
        Row("B04 the first value counts", ##"{"#e":["\##(b)"]}"##, two, true),
        Row("B08 a negative since", #"{"since":-5}"#, eventText(createdAt: "0"), true),
        Row("B08 since behind until", #"{"since":10,"until":5}"#, eventText(createdAt: "7"), false),
        Row("B08 until 0, at 0", #"{"until":0}"#, eventText(createdAt: "0"), true),
        Row("B08 until 0, at 1", #"{"until":0}"#, eventText(createdAt: "1"), false),
        Row("since is inclusive", #"{"since":1700000000}"#, eventText(), true),
        Row("since, one second early", #"{"since":1700000001}"#, eventText(), false),
        Row("until is inclusive", #"{"until":1700000000}"#, eventText(), true),
        Row("until, one second late", #"{"until":1699999999}"#, eventText(), false),
        Row("one of two kinds", #"{"kinds":[1,9]}"#, eventText(), true),
        Row("neither kind", #"{"kinds":[1,7]}"#, eventText(), false),
        Row("the author", #"{"authors":["\#(a)","\#(p1)"]}"#, eventText(), true),
        Row("another author", #"{"authors":["\#(a)"]}"#, eventText(), false),
        Row("the id", #"{"ids":["\#(hex64("0"))"]}"#, eventText(), true),
        Row("another id", #"{"ids":["\#(a)"]}"#, eventText(), false),
        Row("kind and author, one of them wrong", #"{"kinds":[9],"authors":["\#(a)"]}"#, eventText(), false),
        Row("two tags, both met", ##"{"#e":["\##(b)"],"#t":["y","x"]}"##, two, true),
        Row("two tags, one met", ##"{"#e":["\##(b)"],"#t":["y"]}"##, two, false),
        Row("the event has no tag", ##"{"#t":["x"]}"##, eventText(), false),
        Row("a tag without a value", ##"{"#t":[""]}"##, eventText(tags: #"[["t"]]"#), false),
        Row("an empty value", ##"{"#t":[""]}"##, eventText(tags: #"[["t",""]]"#), true),
        Row("a longer tag name", ##"{"#t":["x"]}"##, eventText(tags: #"[["tt","x"]]"#), false),
        Row("a value is no prefix", ##"{"#t":["ab"]}"##, eventText(tags: #"[["t","abc"]]"#), false),
        Row("values differ in case", ##"{"#t":["X"]}"##, two, false),
        Row(
            "values differ in normal form", ##"{"#t":["\##u{E9}"]}"##,
            eventText(tags: "[[\"t\",\"e\u{301}\"]]"),
            false),
        Row(
            "a value with escapes", ##"{"#t":["\u0061\n\"\u0001\/"]}"##,
            eventText(tags: #"[["t","a\u000a\u0022\u0001/"]]"#), true),
        Row("the tag's name is escaped", ##"{"#t":["x"]}"##, eventText(tags: #"[["\u0074","x"]]"#), true),
        Row("search plays no part", #"{"search":"nothing like it"}"#, eventText(), true),
        Row("unknown members play no part", ##"{"#tt":["x"],"x":1,"#":[]}"##, eventText(), true),
    ]

    @Test("match or no match", arguments: rows)
    func match(_ row: Row) throws {
        #expect(try filter(row.filter).matches(Event.parse(row.event)) == row.matches)
    }

    @Test("a list of filters matches if any does")
    func anyOf() throws {
        let event = try Event.parse(eventText())
        #expect(try [filter(#"{"kinds":[1]}"#), filter(#"{"kinds":[9]}"#)].matches(event))
        #expect(try ![filter(#"{"kinds":[1]}"#), filter(#"{"kinds":[7]}"#)].matches(event))
        #expect(![Filter]().matches(event))
    }

    @Test("conditions set in code behave as decoded ones")
    func built() throws {
        var built = Filter(kinds: [9])
        built.setTag("t", ["y"])
        built.setTag("t", ["x", "\n"])
        built.setTag("é", ["x"])
        built.setTag("1", ["x"])
        #expect(built.tagValues("t") == ["x", "\n"])
        #expect(built.tagValues("T") == nil)
        #expect(built.tags.count == 1)
        #expect(try built == filter(##"{"kinds":[9],"#t":["x","\n"]}"##))
        #expect(try built.matches(Event.parse(eventText(tags: #"[["t","\n"]]"#))))
        #expect(built.limited(to: 3).limit == 3)
        #expect(built.limit == nil)
    }
}
