import DevStack
import NostrCore
import Testing

/// Channels from creation to leaving, as the relay tells them (spec relay §4.3, §4.4).
@Suite struct ChannelTests {
    private func state(_ relay: TestRelay, _ kind: Int, _ id: String, by keys: KeyPair) async throws
        -> [[String]]?
    {
        let answer = try await relay.query("[{\"kinds\":[\(kind)],\"#d\":[\"\(id)\"]}]", by: keys)
        #expect(answer.events.count <= 1)
        return answer.events.first?.tags
    }

    @Test func aNewChannelIsDescribed() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let id = Community.open
        try await relay.accept(
            9007,
            [
                ["h", id], ["name", "# general"], ["about", "talk"], ["visibility", "private"],
                ["channel_type", "forum"], ["ttl", "60"],
            ], by: keys)
        #expect(
            try await state(relay, 39000, id, by: keys) == [
                ["d", id], ["name", "general"], ["about", "talk"], ["private"], ["closed"], ["t", "forum"],
                ["ttl", "60"], ["ttl_deadline", "2023-11-14T22:14:20Z"],
            ])
        #expect(
            try await state(relay, 39001, id, by: keys) == [["d", id], ["p", keys.publicKey.hex, "owner"]])
        #expect(
            try await state(relay, 39002, id, by: keys) == [
                ["d", id], ["p", keys.publicKey.hex, "", "owner"],
            ])
        // All of it is signed by the relay and found under the channel.
        let all = try await relay.query(
            "[{\"kinds\":[39000,39001,39002,40099],\"#h\":[\"\(id)\"]}]", by: keys)
        #expect(all.events.count == 4)
        for event in all.events { #expect(try event.verify().author == relay.relay.publicKey) }
    }

    @Test func theDefaultsAreAnOpenStreamWithAnIDOfTheRelays() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        try await relay.accept(9007, [["name", "free"]], by: keys)
        let found = try await relay.query("[{\"kinds\":[39000]}]", by: try KeyPair.random()).events.first
        let id = try #require(found?.identifier)
        #expect(UUIDText.version(of: id) == 4)
        #expect(found?.tags == [["d", id], ["name", "free"], ["public"], ["closed"], ["t", "stream"]])
    }

    @Test func aPrivateChannelIsInvisibleToOthers() async throws {
        let community = try await Community()
        let filters = [
            "{\"kinds\":[9,39000,39001,39002,40099,9007],\"#h\":[\"\(Community.secret)\"]}",
            "{\"ids\":[\"\(community.hidden.id.hex)\"]}",
            "{\"kinds\":[39000],\"#d\":[\"\(Community.secret)\"]}",
        ]
        for filter in filters {
            #expect(try await community.relay.query("[\(filter)]", by: community.bob).text == "[]")
            #expect(
                try await community.relay.post("/count", "[\(filter)]", by: community.bob).text
                    == "{\"count\":0}")
            #expect(try await !community.relay.query("[\(filter)]", by: community.alice).events.isEmpty)
        }
    }

    @Test func joiningAndLeavingChangeMembersWithinOneSecond() async throws {
        let community = try await Community()
        let relay = community.relay
        let carol = community.carol
        try await relay.accept(9021, [["h", Community.open]], by: carol)
        let owner = ["p", community.alice.publicKey.hex, "", "owner"]
        let member = ["p", community.bob.publicKey.hex, "", "member"]
        let joined = [["d", Community.open], owner, member, ["p", carol.publicKey.hex, "", "member"]]
        #expect(try await state(relay, 39002, Community.open, by: carol) == joined)
        // Joining again is accepted and changes nothing.
        try await relay.accept(9021, [["h", Community.open]], by: carol, after: 1)
        #expect(try await state(relay, 39002, Community.open, by: carol) == joined)
        try await relay.accept(9022, [["h", Community.open]], by: carol)
        #expect(
            try await state(relay, 39002, Community.open, by: carol) == [
                ["d", Community.open], owner, member,
            ])
        let notices = try await relay.query(
            "[{\"kinds\":[40099],\"#h\":[\"\(Community.open)\"]}]", by: carol)
        let actor = carol.publicKey.hex
        let contents = Set(notices.events.map(\.content))
        #expect(contents.contains("{\"type\":\"channel_created\"}"))
        #expect(
            contents.contains("{\"type\":\"member_joined\",\"actor\":\"\(actor)\",\"target\":\"\(actor)\"}"))
        #expect(contents.contains("{\"type\":\"member_left\",\"actor\":\"\(actor)\"}"))
    }

    @Test func aReactionAndADeletionAreFoundUnderTheirTargetsChannel() async throws {
        let community = try await Community()
        let filter = "[{\"kinds\":[7],\"#h\":[\"\(Community.open)\"]}]"
        let found = try await community.relay.query(filter, by: community.carol).events
        #expect(found.map(\.content) == ["🐝"])
        let hidden = try await community.relay.accept(
            7, [["e", community.hidden.id.hex]], by: community.alice)
        #expect(
            try await community.relay.query("[{\"ids\":[\"\(hidden.id.hex)\"]}]", by: community.bob).text
                == "[]")
    }

    // The relay of record stores such a reaction and then breaks off; here it is an event like others.
    @Test func aReactionToAnEventOutsideChannelsIsVisibleToAll() async throws {
        let community = try await Community()
        let reaction = try await community.relay.accept(
            7, [["e", community.profile.id.hex]], by: community.bob)
        let found = try await community.relay.query(
            "[{\"ids\":[\"\(reaction.id.hex)\"]}]", by: community.carol)
        #expect(found.events == [reaction])
    }
}
