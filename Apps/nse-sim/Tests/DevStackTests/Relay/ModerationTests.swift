import DevStack
import NostrCore
import Testing

/// Reports, bans and timeouts (spec relay §1.3, §4.2).
@Suite struct ModerationTests {
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

    static let id = IngestRuleTests.noEvent
    static let noModerator = "restricted: moderator access required"
    static let protected = "restricted: only the owner can moderate admins, and nobody the owner"
    static let noTarget = "invalid: missing or invalid p tag"
    static let noEnd = "invalid: missing or invalid expiration tag"
    /// After every test's clock, within a year.
    static let later = "1700010000"

    static let commands: [Row] = [
        Row("member bans", noModerator, .member, 9040, [["p", "STRANGER"]]),
        Row("member unbans", noModerator, .member, 9041, [["p", "STRANGER"]]),
        Row("member times out", noModerator, .member, 9042, [["p", "STRANGER"], ["expiration", later]]),
        Row("member ends a timeout", noModerator, .member, 9043, [["p", "STRANGER"]]),
        Row("member resolves", noModerator, .member, 9044, [["report", id], ["status", "resolved"]]),
        Row("ban nobody", noTarget, .admin, 9040),
        Row("ban no key", noTarget, .admin, 9040, [["p", "x"]]),
        Row("ban oneself", "restricted: cannot moderate yourself", .owner, 9040, [["p", "OWNER"]]),
        Row("admin bans the owner", protected, .admin, 9040, [["p", "OWNER"]]),
        Row("admin times the owner out", protected, .admin, 9042, [["p", "OWNER"], ["expiration", later]]),
        Row("ban without a readable end", noEnd, .admin, 9040, [["p", "MEMBER"], ["expiration", "soon"]]),
        Row("timeout without end", noEnd, .admin, 9042, [["p", "MEMBER"]]),
        Row(
            "timeout that is over", "invalid: event has expired", .admin, 9042,
            [["p", "MEMBER"], ["expiration", "1"]]),
        Row("unban who is not banned", "invalid: member is not banned", .admin, 9041, [["p", "MEMBER"]]),
        Row("end no timeout", "invalid: member is not timed out", .admin, 9043, [["p", "MEMBER"]]),
        Row("resolve nothing", "invalid: report not found", .admin, 9044, [["status", "resolved"]]),
        Row(
            "resolve the unknown", "invalid: report not found", .admin, 9044,
            [["report", id], ["status", "resolved"]]),
    ]

    static let noKind = "invalid: invalid report type: "
    static let reports: [Row] = [
        Row(
            "report of nobody", "invalid: report must have exactly one p tag", .member, 1984,
            [["e", id, "spam"]]),
        Row(
            "report of two", "invalid: report must have exactly one p tag", .member, 1984,
            [["p", "ADMIN", "spam"], ["p", "OWNER", "spam"]]),
        Row(
            "report of two things", "invalid: report may have at most one e or x tag", .member, 1984,
            [["p", "ADMIN"], ["e", id, "spam"], ["x", id, "spam"]]),
        Row(
            "report of no id", "invalid: report target must be 64 hex digits", .member, 1984,
            [["p", "ADMIN"], ["e", "1", "spam"]]),
        Row(
            "report of no key", "invalid: report target must be 64 hex digits", .member, 1984,
            [["p", "1", "spam"]]),
        Row("report without type", noKind, .member, 1984, [["p", "ADMIN"]]),
        Row("report of an unknown type", noKind + "rude", .member, 1984, [["p", "ADMIN", "rude"]]),
        Row(
            "type at the person, not the event", noKind, .member, 1984, [["p", "ADMIN", "spam"], ["e", id]]),
    ]

    @Test(arguments: commands + reports)
    func refuses(_ row: Row) async throws {
        let relay = try await Membership()
        let (_, answer) = try await relay.send(row.author, row.kind, row.tags)
        #expect(answer == Answer(400, "{\"error\":\"\(row.text)\"}"))
        for list in ["reports", "audit", "restricted"] {
            #expect(try await relay.relay.get("/moderation/\(list)", by: relay.owner) == Answer(200, "[]"))
        }
    }

    @Test func adminsDoNotModerateEachOtherAndTheOwnerDoes() async throws {
        let relay = try await Membership()
        try await relay.accept(.owner, 9030, [["p", "STRANGER"], ["role", "admin"]])
        let (_, answer) = try await relay.send(.admin, 9040, [["p", "STRANGER"]])
        #expect(answer.error == Self.protected)
        try await relay.accept(.owner, 9040, [["p", "ADMIN"]])
        // A banned admin does not free themselves, nor anyone.
        let (_, own) = try await relay.send(.admin, 9041, [["p", "ADMIN"]])
        #expect(own == Self.banned)
    }

