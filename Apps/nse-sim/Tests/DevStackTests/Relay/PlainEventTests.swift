import DevStack
import NostrCore
import Testing

/// Kinds without rules of their own: stored by the class of their number (spec relay §4.1, §4.2).
@Suite struct PlainEventTests {
    static let lease = IngestRuleTests.Row("lease", "invalid: push not supported", 30350)

    static let refused: [IngestRuleTests.Row] =
        [
            8, 8000, 8001, 8002, 8003, 9003, 9004, 9006, 9009, 13535, 27235, 29999, 39001, 39002, 39003,
            40001,
            40099, 46001, 46010, 46012,
        ].map { IngestRuleTests.Row("kind \($0)", "restricted: unknown event kind", $0) }
        + [
            lease,
            .init("roster", "restricted: relay-only kind", 13534),
            .init("direct messages", "restricted: relay-only kind", 30622),
            .init("summary", "restricted: relay-only kind", 39006),
            .init("pin without channel", "invalid: channel-scoped events must include an h tag", 40004),
            .init(
                "pin in a private channel", "restricted: not a channel member", 40004,
                IngestRuleTests.h(Community.secret)),
            .init("canvas in an unknown channel", "restricted: not a channel member", 40100) {
                _ in [["h", Community.unknown]]
            },
            .init(
                "vote in a private channel", "restricted: not a channel member", 45002,
                IngestRuleTests.h(Community.secret)),
            .init(
                "other kind in a private channel", "restricted: not a channel member", 1111,
                IngestRuleTests.h(Community.secret)),
            .init("long d", "invalid: d tag too long (1025 bytes, max 1024)", 30078) { _ in
                [["d", String(repeating: "a", count: 1025)]]
            },
            // Bytes count, not characters.
            .init("long d of few characters", "invalid: d tag too long (1026 bytes, max 1024)", 31000) { _ in
                [["d", String(repeating: "é", count: 513)]]
            },
        ]

    @Test(arguments: refused)
    func refuses(_ row: IngestRuleTests.Row) async throws {
        let community = try await Community()
        let (event, keys) = try row.make(community)
        let answer = try await community.relay.publish(event, by: keys)
        #expect(answer.error == row.text)
        #expect(answer.status == row.status)
    }

    /// What becomes of a second event by the same author, a second later.
    enum Second: Sendable { case replaces, standsBeside }

    static let classes: [(String, UInt16, [[String]], [[String]], Second)] = [
        ("note", 1, [], [], .standsBeside),
        ("contacts", 3, [["p", IngestRuleTests.noEvent]], [], .replaces),
        ("contacts, stray channel", 3, [["h", Community.secret]], [["h", Community.open]], .replaces),
        ("old channel metadata", 41, [], [], .replaces),
        ("regular", 1111, [], [], .standsBeside),
        ("relays", 10002, [], [], .replaces),
        ("replaceable, one channel", 10500, [["h", Community.open]], [["h", Community.open]], .replaces),
        (
            "replaceable, two channels", 10500, [["h", Community.open]], [["h", Community.other]],
            .standsBeside
        ),
        ("replaceable, in and outside", 10500, [["h", Community.open]], [], .standsBeside),
        ("replaceable, d is nothing", 10002, [["d", "a"]], [["d", "b"]], .replaces),
        ("read state", 30078, [["d", "a"]], [["d", "a"]], .replaces),
        ("read states of two", 30078, [["d", "a"]], [["d", "b"]], .standsBeside),
        ("no d and an empty one", 30078, [], [["d", ""]], .replaces),
        ("first d counts", 30078, [["d", "a"], ["d", "b"]], [["d", "a"], ["d", "c"]], .replaces),
        ("status", 30315, [["d", "general"]], [["d", "general"]], .replaces),
        (
            "addressable, two channels", 31000, [["d", "a"], ["h", Community.open]],
            [["d", "a"], ["h", Community.other]], .replaces
        ),
        ("pins", 40004, [["h", Community.open]], [["h", Community.open]], .standsBeside),
        ("longest d", 30078, [["d", String(repeating: "a", count: 1024)]], [["d", ""]], .standsBeside),
    ]

