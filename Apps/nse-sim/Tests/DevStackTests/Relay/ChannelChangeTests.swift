import DevStack
import NostrCore
import Testing

/// What the relay says in its own name after a command (spec relay §4.4).
@Suite struct ChannelChangeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The last step is the one whose messages are expected.
        let steps: [Step]
        /// System messages of the last step's second, in any order.
        let notices: [String]
        var metadata: [[String]]?
        var administrators: [[String]]?
        var members: [[String]]?

        init(
            _ name: String, _ steps: [Step], _ notices: [String], metadata: [[String]]? = nil,
            administrators: [[String]]? = nil, members: [[String]]? = nil
        ) {
            testDescription = name
            self.steps = steps
            self.notices = notices
            self.metadata = metadata
            self.administrators = administrators
            self.members = members
        }
    }

    static let owner = ["p", "ALICE", "", "owner"]
    static let bob = ["p", "BOB", "", "member"]
    static let start = [["d", "OPEN"], ["name", "n"]]

    static func edit(_ author: IngestRuleTests.Person = .alice, _ tags: [String]...) -> Step {
        Step(author, 9002, [["h", "OPEN"]] + tags)
    }

    static func put(_ author: IngestRuleTests.Person, _ name: String, _ role: String? = nil) -> Step {
        Step(author, 9000, [["h", "OPEN"], ["p", name]] + (role.map { [["role", $0]] } ?? []))
    }

    static let edits: [Row] = [
        Row(
            "a member sets the topic", [edit(.bob, ["topic", "tea"])],
            ["{\"type\":\"topic_changed\",\"topic\":\"tea\"}"],
            metadata: start + [["public"], ["closed"], ["t", "stream"], ["topic", "tea"]]),
        Row(
            "a member sets the purpose", [edit(.bob, ["purpose", "talk"])],
            ["{\"type\":\"purpose_changed\",\"purpose\":\"talk\"}"],
            metadata: start + [["public"], ["closed"], ["t", "stream"], ["purpose", "talk"]]),
        Row(
            "the topic is cleared", [edit(.alice, ["topic", "tea"]), edit(.alice, ["topic", ""])],
            ["{\"type\":\"topic_changed\",\"topic\":\"\"}"],
            metadata: start + [["public"], ["closed"], ["t", "stream"]]),
        Row(
            "all at once",
            [
                edit(
                    .alice, ["name", "#new"], ["about", "a"], ["visibility", "private"], ["topic", "t"],
                    ["purpose", "p"], ["ttl", "60"])
            ],
            [
                "{\"type\":\"topic_changed\",\"topic\":\"t\"}",
                "{\"type\":\"purpose_changed\",\"purpose\":\"p\"}",
                "{\"type\":\"visibility_changed\"}", "{\"type\":\"ttl_changed\",\"ttl_seconds\":60}",
            ],
            metadata: [
                ["d", "OPEN"], ["name", "new"], ["about", "a"], ["private"], ["closed"], ["t", "stream"],
                ["topic", "t"], ["purpose", "p"], ["ttl", "60"], ["ttl_deadline", "2023-11-14T22:14:21Z"],
            ]),
        Row(
            "ttl is cleared", [edit(.alice, ["ttl", "60"]), edit(.alice, ["ttl", ""])],
            ["{\"type\":\"ttl_changed\",\"ttl_seconds\":null}"],
            metadata: start + [["public"], ["closed"], ["t", "stream"]]),
        Row(
            "archived", [edit(.alice, ["archived", "true"])], ["{\"type\":\"channel_archived\"}"],
            metadata: start + [["public"], ["closed"], ["t", "stream"], ["archived", "true"]]),
        Row(
            "back again", [edit(.alice, ["archived", "true"]), edit(.alice, ["archived", "false"])],
            ["{\"type\":\"channel_unarchived\"}"],
            metadata: start + [["public"], ["closed"], ["t", "stream"]]),
        Row(
            "renamed", [edit(.alice, ["name", "new"])], [],
            metadata: [["d", "OPEN"], ["name", "new"], ["public"], ["closed"], ["t", "stream"]]),
        Row(
            "the same name", [edit(.alice, ["name", "n"])], [],
            metadata: start + [["public"], ["closed"], ["t", "stream"]]),
    ]

    static let members: [Row] = [
        Row(
            "anyone adds anyone", [put(.bob, "CAROL")],
            ["{\"type\":\"member_joined\",\"actor\":\"BOB\",\"target\":\"CAROL\"}"],
            members: [["d", "OPEN"], owner, bob, ["p", "CAROL", "", "member"]]),
        Row(
            "an outsider adds themselves as bot", [put(.carol, "CAROL", "bot")],
            ["{\"type\":\"member_joined\",\"actor\":\"CAROL\",\"target\":\"CAROL\"}"],
            members: [["d", "OPEN"], owner, bob, ["p", "CAROL", "", "bot"]]),
        Row(
            "nobody gives more than they hold", [put(.bob, "CAROL", "admin")], [],
            administrators: [["d", "OPEN"], ["p", "ALICE", "owner"]], members: [["d", "OPEN"], owner, bob]),
        Row(
            "an admin is made", [put(.alice, "BOB", "admin")], [],
            administrators: [["d", "OPEN"], ["p", "ALICE", "owner"], ["p", "BOB", "admin"]],
            members: [["d", "OPEN"], owner, ["p", "BOB", "", "admin"]]),
        Row(
            "no role keeps the role", [put(.alice, "BOB", "guest"), put(.alice, "BOB")], [],
            members: [["d", "OPEN"], owner, ["p", "BOB", "", "guest"]]),
        Row(
            "ownership is handed over", [put(.alice, "BOB", "owner"), put(.alice, "ALICE", "member")], [],
            administrators: [["d", "OPEN"], ["p", "BOB", "owner"]],
            members: [["d", "OPEN"], ["p", "ALICE", "", "member"], ["p", "BOB", "", "owner"]]),
        Row(
            "removed", [Step(.alice, 9001, [["h", "OPEN"], ["p", "BOB"]])],
            ["{\"type\":\"member_removed\",\"actor\":\"ALICE\",\"target\":\"BOB\"}"],
            members: [["d", "OPEN"], owner]),
        Row(
            "removes themselves", [Step(.bob, 9001, [["h", "OPEN"], ["p", "BOB"]])],
            ["{\"type\":\"member_left\",\"actor\":\"BOB\"}"], members: [["d", "OPEN"], owner]),
        Row(
            "removes who is not in", [Step(.alice, 9001, [["h", "OPEN"], ["p", "CAROL"]])], [],
            members: [["d", "OPEN"], owner, bob]),
        Row(
            "a message deleted for a reason",
            [
                Step(
                    .alice, 9005,
                    [
                        ["h", "OPEN"], ["e", "MESSAGE"], ["reason_code", "spam"],
                        ["public_reason", "spam, sorry"],
                        ["action_id", Community.unknown],
                    ])
            ],
            [
                "{\"type\":\"message_deleted\",\"target_event_id\":\"MESSAGE\",\"action_id\":\"UNKNOWN\","
                    + "\"reason_code\":\"spam\",\"public_reason\":\"spam, sorry\"}"
            ]),
        Row(
            "a message deleted by its author", [Step(.alice, 9005, [["h", "OPEN"], ["e", "REPLY"]])],
            ["{\"type\":\"message_deleted\",\"target_event_id\":\"REPLY\"}"]),
    ]

    @Test(arguments: edits + members)
    func tells(_ row: Row) async throws {
        let community = try await Community()
        try await community.play(row.steps)
        let now = community.relay.clock.now
        let found = try await community.relay.query(
            "[{\"kinds\":[40099],\"#h\":[\"\(Community.open)\"],\"since\":\(now)}]", by: community.alice)
        let words = ["ALICE", "BOB", "CAROL", "MESSAGE", "REPLY", "UNKNOWN"]
        let expected = row.notices.map { text in
            words.reduce(text) { $0.replacing("\"\($1)\"", with: "\"\(community.value(of: $1))\"") }
        }
        #expect(found.events.map(\.content).sorted() == expected.sorted())
        for event in found.events { #expect(try event.verify().author == community.relay.relay.publicKey) }
        let state = [(39000, row.metadata), (39001, row.administrators), (39002, row.members)]
        for (kind, tags) in state {
            guard let tags else { continue }
            let answer = try await community.relay.query(
                "[{\"kinds\":[\(kind)],\"#d\":[\"\(Community.open)\"]}]", by: community.alice)
            #expect(answer.events.map(\.tags) == [tags.map { $0.map { community.value(of: $0) } }])
        }
    }

    @Test func aDeletedChannelHasNoStateAndKeepsItsMessages() async throws {
        let community = try await Community()
        try await community.play([ChannelCommandTests.deletion])
        let state = "[{\"kinds\":[39000,39001,39002],\"#d\":[\"\(Community.open)\"]}]"
        #expect(try await community.relay.query(state, by: community.alice).text == "[]")
        let notices = try await community.relay.query(
            "[{\"kinds\":[40099],\"#h\":[\"\(Community.open)\"],\"limit\":1}]", by: community.bob)
        #expect(notices.events.map(\.content) == ["{\"type\":\"channel_deleted\"}"])
        let messages = "[{\"kinds\":[9],\"#h\":[\"\(Community.open)\"]}]"
        #expect(try await community.relay.query(messages, by: community.bob).events.count == 2)
    }

    @Test func aChannelMadePrivateIsClosedToReadersAtOnce() async throws {
        let community = try await Community()
        let filter = "[{\"kinds\":[9,39000],\"#h\":[\"\(Community.open)\"]}]"
        #expect(try await community.relay.query(filter, by: community.carol).events.count == 3)
        try await community.play([Self.edit(.alice, ["visibility", "private"])])
        #expect(try await community.relay.query(filter, by: community.carol).text == "[]")
        #expect(try await community.relay.query(filter, by: community.bob).events.count == 3)
        try await community.play([Step(.alice, 9001, [["h", "OPEN"], ["p", "BOB"]])])
        #expect(try await community.relay.query(filter, by: community.bob).text == "[]")
    }

    // MARK: Time to live

    private func isArchived(_ community: Community) async throws -> Bool {
        let filter = "[{\"kinds\":[39000],\"#d\":[\"\(Community.open)\"]}]"
        let tags = try await community.relay.query(filter, by: community.carol).events.first?.tags
        return try #require(tags).contains(["archived", "true"])
    }

    @Test func aChannelWithATimeToLiveIsArchivedWhenNothingHappens() async throws {
        let community = try await Community()
        try await community.play([Self.edit(.alice, ["ttl", "60"])])
        let clock = community.relay.clock
        clock.now += 58
        // Whatever happens begins the time anew.
        try await community.play([Step(.bob, 9, [["h", "OPEN"]])])
        clock.now += 59
        #expect(try await !isArchived(community))
        clock.now += 1
        // A reader sees it first; nobody has to write.
        #expect(try await isArchived(community))
        let notices = try await community.relay.query(
            "[{\"kinds\":[40099],\"#h\":[\"\(Community.open)\"],\"limit\":1}]", by: community.bob)
        #expect(notices.events.map(\.content) == ["{\"type\":\"channel_archived\"}"])
        let (_, answer) = try await community.send(Step(.bob, 9, [["h", "OPEN"]]))
        #expect(answer.error == "invalid: channel is archived")
        // Brought back, it lives as long again.
        try await community.play([Self.edit(.alice, ["archived", "false"])])
        clock.now += 59
        #expect(try await !isArchived(community))
        clock.now += 1
        #expect(try await isArchived(community))
    }

    static let lasting: [(String, [Step])] = [
        ("cleared", [edit(.alice, ["ttl", "60"]), edit(.alice, ["ttl", ""])]),
        ("without end", [edit(.alice, ["ttl", "9223372036854775807"])]),
    ]

    @Test(arguments: lasting)
    func aChannelStaysOpen(_ name: String, _ steps: [Step]) async throws {
        let community = try await Community()
        try await community.play(steps)
        community.relay.clock.now += 1_000_000
        #expect(try await !isArchived(community))
    }

    static let dates: [(Int64, String)] = [
        (1_700_000_060, "2023-11-14T22:14:20Z"), (1_735_689_599, "2024-12-31T23:59:59Z"),
        (2_900_000_000, "2061-11-23T19:33:20Z"), (4_107_542_400, "2100-03-01T00:00:00Z"),
        (11_575_526_400, "2336-10-25T00:00:00Z"), (13_574_649_599, "2400-02-29T23:59:59Z"),
    ]

    @Test(arguments: dates)
    func theDeadlineIsADateInUTC(_ deadline: Int64, _ text: String) async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        try await relay.accept(
            9007, [["h", Community.open], ["name", "n"], ["ttl", String(deadline - relay.clock.now)]],
            by: keys)
        let found = try await relay.query("[{\"kinds\":[39000]}]", by: keys).events.first
        #expect(found?.firstValue(ofTag: "ttl_deadline") == text)
    }

    // MARK: What members are told

    private func told(_ community: Community, _ keys: KeyPair) async throws -> [String] {
        let filter = "[{\"kinds\":[44100,44101],\"#p\":[\"\(keys.publicKey.hex)\"]}]"
        let events = try await community.relay.query(filter, by: keys).events
        for event in events {
            #expect(try event.verify().author == community.relay.relay.publicKey)
            #expect(event.tagCount(named: "p") == 1)
            #expect(event.tagCount(named: "h") == 1)
        }
        let open = events.filter { $0.firstValue(ofTag: "h") == Community.open }
        return open.reversed().map(\.content)
    }

    private func content(_ type: String, by actor: KeyPair) -> String {
        "{\"type\":\"\(type)\",\"channel_id\":\"\(Community.open)\",\"actor\":\"\(actor.publicKey.hex)\"}"
    }

    @Test func membersAreToldWhoPutThemInAndOut() async throws {
        let community = try await Community()
        try await community.play([
            Self.put(.bob, "CAROL"), Step(.alice, 9001, [["h", "OPEN"], ["p", "CAROL"]]),
            Step(.carol, 9021, [["h", "OPEN"]]), Step(.carol, 9022, [["h", "OPEN"]]),
            // A change of role is no change of membership.
            Self.put(.alice, "BOB", "admin"),
        ])
        #expect(
            try await told(community, community.carol) == [
                content("member_added", by: community.bob), content("member_removed", by: community.alice),
                content("member_added", by: community.carol), content("member_removed", by: community.carol),
            ])
        #expect(
            try await told(community, community.alice) == [content("member_added", by: community.alice)])
        #expect(try await told(community, community.bob) == [content("member_added", by: community.bob)])
    }

    @Test func whoIsOutOfAPrivateChannelStillReadsSo() async throws {
        let community = try await Community()
        try await community.play([
            ChannelCommandTests.admit, Step(.alice, 9001, [["h", "SECRET"], ["p", "BOB"]]),
        ])
        let filter = "[{\"kinds\":[44101],\"#p\":[\"\(community.bob.publicKey.hex)\"]}]"
        let events = try await community.relay.query(filter, by: community.bob).events
        #expect(events.map { $0.firstValue(ofTag: "h") } == [Community.secret])
    }

    @Test func membersAreToldThatAChannelIsBack() async throws {
        let community = try await Community()
        try await community.play([
            Self.edit(.alice, ["archived", "true"]), Self.edit(.alice, ["archived", "false"]),
        ])
        let back = content("member_added", by: community.alice)
        #expect(try await told(community, community.bob).last == back)
        #expect(try await told(community, community.bob).count == 2)
        #expect(try await told(community, community.alice) == [back, back])
    }

    @Test func anothersMembershipIsNotRead() async throws {
        let community = try await Community()
        let filters = [
            "{\"kinds\":[44100]}", "{\"kinds\":[44101],\"#p\":[\"\(community.alice.publicKey.hex)\"]}",
            "{\"kinds\":[44100],\"#h\":[\"\(Community.open)\"]}",
        ]
        for filter in filters {
            for path in ["/query", "/count"] {
                let answer = try await community.relay.post(path, "[\(filter)]", by: community.bob)
                #expect(answer == Answer(403, "{\"error\":\"\(ReadGateTests.addressed)\"}"))
            }
        }
    }
}
