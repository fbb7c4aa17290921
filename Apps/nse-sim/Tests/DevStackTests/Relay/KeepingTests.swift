import DevStack
import NostrCore
import Testing

/// What stays and what goes: replacing, deleting, expiring, sending again.
@Suite struct KeepingTests {
    private func ids(_ answer: Answer) -> [String] { answer.events.map(\.id.hex) }

    private func stored(_ relay: TestRelay, _ event: Event, _ keys: KeyPair) async throws -> Bool {
        try await relay.query("[{\"ids\":[\"\(event.id.hex)\"]}]", by: keys).events == [event]
    }

    // MARK: Replacing

    // B06: of two with the same second the lower id stands, whichever came first.
    @Test(arguments: [false, true])
    func theLowerIDWinsASecond(_ isLowerFirst: Bool) async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let pair = [
            try relay.event(0, [], "{\"name\":\"a\"}", by: keys),
            try relay.event(0, [], "{\"name\":\"b\"}", by: keys),
        ].sorted { $0.id < $1.id }
        let order = isLowerFirst ? pair : pair.reversed()
        #expect(try await relay.publish(order[0], by: keys) == accepted(order[0]))
        let message = isLowerFirst ? "duplicate:" : ""
        #expect(try await relay.publish(order[1], by: keys) == accepted(order[1], message))
        #expect(try await relay.query("[{\"kinds\":[0]}]", by: keys).events == [pair[0]])
    }

    @Test func theNewerProfileStandsWhicheverCameFirst() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let newer = try await relay.accept(0, [["t", "x"]], "{\"name\":\"new\"}", by: keys, after: 1)
        let older = try relay.event(0, [["t", "x"]], "{\"name\":\"old\"}", by: keys)
        #expect(try await relay.publish(older, by: keys) == accepted(older, "duplicate:"))
        let newest = try await relay.accept(0, [], "{\"name\":\"newest\"}", by: keys, after: 2)
        #expect(try await relay.query("[{\"kinds\":[0]}]", by: keys).events == [newest])
        // The tags of what was replaced lead nowhere.
        #expect(try await relay.query("[{\"kinds\":[0],\"#t\":[\"x\"]}]", by: keys).text == "[]")
        #expect(try await !stored(relay, newer, keys))
    }

    // MARK: Sending again

    @Test func sendingAgainIsADuplicateOfEveryKind() async throws {
        let community = try await Community()
        let relay = community.relay
        let bob = community.bob
        let message = try await relay.accept(9, [["h", Community.open]], "again", by: bob)
        let events = [
            message,
            try await relay.accept(
                40003, [["h", Community.open], ["e", message.id.hex]], "better", by: bob),
            try await relay.accept(7, [["e", message.id.hex]], by: bob),
            try await relay.accept(5, [["e", message.id.hex]], by: bob),
            try await relay.accept(9007, [["name", "mine"]], by: bob),
            try await relay.accept(9021, [["h", Community.other]], by: bob),
            try await relay.accept(9022, [["h", Community.other]], by: bob),
            try await relay.accept(0, [], "{}", by: bob),
        ]
        for event in events {
            #expect(try await relay.publish(event, by: bob) == accepted(event, "duplicate:"))
        }
        // The message was deleted; sending it again did not bring it back.
        #expect(try await !stored(relay, message, bob))
    }

    // MARK: Deleting

    @Test func aDeletedMessageIsGoneFromEveryFilterAndItsThread() async throws {
        let community = try await Community()
        let relay = community.relay
        let deletion = try await relay.accept(5, [["e", community.message.id.hex]], by: community.alice)
        let filter = "[{\"kinds\":[9],\"#h\":[\"\(Community.open)\"]}]"
        #expect(try await relay.query(filter, by: community.bob).events == [community.reply])
        #expect(try await relay.post("/count", filter, by: community.bob).text == "{\"count\":1}")
        let answer = try relay.event(
            9, [["h", Community.open], ["e", community.message.id.hex, "", "reply"]], "late",
            by: community.bob)
        #expect(try await relay.publish(answer, by: community.bob).error == "invalid: reply parent not found")
        // The reply's own thread goes on, and the deletion can be read in the channel.
        try await relay.accept(
            9,
            [
                ["h", Community.open], ["e", community.message.id.hex, "", "root"],
                ["e", community.reply.id.hex, "", "reply"],
            ], "on", by: community.bob)
        let deletions = "[{\"kinds\":[5],\"#h\":[\"\(Community.open)\"]}]"
        #expect(try await relay.query(deletions, by: community.bob).events == [deletion])
    }

    @Test func aDeletedReactionMayBeGivenAgain() async throws {
        let community = try await Community()
        let relay = community.relay
        let first = try await relay.accept(7, [["e", community.message.id.hex]], "👍", by: community.bob)
        try await relay.accept(5, [["e", first.id.hex]], by: community.bob)
        try await relay.accept(7, [["e", community.message.id.hex]], "👍", by: community.bob, after: 1)
    }

    @Test func deletingADeletionChangesNothing() async throws {
        let community = try await Community()
        let relay = community.relay
        let deletion = try await relay.accept(5, [["e", community.message.id.hex]], by: community.alice)
        try await relay.accept(5, [["e", deletion.id.hex]], by: community.alice, after: 1)
        #expect(try await stored(relay, deletion, community.bob))
        #expect(try await !stored(relay, community.message, community.bob))
    }

    @Test func anAddressIsDeletedUpToTheDeletionsTime() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        try await relay.accept(0, [], "{\"n\":1}", by: keys)
        try await relay.accept(5, [["a", "0:\(keys.publicKey.hex):"]], by: keys, after: 10)
        #expect(try await relay.query("[{\"kinds\":[0]}]", by: keys).text == "[]")
        let between = try relay.event(0, [], "{\"n\":2}", by: keys, after: 10)
        #expect(try await relay.publish(between, by: keys) == accepted(between, "duplicate:"))
        #expect(try await relay.query("[{\"kinds\":[0]}]", by: keys).text == "[]")
        let after = try await relay.accept(0, [], "{\"n\":3}", by: keys, after: 11)
        #expect(try await relay.query("[{\"kinds\":[0]}]", by: keys).events == [after])
    }

    @Test func aDeletionThatIsOlderThanTheAddressLeavesIt() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        let profile = try await relay.accept(0, [], "{\"n\":1}", by: keys, after: 5)
        try await relay.accept(5, [["a", "0:\(keys.publicKey.hex):"]], by: keys)
        #expect(try await relay.query("[{\"kinds\":[0]}]", by: keys).events == [profile])
    }

    // MARK: Expiring

    @Test func anExpiredEventIsNeverServed() async throws {
        let community = try await Community()
        let relay = community.relay
        let end = String(relay.clock.now + 10)
        let event = try await relay.accept(
            9, [["h", Community.open], ["expiration", end]], "soon gone", by: community.bob, after: 1)
        let filters = [
            "{\"ids\":[\"\(event.id.hex)\"]}", "{\"kinds\":[9],\"authors\":[\"\(event.pubkey.hex)\"]}",
            "{\"kinds\":[9],\"#expiration\":[\"x\"],\"#h\":[\"\(Community.open)\"],\"limit\":1}",
        ]
        for filter in filters {
            relay.clock.now = 1_700_000_009
            #expect(try await relay.query("[\(filter)]", by: community.bob).events == [event])
            relay.clock.now = 1_700_000_010
            #expect(try await !relay.query("[\(filter)]", by: community.bob).events.contains(event))
        }
        let reply = try relay.event(
            9, [["h", Community.open], ["e", event.id.hex, "", "reply"]], by: community.alice)
        #expect(
            try await relay.publish(reply, by: community.alice).error == "invalid: reply parent not found")
        // A restart removes it for good.
        await relay.relay.stop()
        try await relay.relay.start()
        relay.clock.now = 1_700_000_000
        #expect(try await !stored(relay, event, community.bob))
    }

    // MARK: Threads

    @Test func aThreadEndsAtDepth100() async throws {
        let relay = try await TestRelay()
        let keys = try KeyPair.random()
        try await relay.accept(9007, [["h", Community.open], ["name", "deep"]], by: keys)
        let root = try await relay.accept(9, [["h", Community.open]], "0", by: keys)
        var parent = try await relay.accept(
            9, [["h", Community.open], ["e", root.id.hex, "", "reply"]], "1", by: keys)
        for depth in 2...100 {
            parent = try await relay.accept(9, nested(root, parent), String(depth), by: keys)
        }
        let event = try relay.event(9, nested(root, parent), "101", by: keys)
        let answer = try await relay.publish(event, by: keys)
        #expect(answer == Answer(400, "{\"error\":\"invalid: thread depth limit exceeded\"}"))
    }

    private func nested(_ root: Event, _ parent: Event) -> [[String]] {
        [["h", Community.open], ["e", root.id.hex, "", "root"], ["e", parent.id.hex, "", "reply"]]
    }
}
