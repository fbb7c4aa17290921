import DevStack
import NostrCore
import Testing

/// What a query returns, in which order (spec relay §1.4, edge cases B01 to B08).
@Suite struct QueryTests {
    /// Events that differ in author, time and tags, and the filters that are asked.
    private func fill(_ relay: TestRelay, _ generator: inout SplitMix) async throws -> [Event] {
        let authors = [try KeyPair.random(), try KeyPair.random(), try KeyPair.random()]
        for (index, id) in [Community.open, Community.other].enumerated() {
            try await relay.accept(9007, [["h", id], ["name", "c\(index)"]], by: authors[0])
        }
        var events: [Event] = []
        for number in 0..<120 {
            let author = authors[generator.next(3)]
            var tags = [["h", [Community.open, Community.other][generator.next(2)]]]
            for _ in 0..<generator.next(4) {
                let name = ["e", "E", "p", "t", "long"][generator.next(5)]
                let value =
                    name == "t" || name == "long"
                    ? ["x", "y", ""][generator.next(3)] : Self.ids[generator.next(3)]
                tags.append([name, value, Self.ids[0]])
            }
            let kind = [UInt16(9), 40002, 45001][generator.next(3)]
            // Few seconds, so that many events share one.
            let after = Int64(generator.next(6)) - 3
            let event = try relay.event(kind, tags, String(number), by: author, after: after)
            let answer = try await relay.publish(event, by: author)
            #expect(answer == accepted(event))
            events.append(event)
        }
        return events
    }

    private static let ids = ["a", "b", "c"].map { String(repeating: $0, count: 64) }

    private func filter(_ events: [Event], _ generator: inout SplitMix) -> Filter {
        var filter = Filter()
        filter.kinds = [[9], [9, 40002], [45001, 45001], [40002, 45001, 9]][generator.next(4)]
        if generator.next(6) == 0 {
            filter.ids = (0..<4).map { _ in events[generator.next(events.count)].id }
        }
        if generator.next(3) == 0 {
            filter.authors = (0..<2).map { _ in events[generator.next(events.count)].pubkey }
        }
        let now = events[0].createdAt
        if generator.next(3) == 0 { filter.since = now + Int64(generator.next(9)) - 4 }
        if generator.next(3) == 0 { filter.until = now + Int64(generator.next(9)) - 4 }
        if generator.next(3) == 0 { filter.limit = generator.next(30) }
        if generator.next(2) == 0 { filter.setTag("h", [Community.open]) }
        if generator.next(4) == 0 { filter.setTag("h", [Community.open, Community.other]) }
        if generator.next(4) == 0 { filter.setTag("e", [Self.ids[generator.next(3)], Self.ids[0]]) }
        if generator.next(6) == 0 { filter.setTag("E", [Self.ids[generator.next(3)]]) }
        if generator.next(4) == 0 {
            filter.setTag("t", [["x"], ["x", "y"], [""], ["z"]][generator.next(4)])
        }
        return filter
    }

