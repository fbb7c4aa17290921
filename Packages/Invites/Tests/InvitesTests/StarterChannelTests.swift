import Invites
import NostrCore
import Testing

@Suite struct StarterChannelTests {
    /// The check values of spec invites.
    @Test(
        "ids by relay",
        arguments: [
            (
                "https://relay-a.example", "dea3e723-4236-5230-9184-f4879264e6fa",
                "91ff0059-5015-5d22-8f31-cdc243bfcf9b"
            ),
            (
                "wss://relay-b.example/", "46ec8c24-23db-5cbc-8b1f-2d1a65a6e46c",
                "96b382be-dfae-5584-818b-99be7c7eb36e"
            ),
            (
                " ws://localhost:3000//\n", "adafd400-706c-5c13-bf02-bc2ebb45b1c7",
                "47da111f-4c82-50c6-923e-ff955b4d69d0"
            ),
        ])
    func ids(relayURL: String, general: String, welcome: String) {
        let plan = StarterChannel.plan(relayURL: relayURL)
        #expect(plan.map(\.id) == [general, welcome])
        #expect(plan.map(\.name) == ["general", StarterChannel.welcomeName])
        #expect(
            plan.map(\.about) == [
                "General conversation and community updates.",
                "Say hi, ask a question, or share what brought you here.",
            ])
        #expect(plan.allSatisfy { UUIDText.version(of: $0.id) == 5 })
    }

    @Test(
        "scopes",
        arguments: [
            ("wss://r.example", "https://r.example"), ("ws://r.example", "http://r.example"),
            ("https://r.example", "https://r.example"), ("http://r.example/", "http://r.example"),
            ("wss://r.example///", "https://r.example"), ("  wss://r.example/ ", "https://r.example"),
            ("\u{3000}wss://r.example\u{A0}", "https://r.example"),
            // No case folding, no port removal, nothing done to what is no relay address.
            ("WSS://r.example", "WSS://r.example"), ("wss://R.Example", "https://R.Example"),
            ("wss://r.example:443", "https://r.example:443"), ("wss://r.example/x/", "https://r.example/x"),
            ("ftp://r.example/", "ftp://r.example"), ("", ""), ("///", ""), ("wss://", "wss:"),
        ])
    func scopes(relayURL: String, expected: String) {
        #expect(StarterChannel.scope(relayURL: relayURL) == expected)
    }

    @Test("the events that create and join")
    func events() throws {
        let general = try #require(StarterChannel.plan(relayURL: "wss://relay-a.example").first)
        let creation = general.creation(now: 5)
        #expect(creation.kind == 9007)
        #expect(creation.createdAt == 5)
        #expect(
            creation.tags == [
                ["h", general.id], ["name", "general"], ["visibility", "open"], ["channel_type", "stream"],
                ["about", general.about],
            ])
        let join = StarterChannel.join(channelID: "x", now: 6)
        #expect(join == EventTemplate(kind: 9021, createdAt: 6, tags: [["h", "x"]]))
    }

    @Test(
        "K02 a duplicate counts as present, other refusals don't",
        arguments: [
            (true, "", true), (true, "anything", true), (false, "duplicate: channel already exists", true),
            (false, "duplicate: event already stored", false), (false, "error: database", false),
            (false, "", false),
            (false, "Duplicate: channel already exists", false),
        ])
    func answers(accepted: Bool, message: String, exists: Bool) {
        #expect(StarterChannel.exists(afterCreationAccepted: accepted, message: message) == exists)
    }
}

@Suite struct StarterMatchingTests {
    static func general() throws -> StarterChannel {
        try #require(StarterChannel.plan(relayURL: "wss://relay-a.example").first)
    }

    static func channel(
        _ id: String = "c", name: String = "general", type: String = "stream", visibility: String = "open",
        archived: Bool = false, member: Bool = false
    ) -> ExistingChannel {
        ExistingChannel(
            id: id, name: name, type: type, visibility: visibility, isArchived: archived, isMember: member)
    }

    @Test(
        "no match",
        arguments: [
            channel(name: "generally"), channel(name: ""), channel(name: "gen eral"),
            channel(name: "#general"),
            channel(name: "g\u{435}neral"), channel(name: "general\u{301}"), channel(type: "forum"),
            channel(type: "Stream"), channel(type: ""), channel(visibility: "private"),
            channel(visibility: "Open"),
            channel(archived: true), channel(archived: true, member: true),
        ])
    func noMatch(_ existing: ExistingChannel) throws {
        #expect(try !Self.general().isMatched(by: existing))
        #expect(try Self.general().step(in: [existing]) == .create)
    }

    @Test("match by name, whatever the id", arguments: ["general", "General", " GENERAL\n", "\u{A0}general"])
    func match(name: String) throws {
        #expect(try Self.general().step(in: [Self.channel(name: name)]) == .join(channelID: "c"))
        #expect(
            try Self.general().step(in: [Self.channel(name: name, member: true)]) == .present(channelID: "c"))
    }

    @Test("of several, the one joined, then the planned one, then the first")
    func several() throws {
        let general = try Self.general()
        let other = Self.channel("a")
        let planned = Self.channel(general.id)
        let joined = Self.channel("j", name: "General", member: true)
        #expect(general.step(in: []) == .create)
        #expect(general.step(in: [other, Self.channel("b")]) == .join(channelID: "a"))
        #expect(general.step(in: [other, planned]) == .join(channelID: general.id))
        #expect(general.step(in: [other, planned, joined]) == .present(channelID: "j"))
        #expect(
            general.step(in: [Self.channel("x", archived: true, member: true), other])
                == .join(channelID: "a"))
    }
}
