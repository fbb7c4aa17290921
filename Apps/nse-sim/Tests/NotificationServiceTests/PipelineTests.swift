import DevStack
import NostrCore
import NotificationService
import PushCache
import Testing

private let generic = NotificationContent.genericBody

@Suite("Pipeline")
struct PipelineTests {
    @Test("a message is presented whole: sender, community, thread, channel and where a tap leads")
    func presented() async throws {
        try await withPhone { phone in
            let parent = try await phone.post("parent", secondsAgo: 20)
            let reply = try await phone.publish(
                9, [["h", TestPhone.channel], ["e", parent.id.hex, "", "reply"]],
                content: "see https://x.example now",
                in: phone.rooms[0], secondsAgo: 10)
            let wake = await phone.wake(
                payload: #"{"aps":{},"kept":1,"buzz_push_navigation":{"event_id":"x"}}"#)
            let shown = wake.notification
            let npub = phone.author.publicKey.npub
            #expect(shown.title == "\(npub.prefix(8))…\(npub.suffix(4))")
            #expect(shown.subtitle == "Community 0")
            #expect(shown.body == "see [link] now")
            #expect(shown.channelID == TestPhone.channel)
            #expect(shown.playsSound)
            #expect(shown.threadIdentifier?.hasPrefix("buzz.conversation.") == true)
            #expect(
                shown.navigationTarget
                    == NavigationTarget(
                        eventID: reply.id, communityID: "c0", channelID: TestPhone.channel,
                        threadRootID: parent.id))
            #expect(shown.userInfo["kept"] == .integer(1))
        }
    }

    @Test("a broadcast reply opens the channel")
    func broadcast() async throws {
        try await withPhone { phone in
            let parent = try await phone.post("parent", secondsAgo: 20)
            try await phone.publish(
                9, [["h", TestPhone.channel], ["e", parent.id.hex, "", "reply"], ["broadcast", "1"]],
                content: "to all", in: phone.rooms[0], secondsAgo: 10)
            let target = try #require(await phone.wake().notification.navigationTarget)
            #expect(target.threadRootID == nil)
        }
    }

    @Test("each message once, newest first over all communities, then the generic text")
    func onceEach() async throws {
        try await withPhone(communities: 3) { phone in
            for (age, room) in [(50, 0), (40, 1), (30, 2), (20, 0), (10, 1)] {
                try await phone.post("\(age)", in: room, secondsAgo: Int64(age))
            }
            var shown: [String] = []
            for _ in 0..<6 { shown.append(await phone.wake().notification.body) }
            #expect(shown == ["10", "20", "30", "40", "50", generic])
        }
    }

    @Test("without a key, an account or policies nothing is asked and the generic text comes at once")
    func nobodyTakesPart() async throws {
        try await withPhone { phone in
            try await phone.post("hello")
            let wake = await phone.wake(hasKey: false)
            #expect(wake.notification.body == generic)
            #expect(wake.report.answers.isEmpty)
        }
    }

    static let faults: [(name: String, fault: RelayFault)] = [
        ("down", .down), ("401", .status(401)), ("429", .status(429)), ("500", .status(500)),
        ("truncated JSON", .truncatedJSON), ("cut body", .cutBody), ("10 MB", .oversized(bytes: 10 << 20)),
        ("hanging after its headers", .hangAfterHeaders), ("too slow", .slow(.seconds(60))),
    ]

    @Test("a community in trouble hides nothing of another", arguments: faults)
    func trouble(row: (name: String, fault: RelayFault)) async throws {
        try await withPhone(communities: 2) { phone in
            try await phone.post("from the other", in: 1)
            phone.rooms[0].relay.setFault(row.fault)
            let start = ContinuousClock.now
            let wake = await phone.wake(timeout: .milliseconds(700))
            // Its own timeout and a margin: nothing waits for the deadline of thirty seconds.
            #expect(ContinuousClock.now - start < .seconds(25), "\(row.name)")
            #expect(wake.notification.body == "from the other", "\(row.name)")
            #expect(throws: (any Error).self) { try wake.report.answers[0].outcome.get() }
        }
    }

    @Test("all communities in trouble: the generic text")
    func allInTrouble() async throws {
        try await withPhone(communities: 2) { phone in
            for room in phone.rooms { room.relay.setFault(.hangAfterHeaders) }
            let wake = await phone.wake(timeout: .milliseconds(300))
            #expect(wake.notification.body == generic)
            #expect(!wake.report.deadlineExpired)
        }
    }

    @Test("the deadline delivers what there is, and nothing is claimed after it")
    func deadline() async throws {
        try await withPhone { phone in
            try await phone.post("late")
            phone.rooms[0].relay.setFault(.slow(.seconds(2)))
            let wake = await phone.wake(deadline: .milliseconds(300))
            #expect(wake.notification.body == generic)
            #expect(wake.report.deadlineExpired)
            phone.rooms[0].relay.setFault(nil)
            #expect(await phone.wake().notification.body == "late")
        }
    }

    @Test("malformed elements and repeated keys in an answer drop those events only")
    func duplicateKeys() async throws {
        try await withPhone { phone in
            try await phone.post("first", secondsAgo: 10)
            try await phone.post("second", secondsAgo: 5)
            phone.rooms[0].relay.setFault(.duplicateKeys)
            let wake = await phone.wake()
            #expect(wake.report.answers.map(\.malformed).reduce(0, +) > 0)
            #expect(["first", "second", generic].contains(wake.notification.body))
        }
    }

    @Test("asked to, it looks once more when the message is not there yet")
    func requery() async throws {
        try await withPhone { phone in
            async let wake = phone.wake(requeryAfter: .seconds(1))
            try await Task.sleep(for: .milliseconds(300))
            try await phone.post("just now")
            #expect(await wake.notification.body == "just now")
        }
    }

    @Test("without the cache the newest message is shown at every wake")
    func withoutCache() async throws {
        try await withPhone { phone in
            try await phone.post("a", secondsAgo: 10)
            try await phone.post("b", secondsAgo: 5)
            for _ in 0..<2 { #expect(await phone.wake(usesCache: false).notification.body == "b") }
        }
    }

    @Test("a revoked account's messages are not shown, from the moment that it is revoked")
    func revoked() async throws {
        try await withPhone { phone in
            try await phone.post("hello")
            let scope = Scope(communityID: "c0", pubkey: phone.account.publicKey.bytes)
            let cache = PushCache(directory: phone.cachesDirectory)
            try cache.revoke(scope)
            #expect(await phone.wake().notification.body == generic)
            try cache.restore(scope)
            #expect(await phone.wake().notification.body == "hello")
        }
    }
}