    /// The relay agrees with NIP-01's own words: match, newest first, lower id first, cut at the limit.
    @Test(arguments: [UInt64(1), 2, 3])
    func agreesWithMatchingOneByOne(_ seed: UInt64) async throws {
        let relay = try await TestRelay()
        var generator = SplitMix(seed)
        let events = try await fill(relay, &generator)
        let reader = try KeyPair.random()
        for number in 0..<60 {
            let filter = filter(events, &generator)
            let expected = events.filter { filter.matches($0) }.sorted(by: Event.newestFirst)
            let body = String(decoding: JSONValue.array([filter.json]).serialized(), as: UTF8.self)
            let found = try await relay.query(body, by: reader).events
            #expect(
                found == Array(expected.prefix(filter.limit ?? 1000)),
                "seed \(seed), filter \(number): \(body)")
            let count = try await relay.post("/count", body, by: reader).text
            #expect(count == "{\"count\":\(expected.count)}", "seed \(seed), filter \(number): \(body)")
        }
    }

    @Test func manyValuesOfOneConditionAgreeToo() async throws {
        let relay = try await TestRelay()
        var generator = SplitMix(9)
        let events = try await fill(relay, &generator)
        let expected = events.sorted(by: Event.newestFirst).prefix(50)
        let values = (0..<100).map { Hex.encode([UInt8](repeating: UInt8($0), count: 32)) }
        let filters = [
            "{\"kinds\":[9,40002,45001],\"authors\":[\(quoted(events.map(\.pubkey.hex) + values))],\"limit\":50}",
            "{\"#h\":[\(quoted([Community.open, Community.other] + values))],\"kinds\":[9,40002,45001],\"limit\":50}",
            "{\"kinds\":[9,40002,45001,\((2000..<2100).map(String.init).joined(separator: ","))],\"limit\":50}",
        ]
        for filter in filters {
            let found = try await relay.query("[\(filter)]", by: try KeyPair.random()).events
            #expect(found.map(\.content) == expected.map(\.content), "\(filter.prefix(40))")
        }
    }

    private func quoted(_ values: [String]) -> String { values.map { "\"\($0)\"" }.joined(separator: ",") }

    @Test func filtersAnswerInTheirOrderAndRepeat() async throws {
        let community = try await Community()
        let one = "{\"ids\":[\"\(community.message.id.hex)\"]}"
        let two = "{\"ids\":[\"\(community.reply.id.hex)\"]}"
        let found = try await community.relay.query("[\(two),\(one),\(two)]", by: community.bob)
        #expect(found.events == [community.reply, community.message, community.reply])
        let count = try await community.relay.post("/count", "[\(two),\(one),\(two)]", by: community.bob)
        #expect(count.text == "{\"count\":3}")
    }

    @Test(arguments: [
        ("empty list", "{\"kinds\":[9],\"authors\":[]}"), ("no kinds", "{\"kinds\":[]}"),
        ("no values", "{\"kinds\":[9],\"#h\":[]}"), ("limit 0", "{\"kinds\":[9],\"limit\":0}"),
        ("ends before it begins", "{\"kinds\":[9],\"since\":10,\"until\":5}"),
        ("before everything", "{\"kinds\":[9],\"until\":0}"),
    ])
    func answersNothing(_ name: String, _ filter: String) async throws {
        let community = try await Community()
        #expect(try await community.relay.query("[\(filter)]", by: community.alice).text == "[]")
    }

    @Test(arguments: [
        ("negative since", "{\"kinds\":[9],\"since\":-5}"),
        ("unknown member", "{\"kinds\":[9],\"future\":{}}"),
        ("huge limit", "{\"kinds\":[9],\"limit\":2147483647}"),
        ("repeated kind", "{\"kinds\":[9,9],\"since\":-9223372036854775808}"),
    ])
    func answersAll(_ name: String, _ filter: String) async throws {
        let community = try await Community()
        #expect(try await community.relay.query("[\(filter)]", by: community.alice).events.count == 4)
    }

    @Test(arguments: [(30_000, 200), (30_001, 400)])
    func aFilterWithVeryManyValues(_ count: Int, _ status: Int) async throws {
        let relay = try await TestRelay()
        let kinds = [String](repeating: "9", count: count - 1).joined(separator: ",")
        for path in ["/query", "/count"] {
            let answer = try await relay.post(
                path, "[{\"kinds\":[\(kinds)],\"#t\":[\"x\"]}]", by: try KeyPair.random())
            #expect(answer.status == status)
            if status == 400 {
                #expect(answer.error == "invalid filters: a filter holds at most 30000 values; split it")
            }
        }
    }

    // B07: many events in one second and pages that are smaller.
    @Test func pagesPassASecondWithMoreEventsThanAPage() async throws {
        let community = try await Community()
        let relay = community.relay
        var expected = [community.message, community.reply]
        for number in 0..<5 {
            expected.append(
                try await relay.accept(9, [["h", Community.open]], String(number), by: community.bob))
        }
        expected.sort(by: Event.newestFirst)
        var found: [Event] = []
        var cursor = ""
        repeat {
            let filter = "{\"kinds\":[9],\"#h\":[\"\(Community.open)\"],\"limit\":2\(cursor)}"
            let page = try await relay.query("[\(filter)]", by: community.carol).events
            guard let last = page.last else { break }
            found += page
            cursor = ",\"until\":\(last.createdAt),\"before_id\":\"\(last.id.hex)\""
        } while found.count <= expected.count
        #expect(found == expected)
    }
}

/// A small random generator whose runs a seed repeats.
struct SplitMix {
    private var state: UInt64

    init(_ seed: UInt64) {
        state = seed
    }

    /// A number below the bound.
    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ (value >> 31)) % UInt64(bound))
    }
}