    @Test(arguments: classes)
    func storesByClass(
        _ name: String, _ kind: UInt16, _ first: [[String]], _ second: [[String]], _ expected: Second
    ) async throws {
        let community = try await Community()
        let relay = community.relay
        let one = try await relay.accept(kind, first, "1", by: community.bob)
        let two = try await relay.accept(kind, second, "2", by: community.bob, after: 1)
        let filter = "[{\"kinds\":[\(kind)],\"authors\":[\"\(community.bob.publicKey.hex)\"]}]"
        let found = try await relay.query(filter, by: community.carol).events
        #expect(found == (expected == .replaces ? [two] : [two, one]))
        // The older one, sent again, does not come back.
        #expect(try await relay.publish(one, by: community.bob) == accepted(one, "duplicate:"))
        #expect(try await relay.query(filter, by: community.carol).events == found)
    }

    // B06: of two with the same second the lower id stands, whichever came first.
    @Test(arguments: [UInt16(3), 41, 10002, 30078, 30315, 31000], [false, true])
    func theLowerIDWinsASecond(_ kind: UInt16, _ isLowerFirst: Bool) async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let pair = [
            try relay.event(kind, [["d", "x"]], "a", by: keys),
            try relay.event(kind, [["d", "x"]], "b", by: keys),
        ].sorted { $0.id < $1.id }
        let order = isLowerFirst ? pair : pair.reversed()
        #expect(try await relay.publish(order[0], by: keys) == accepted(order[0]))
        let message = isLowerFirst ? "duplicate:" : ""
        #expect(try await relay.publish(order[1], by: keys) == accepted(order[1], message))
        #expect(try await relay.query("[{\"kinds\":[\(kind)]}]", by: keys).events == [pair[0]])
    }

    @Test func anAddressableEventIsDeletedByItsAddress() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let address = "30078:\(keys.publicKey.hex):read:state"
        let event = try await relay.accept(30078, [["d", "read:state"]], "1", by: keys)
        try await relay.accept(5, [["a", address]], by: keys)
        #expect(try await relay.query("[{\"kinds\":[30078]}]", by: keys).text == "[]")
        #expect(try await relay.publish(event, by: keys) == accepted(event, "duplicate:"))
    }

    // MARK: Readers

    /// An event of Bob's, and whether Alice, whom it may name, and Carol find it.
    static let audiences: [(String, UInt16, [[String]], alice: Bool, carol: Bool)] = [
        ("reminder", 30300, [["d", "x"], ["p", "ALICE"]], false, false),
        ("author's own", 30179, [["d", "x"]], false, false),
        ("not shared", 30175, [["d", "x"]], false, false),
        ("shared otherwise", 30178, [["d", "x"], ["shared", "yes"]], false, false),
        ("shared and more", 30178, [["d", "x"], ["shared", "true", "x"]], false, false),
        ("shared", 30178, [["d", "x"], ["shared", "true"]], true, true),
        ("addressed", 44200, [["p", "ALICE"]], true, false),
        ("in a private channel's name", 30078, [["d", "x"], ["h", Community.secret]], true, true),
    ]

    @Test(arguments: audiences)
    func readersFind(
        _ name: String, _ kind: UInt16, _ tags: [[String]], _ alice: Bool, _ carol: Bool
    ) async throws {
        let community = try await Community()
        let tags = tags.map { $0.map { $0 == "ALICE" ? community.alice.publicKey.hex : $0 } }
        let event = try await community.relay.accept(kind, tags, by: community.bob)
        for (reader, finds) in [(community.alice, alice), (community.carol, carol)] {
            let filter = "{\"ids\":[\"\(event.id.hex)\"]}"
            let answer = try await community.relay.query("[\(filter)]", by: reader)
            #expect(answer.events == (finds ? [event] : []))
            #expect(
                try await community.relay.post("/count", "[\(filter)]", by: reader).text
                    == "{\"count\":\(finds ? 1 : 0)}")
        }
        let own = "[{\"kinds\":[\(kind)],\"authors\":[\"\(event.pubkey.hex)\"]}]"
        let found = try await community.relay.query(own, by: community.bob)
        // Its author finds it, unless it is for those that it names.
        #expect(kind == 44200 ? found.status == 403 : found.events == [event])
    }
}
