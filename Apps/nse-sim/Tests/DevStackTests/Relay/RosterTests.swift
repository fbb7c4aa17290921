import DevStack
import NostrCore
import Testing

/// The relay's own members: who is admitted, and who changes that (spec relay §5).
@Suite struct RosterTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let author: Membership.Person
        let kind: UInt16
        let tags: [[String]]

        init(
            _ name: String, _ text: String, _ author: Membership.Person, _ kind: UInt16,
            _ tags: [[String]] = []
        ) {
            testDescription = name
            self.text = text
            self.author = author
            self.kind = kind
            self.tags = tags
        }
    }

    static let noTarget = "invalid: missing or invalid p tag"
    static let noAdmin = "invalid: actor not authorized: must be admin or owner"
    static let noOwner = "invalid: actor not authorized: must be owner"
    static let someone = String(repeating: "0", count: 63) + "7"
    static let badIcon = "invalid: icon must be an http(s) URL or data:image/* URL"
    static let badCharacters = "invalid: icon contains invalid characters"

    static let rows: [Row] = [
        Row("add nobody", noTarget, .owner, 9030),
        Row("add no key", noTarget, .owner, 9030, [["p", "npub1"]]),
        Row("member adds", noAdmin, .member, 9030, [["p", "STRANGER"]]),
        Row(
            "admin makes an admin", "invalid: actor not authorized: only owner can grant admin role", .admin,
            9030,
            [["p", "STRANGER"], ["role", "admin"]]),
        Row(
            "add an owner", "invalid: invalid role: use kind:9032 to promote to owner", .owner, 9030,
            [["p", "STRANGER"], ["role", "owner"]]),
        Row(
            "add a guest", "invalid: invalid role: guest", .owner, 9030,
            [["p", "STRANGER"], ["role", "guest"]]),
        Row("remove nobody", noTarget, .owner, 9031),
        Row("member removes", noAdmin, .member, 9031, [["p", "ADMIN"]]),
        Row("member removes themselves", noAdmin, .member, 9031, [["p", "MEMBER"]]),
        Row("owner removes themselves", "invalid: cannot remove yourself", .owner, 9031, [["p", "OWNER"]]),
        Row("admin removes themselves", "invalid: cannot remove yourself", .admin, 9031, [["p", "ADMIN"]]),
        Row(
            "admin removes the owner", "invalid: cannot remove the relay owner", .admin, 9031,
            [["p", "OWNER"]]),
        Row("remove the unknown", "invalid: member not found: \(someone)", .admin, 9031, [["p", someone]]),
        Row("role of nobody", noTarget, .owner, 9032, [["role", "admin"]]),
        Row("admin gives a role", noOwner, .admin, 9032, [["p", "MEMBER"], ["role", "admin"]]),
        Row(
            "owner's own role", "invalid: cannot change your own role", .owner, 9032,
            [["p", "OWNER"], ["role", "admin"]]),
        Row("no role", "invalid: missing role tag", .owner, 9032, [["p", "MEMBER"]]),
        Row(
            "role of owner", "invalid: cannot set role to owner", .owner, 9032,
            [["p", "MEMBER"], ["role", "owner"]]),
        Row(
            "role of king", "invalid: invalid role: king", .owner, 9032,
            [["p", "MEMBER"], ["role", "king"]]),
        Row(
            "role of the unknown", "invalid: member not found: \(someone)", .owner, 9032,
            [["p", someone], ["role", "admin"]]),
        Row("member's icon", noAdmin, .member, 9033, [["icon", "https://x.example/i.png"]]),
        Row("no icon", "invalid: missing icon tag", .admin, 9033),
        Row("script as icon", badIcon, .admin, 9033, [["icon", "javascript:x"]]),
        Row("page as icon", badIcon, .admin, 9033, [["icon", "data:text/html,x"]]),
        Row("space in an icon", badCharacters, .admin, 9033, [["icon", "https://x.example/a b"]]),
        Row("quote in an icon", badCharacters, .admin, 9033, [["icon", "https://x.example/\"b"]]),
        Row("line in an icon", badCharacters, .admin, 9033, [["icon", "https://x.example/\n"]]),
        Row(
            "long icon", "invalid: icon is too long (2049 bytes, max 2048)", .admin, 9033,
            [["icon", "https://x.example/" + String(repeating: "a", count: 2031)]]),
        Row(
            "large icon", "invalid: icon is too long (98305 bytes, max 98304)", .admin, 9033,
            [["icon", "data:image/" + String(repeating: "a", count: 98_294)]]),
        Row(
            "leave unprotected", "invalid: leave request must include NIP-70 protected event tag [\"-\"]",
            .member,
            28936),
        Row("owner leaves", "invalid: relay owner cannot leave", .owner, 28936, [["-"]]),
    ]

    @Test(arguments: rows)
    func refuses(_ row: Row) async throws {
        let relay = try await Membership()
        let before = try await relay.roster()
        let (_, answer) = try await relay.send(row.author, row.kind, row.tags)
        #expect(answer.error == row.text)
        #expect(answer.status == 400)
        #expect(try await relay.roster() == before)
    }

    @Test func adminsRemoveOnlyMembersAndNobodyChangesAnOwner() async throws {
        let relay = try await Membership()
        try await relay.accept(.owner, 9030, [["p", "STRANGER"], ["role", "admin"]])
        let (_, answer) = try await relay.send(.admin, 9031, [["p", "STRANGER"]])
        #expect(answer.error == "invalid: actor not authorized: admins can only remove members")
    }

    @Test(arguments: [
        (UInt16(9030), Int64(121)), (9031, -121), (9032, 121), (9033, -121), (28936, 121), (9040, 121),
    ])
    func commandsMustBeFresh(_ kind: UInt16, _ delta: Int64) async throws {
        let relay = try await Membership()
        let (event, answer) = try await relay.send(.owner, kind, [["-"]], after: delta)
        let now = relay.relay.clock.now
        #expect(
            answer.error
                == "invalid: event timestamp out of range: created_at=\(event.createdAt), now=\(now), "
                + "delta=\(delta)s (max ±120s)")
        // Farther away the general bound speaks first.
        let (_, far) = try await relay.send(.owner, kind, [["-"]], after: delta * 8)
        #expect(far.error == "invalid: event timestamp too far from server time")
    }

    // MARK: Changes

    static let owner = ["member", "OWNER", "owner"]
    static let admin = ["member", "ADMIN", "admin"]
    static let member = ["member", "MEMBER", "member"]

    static let changes:
        [(String, Membership.Person, UInt16, [[String]], roster: [[String]], deltas: [UInt16])] = [
            (
                "add", .admin, 9030, [["p", "STRANGER"]],
                [["-"], owner, admin, member, ["member", "STRANGER", "member"]], [8000]
            ),
            (
                "add an admin", .owner, 9030, [["p", "STRANGER"], ["role", "admin"]],
                [["-"], owner, admin, member, ["member", "STRANGER", "admin"]], [8000]
            ),
            // Who is in stays as they are.
            (
                "add again", .owner, 9030, [["p", "MEMBER"], ["role", "admin"]],
                [["-"], owner, admin, member], []
            ),
            ("add the owner", .admin, 9030, [["p", "OWNER"]], [["-"], owner, admin, member], []),
            ("remove", .admin, 9031, [["p", "MEMBER"]], [["-"], owner, admin], [8001]),
            ("remove an admin", .owner, 9031, [["p", "ADMIN"]], [["-"], owner, member], [8001]),
            (
                "raise", .owner, 9032, [["p", "MEMBER"], ["role", "admin"]],
                [["-"], owner, admin, ["member", "MEMBER", "admin"]], []
            ),
            (
                "lower", .owner, 9032, [["p", "ADMIN"], ["role", "member"]],
                [["-"], owner, ["member", "ADMIN", "member"], member], []
            ),
        ]

    @Test(arguments: changes)
    func changesAreTold(
        _ name: String, _ author: Membership.Person, _ kind: UInt16, _ tags: [[String]], _ roster: [[String]],
        _ deltas: [UInt16]
    ) async throws {
        let relay = try await Membership()
        let (event, answer) = try await relay.send(author, kind, tags)
        #expect(answer == accepted(event))
        #expect(try await relay.roster() == roster)
        // The command itself is not stored.
        #expect(
            try await relay.relay.query("[{\"ids\":[\"\(event.id.hex)\"]}]", by: relay.owner).text == "[]")
        let told = try await relay.relay.query(
            "[{\"kinds\":[8000,8001,13534],\"since\":\(relay.relay.clock.now)}]", by: relay.owner)
        for event in told.events { #expect(try event.verify().author == relay.relay.relay.publicKey) }
        let changed = told.events.filter { $0.kind != 13534 }
        #expect(changed.map(\.kind) == deltas)
        #expect(changed.allSatisfy { $0.tags == [["-"], ["p", relay.value(of: tags[0][1])]] })
    }

    // Clients keep the newest roster: within one second a later one must still be newer.
    @Test func aRosterOfTheSameSecondIsNewer() async throws {
        let relay = try await Membership()
        let filter = "[{\"kinds\":[13534]}]"
        var previous = try #require(try await relay.relay.query(filter, by: relay.owner).events.first)
        for role in ["admin", "member", "admin"] {
            try await relay.relay.accept(
                9032, [["p", relay.member.publicKey.hex], ["role", role]], by: relay.owner)
            let found = try await relay.relay.query(filter, by: relay.owner).events
            #expect(found.count == 1)
            let next = try #require(found.first)
            #expect(next.replaces(previous))
            #expect(next.createdAt > previous.createdAt)
            previous = next
        }
    }

    @Test func aMemberLeavesAndIsOut() async throws {
        let relay = try await Membership()
        let (event, answer) = try await relay.send(.member, 28936, [["-"]])
        #expect(answer == accepted(event, "info: you have left this relay"))
        #expect(try await relay.roster() == [["-"], Self.owner, Self.admin])
        #expect(try await relay.relay.query("[{\"kinds\":[9]}]", by: relay.member) == Self.gate)
    }

    @Test func nobodyLeavesAnOpenRelay() async throws {
        let relay = try await Membership(isRequired: false)
        let (_, answer) = try await relay.send(.member, 28936, [["-"]])
        #expect(answer.error == "invalid: relay membership is not enabled")
    }

    // MARK: Admission

    static let gate = Answer(
        403,
        "{\"error\":\"relay_membership_required\","
            + "\"message\":\"You must be a relay member to access this relay\"}")

    @Test(arguments: [
        ("query", "/query", "[{\"kinds\":[9]}]", true), ("count", "/count", "[{\"kinds\":[9]}]", true),
        // The gate stands before the filters are read, and behind the event.
        ("query without filters", "/query", "{", true), ("event that is none", "/events", "{", false),
    ])
    func strangersStayOut(_ name: String, _ path: String, _ body: String, _ isGated: Bool) async throws {
        let relay = try await Membership()
        let answer = try await relay.relay.post(path, body, by: relay.stranger)
        #expect((answer == Self.gate) == isGated)
        #expect(answer.status == (isGated ? 403 : 400))
        let open = try await Membership(isRequired: false)
        #expect(try await open.relay.post(path, body, by: open.stranger) != Self.gate)
    }

    @Test func strangersPublishNothingUntilTheyAreIn() async throws {
        let relay = try await Membership()
        let event = try relay.relay.event(1, by: relay.stranger)
        #expect(try await relay.relay.publish(event, by: relay.stranger) == Self.gate)
        // A wrong event is refused in the same way: strangers learn no more.
        #expect(try await relay.send(.stranger, 8, []).answer == Self.gate)
        try await relay.accept(.admin, 9030, [["p", "STRANGER"]])
        #expect(try await relay.relay.publish(event, by: relay.stranger) == accepted(event))
        try await relay.accept(.admin, 9031, [["p", "STRANGER"]])
        #expect(try await relay.relay.publish(event, by: relay.stranger) == Self.gate)
    }

    @Test func membershipWithoutAnOwnerIsRefused() async throws {
        let directory = ScratchDirectory()
        #expect(throws: EmbeddedRelayError.noOwner) {
            try EmbeddedRelay(configuration: .init(dataDirectory: directory.path, requireMembership: true))
        }
    }

    @Test func aNewOwnerMakesTheOldOneAnAdmin() async throws {
        let directory = ScratchDirectory()
        let first = try KeyPair.random()
        let second = try KeyPair.random()
        for (owner, expected) in [
            (first, [["-"], ["member", first.publicKey.hex, "owner"]]),
            (
                second,
                [
                    ["-"], ["member", first.publicKey.hex, "admin"],
                    ["member", second.publicKey.hex, "owner"],
                ]
            ),
        ] {
            let relay = try await TestRelay(
                directory: directory, requireMembership: true, owner: owner.publicKey)
            let found = try await relay.query("[{\"kinds\":[13534]}]", by: owner)
            #expect(found.events.map(\.tags) == [expected])
            await relay.relay.stop()
        }
    }

    // MARK: The relay's document

    @Test func theDocumentTellsMembershipAndIcon() async throws {
        let relay = try await Membership()
        let icon = "https://x.example/i.png"
        func document() async throws -> RelayInformation {
            try RelayInformation(try #require(await relay.relay.send("GET", "/info")?.json))
        }
        #expect(try await document().supportedNIPs.contains(.number(43)))
        try await relay.accept(.admin, 9033, [["icon", icon]])
        #expect(await relay.relay.send("GET", "/info")?.text.contains("\"icon\":\"\(icon)\"") == true)
        try await relay.accept(.owner, 9033, [["icon", ""]])
        #expect(await relay.relay.send("GET", "/info")?.text.contains("\"icon\"") == false)
        let open = try await Community()
        let answer = try RelayInformation(try #require(await open.relay.send("GET", "/info")?.json))
        #expect(!answer.supportedNIPs.contains(.number(43)))
        // Where nobody runs an open relay, anyone sets its picture.
        try await open.relay.accept(9033, [["icon", icon]], by: open.bob)
    }
}
