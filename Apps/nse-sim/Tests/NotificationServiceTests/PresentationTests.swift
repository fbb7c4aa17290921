import NostrCore
import Testing

@testable import NotificationService

private let channel = "123e4567-e89b-42d3-a456-426614174000"

@Suite("Presentation")
struct PresentationTests {
    @Test("the conversation identifier's check value")
    func conversation() {
        #expect(
            NotificationIdentifier.conversation(communityID: "community-id", channelID: channel)
                == "buzz.conversation.f929e4bb82db2d35b75c1b2769a5444fb49c627ea0e1c8a5f2ace4a24afda78c")
    }

    @Test("a slash in an id is hashed in its escaped form")
    func slash() {
        let expected = SHA256.hash(Array(#"["conversation","a\/b","c"]"#.utf8)).hex
        #expect(
            NotificationIdentifier.conversation(communityID: "a/b", channelID: "c")
                == "buzz.conversation.\(expected)")
    }

    @Test(
        "short npub check values",
        arguments: [
            ("aa4fc8665f5696e33db7e1a572e3b0f5b3d615837b0f362dcb1c8068b098c7b4", "npub14f8…9nsy"),
            (String(repeating: "0", count: 64), "npub1qqq…ujme"),
            (String(repeating: "f", count: 64), "npub1lll…lrjw"),
        ])
    func shortNpub(hex: String, short: String) throws {
        #expect(SenderName.short(try #require(Bytes32(hex: hex))) == short)
    }

    static let eventID = String(repeating: "a", count: 64)

    static let refusedTargets: [(name: String, json: String)] = [
        ("no object", "[]"),
        ("no event", #"{"community_id":"c","channel_id":"\#(channel)"}"#),
        ("a short event id", #"{"event_id":"aa","community_id":"c","channel_id":"\#(channel)"}"#),
        ("an empty community", #"{"event_id":"\#(eventID)","community_id":"","channel_id":"\#(channel)"}"#),
        ("a channel that is no UUID", #"{"event_id":"\#(eventID)","community_id":"c","channel_id":"x"}"#),
        ("a number", #"{"event_id":"\#(eventID)","community_id":1,"channel_id":"\#(channel)"}"#),
        (
            "an unknown member",
            #"{"event_id":"\#(eventID)","community_id":"c","channel_id":"\#(channel)","x":"y"}"#
        ),
    ]

    @Test("a malformed navigation target is refused", arguments: refusedTargets)
    func refusedTarget(row: (name: String, json: String)) throws {
        let value = try JSONValue.parse(row.json, limits: JSONLimits(maximumBytes: 4096))
        #expect(NavigationTarget(value) == nil, "\(row.name)")
    }

    @Test("a malformed thread id is dropped, the rest stands")
    func malformedThread() throws {
        let text =
            #"{"event_id":"\#(Self.eventID)","community_id":"c","channel_id":"\#(channel)","thread_root_id":"x"}"#
        let target = NavigationTarget(try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 4096)))
        #expect(try #require(target).threadRootID == nil)
    }

    @Test("a navigation target is read back as it was written")
    func roundTrip() throws {
        let id = try #require(EventID(hex: Self.eventID))
        for thread in [nil, id] {
            let target = NavigationTarget(
                eventID: id, communityID: "c/d", channelID: channel, threadRootID: thread)
            #expect(NavigationTarget(target.json) == target)
        }
    }

    @Test("the wake's own members stay, a navigation target that came with it does not")
    func wakePayload() {
        let wake = WakePayload(
            Array(#"{"aps":{"alert":{}},"x":1,"buzz_push_navigation":{"event_id":"a"}}"#.utf8))
        #expect(wake.userInfo == JSONObject([.init("x", .integer(1))]))
    }

    @Test("a wake is a wake", arguments: ["", "{", "[]", #"{"a":1,"a":2}"#, WakePayload.constantBody])
    func anyWake(text: String) {
        #expect(WakePayload(Array(text.utf8)).userInfo.members.isEmpty)
        #expect(
            NotificationContent.generic(for: WakePayload(Array(text.utf8))).body == "You have a new message.")
    }
}