    // MARK: Restrictions

    static let banned = Answer(403, "{\"error\":\"blocked: you are banned from this community\"}")
    static let timedOut = Answer(403, "{\"error\":\"restricted: you are timed out until \(later)\"}")

    /// What a member who runs the relay too may send while restricted.
    static let sent: [(String, UInt16, [[String]], isStoppedByTimeout: Bool)] = [
        ("note", 1, [], true), ("profile", 0, [], true), ("channel", 9007, [["name", "n"]], true),
        ("addition", 9030, [["p", "STRANGER"]], false), ("report", 1984, [["p", "MEMBER", "spam"]], false),
        ("ban", 9040, [["p", "MEMBER"]], false), ("departure", 28936, [["-"]], true),
    ]

    @Test(arguments: sent, [UInt16(9040), 9042])
    func restrictionsStopWhatIsSent(
        _ sent: (name: String, kind: UInt16, tags: [[String]], isStoppedByTimeout: Bool),
        _ restriction: UInt16
    ) async throws {
        let relay = try await Membership()
        let earlier = try await relay.relay.accept(1, [], "earlier", by: relay.admin)
        try await relay.accept(.owner, restriction, [["p", "ADMIN"], ["expiration", Self.later]])
        let (_, answer) = try await relay.send(.admin, sent.kind, sent.tags)
        if restriction == 9040 {
            #expect(answer == Self.banned)
        } else {
            #expect((answer == Self.timedOut) == sent.isStoppedByTimeout)
            #expect((answer.status == 200) == !sent.isStoppedByTimeout)
        }
        // Sending what is stored again is no way around.
        let again = try await relay.relay.publish(earlier, by: relay.admin)
        #expect(again == (restriction == 9040 ? Self.banned : Self.timedOut))
    }

    @Test(arguments: [(UInt16(9040), UInt16(9041)), (9042, 9043)])
    func restrictionsEnd(_ start: UInt16, _ end: UInt16) async throws {
        let relay = try await Membership()
        let until = relay.relay.clock.now + 100
        try await relay.accept(.admin, start, [["p", "MEMBER"], ["expiration", String(until)]])
        #expect(try await relay.send(.member, 1, []).answer.status == 403)
        // Lifted by hand.
        try await relay.accept(.admin, end, [["p", "MEMBER"]])
        #expect(try await relay.send(.member, 1, []).answer.status == 200)
        // And by time.
        try await relay.accept(.admin, start, [["p", "MEMBER"], ["expiration", String(until)]])
        relay.relay.clock.now = until - 2
        #expect(try await relay.send(.member, 1, []).answer.status == 403)
        #expect(try await relay.send(.member, 1, []).answer.status == 200)
        #expect(try await relay.relay.get("/moderation/restricted", by: relay.owner).text == "[]")
    }

    @Test func aBanWithoutEndSurvivesARestart() async throws {
        let relay = try await Membership()
        try await relay.accept(.admin, 9040, [["p", "MEMBER"]])
        await relay.relay.relay.stop()
        try await relay.relay.relay.start()
        relay.relay.clock.now += 1_000_000
        #expect(try await relay.send(.member, 1, []).answer == Self.banned)
    }

    // MARK: Lists

    private func list(_ target: String, _ relay: Membership) async throws -> [JSONObject] {
        guard case .array(let rows) = try await relay.relay.get(target, by: relay.admin).json else {
            return []
        }
        return rows.compactMap { if case .object(let row) = $0 { row } else { nil } }
    }

