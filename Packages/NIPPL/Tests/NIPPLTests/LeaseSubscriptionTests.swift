import NIPPL
import NostrCore
import Testing

private let channelA = "0f0e0d0c-0b0a-4908-8706-050403020100"

private func read(_ text: String) throws -> LeaseSubscription {
    try LeaseSubscription(JSONReader(try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 65536))))
}

@Suite("Lease subscriptions")
struct LeaseSubscriptionTests {
    @Test(
        "a subscription of another shape is refused with the member named",
        arguments: [
            (#"{"class":"default"}"#, "filter"),
            (##"{"filter":{"#h":["x"]}}"##, "filter.kinds"),
            (#"{"filter":{"kinds":[]}}"#, "filter.kinds"),
            (#"{"filter":{"kinds":[65536]}}"#, "filter.kinds[0]"),
            (#"{"filter":{"kinds":[9.0]}}"#, "filter.kinds[0]"),
            (#"{"filter":{"kinds":[9],"since":5}}"#, "filter.since"),
            (#"{"filter":{"kinds":[9],"limit":5}}"#, "filter.limit"),
            (##"{"filter":{"kinds":[9],"#p":["AA"]}}"##, "filter.#p[0]"),
            (#"{"filter":{"kinds":[9]},"class":"loud"}"#, "class"),
            (#"{"filter":{"kinds":[9]},"ignore":[{"authors":[]}]}"#, "ignore[0].kinds"),
            (#"{"filter":{"kinds":[9]},"suppress":{"p_tags_max":0}}"#, "suppress.p_tags_max"),
            (#"{"filter":{"kinds":[9]},"suppress":{}}"#, "suppress.p_tags_max"),
        ])
    func refused(text: String, path: String) throws {
        let error = #expect(throws: JSONShapeError.self) { try read(text) }
        switch try #require(error) {
        case .missing(let found), .mismatch(let found, _, _): #expect(found == path)
        }
    }

    @Test("what is written is read back")
    func roundTrip() throws {
        let key = try KeyPair.random().publicKey.bytes
        let original = LeaseSubscription(
            filter: LeaseFilter(
                kinds: [9, 45001], authors: [key], mentions: [key], channels: [channelA],
                references: [EventID(key)]),
            priorityClass: .timeSensitive, ignore: [LeaseFilter(kinds: [9], channels: [channelA])],
            pTagsMax: 20)
        #expect(try LeaseSubscription(JSONReader(original.json)) == original)
    }

    @Test("classes are ordered from silent to urgent")
    func classes() {
        #expect(
            PriorityClass.allCases.sorted().map(\.rawValue) == [
                "silent", "default", "time_sensitive", "urgent",
            ])
    }

    static let verdicts:
        [(name: String, kind: UInt16, tags: [[String]], verdict: LeaseSubscription.Verdict)] = [
            ("another kind", 7, [["h", channelA]], .noMatch),
            ("another channel", 9, [["h", "00000000-0000-4000-8000-000000000000"]], .noMatch),
            ("no channel", 9, [], .noMatch),
            ("the channel as a second value", 9, [["h", "x", channelA]], .noMatch),
            (
                "an ignored reference", 9, [["h", channelA], ["e", String(repeating: "a", count: 64)]],
                .ignored
            ),
            (
                "21 p tags", 9, [["h", channelA]] + Array(repeating: ["p", "x"], count: 21),
                .suppressed(pTags: 21, limit: 20)
            ),
            ("20 p tags", 9, [["h", channelA]] + Array(repeating: ["p", "x"], count: 20), .matched),
            ("the channel in upper case", 9, [["h", channelA.uppercased()]], .matched),
            ("the channel", 9, [["h", channelA]], .matched),
        ]

    @Test("verdicts", arguments: verdicts)
    func verdict(
        row: (name: String, kind: UInt16, tags: [[String]], verdict: LeaseSubscription.Verdict)
    ) throws {
        let ignored = try #require(EventID(hex: String(repeating: "a", count: 64)))
        let subscription = LeaseSubscription(
            filter: LeaseFilter(kinds: [9], channels: [channelA]),
            ignore: [LeaseFilter(kinds: [9], references: [ignored])], pTagsMax: 20)
        let event = try EventTemplate(kind: row.kind, createdAt: 1, tags: row.tags, content: "x")
            .signed(by: .random())
        #expect(subscription.verdict(on: event) == row.verdict, "\(row.name)")
    }
}