    @Test func aReportGoesThroughTheQueue() async throws {
        let relay = try await Membership()
        let note = try await relay.relay.accept(1, [], "buy", by: relay.member)
        let (event, answer) = try await relay.send(
            .admin, 1984, [["p", "MEMBER"], ["e", note.id.hex, "spam"]])
        #expect(answer == accepted(event))
        #expect(try await relay.relay.publish(event, by: relay.admin) == accepted(event, "duplicate:"))
        // It is for those who run the relay, not for readers.
        #expect(try await relay.relay.query("[{\"kinds\":[1984]}]", by: relay.admin).text == "[]")
        let row = try #require(try await list("/moderation/reports", relay).first)
        let id = try #require(row["id"])
        #expect(
            row
                == JSONObject([
                    .init("id", id), .init("report_event_id", .string(event.id.hex)),
                    .init("reporter_pubkey", .string(relay.admin.publicKey.hex)),
                    .init("target_kind", .string("event")), .init("target", .string(note.id.hex)),
                    .init("channel_id", .null), .init("report_type", .string("spam")),
                    .init("note", .string("")),
                    .init("status", .string("open")), .init("resolved_by", .null),
                    .init("resolved_at", .null),
                    .init("action_id", .null), .init("created_at", .integer(relay.relay.clock.now)),
                ]))
        let (_, wrong) = try await relay.send(.admin, 9044, [["report", event.id.hex], ["status", "done"]])
        #expect(wrong.error == "invalid: invalid status: done")
        try await relay.accept(
            .owner, 9044, [["report", event.id.hex], ["status", "dismissed"], ["action", "a"]])
        #expect(try await list("/moderation/reports?status=open", relay).isEmpty)
        let resolved = try #require(
            try await list("/moderation/reports?status=dismissed&limit=5", relay).first)
        #expect(resolved["resolved_by"] == .string(relay.owner.publicKey.hex))
        #expect(resolved["action_id"] == .string("a"))
        #expect(
            try await list("/moderation/audit", relay).map { $0["action"] } == [.string("dismiss_report")])
    }

    @Test func whatWasDoneIsRecorded() async throws {
        let relay = try await Membership()
        try await relay.relay.accept(9007, [["h", Community.open], ["name", "n"]], by: relay.owner)
        let message = try await relay.relay.accept(9, [["h", Community.open]], "buy", by: relay.member)
        try await relay.accept(
            .owner, 9005, [["h", Community.open], ["e", message.id.hex], ["reason_code", "spam"]])
        try await relay.accept(
            .admin, 9042, [["p", "MEMBER"], ["expiration", Self.later], ["reason", "calm"]])
        try await relay.accept(.admin, 9043, [["p", "MEMBER"]])
        try await relay.accept(.admin, 9040, [["p", "MEMBER"], ["reason", "spam"]])
        try await relay.accept(.admin, 9041, [["p", "MEMBER"]])
        try await relay.accept(.admin, 9040, [["p", "MEMBER"], ["reason", "again"]])
        let actions = try await list("/moderation/audit", relay).map { $0["action"] }
        #expect(
            actions == ["ban", "unban", "ban", "untimeout", "timeout", "delete_message"].map { .string($0) })
        let deletion = try #require(try await list("/moderation/audit", relay).last)
        #expect(deletion["target_event_id"] == .string(message.id.hex))
        #expect(deletion["channel_id"] == .string(Community.open))
        #expect(deletion["reason_code"] == .string("spam"))
        #expect(try await list("/moderation/audit?limit=2", relay).count == 2)
        let restricted = try await list("/moderation/restricted", relay)
        #expect(
            restricted == [
                JSONObject([
                    .init("pubkey", .string(relay.member.publicKey.hex)), .init("banned", .bool(true)),
                    .init("ban_expires_at", .null), .init("ban_reason", .string("again")),
                    .init("muted_until", .null), .init("mute_reason", .null),
                    .init("actor_pubkey", .string(relay.admin.publicKey.hex)),
                    .init("updated_at", .integer(relay.relay.clock.now)),
                ])
            ])
    }

    @Test(arguments: ["reports", "audit", "restricted"])
    func listsAreForThoseWhoRunTheRelay(_ name: String) async throws {
        let relay = try await Membership()
        let refused = Answer(403, "{\"error\":\"restricted: moderator access required\"}")
        for keys in [relay.member, relay.stranger] {
            #expect(try await relay.relay.get("/moderation/\(name)", by: keys) == refused)
        }
        #expect(
            try await relay.relay.get("/moderation/\(name)?limit=x", by: relay.admin).error == "invalid limit"
        )
        #expect(try await relay.relay.get("/moderation/\(name)?limit=501", by: relay.admin).status == 200)
        // The query is signed too.
        let mismatch = try await relay.relay.get(
            "/moderation/\(name)?limit=1", by: relay.admin, signing: "/moderation/\(name)")
        #expect(mismatch.status == 401)
        #expect(mismatch.error.hasSuffix("URL mismatch"))
        #expect(await relay.relay.send("GET", "/moderation/\(name)")?.error == "missing Nostr auth")
        #expect(await relay.relay.send("POST", "/moderation/\(name)")?.status == 405)
    }
}
