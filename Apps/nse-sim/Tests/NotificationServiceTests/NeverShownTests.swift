import DevStack
import NIPPL
import NostrCore
import NotificationService
import Testing

private let generic = NotificationContent.genericBody

/// What must never become a notification, on a real relay.
@Suite("Never shown")
struct NeverShownTests {
    @Test("a reaction, an edit and a deletion wake the phone and show nothing of their own")
    func otherKinds() async throws {
        try await withPhone { phone in
            let room = phone.rooms[0]
            let message = try await phone.post("a message", secondsAgo: 5)
            #expect(await phone.wake().notification.body == "a message")
            let mention = ["p", phone.account.publicKey.hex]
            try await phone.publish(7, [["e", message.id.hex], mention], content: "+", in: room)
            #expect(await phone.wake().notification.body == generic)
            try await phone.publish(
                40003, [["h", TestPhone.channel], ["e", message.id.hex], mention], content: "edited", in: room
            )
            #expect(await phone.wake().notification.body == generic)
            try await phone.publish(5, [["e", message.id.hex]], in: room)
            #expect(await phone.wake().notification.body == generic)
        }
    }

    @Test("a deleted message is not shown")
    func deleted() async throws {
        try await withPhone { phone in
            let message = try await phone.post("gone")
            try await phone.publish(5, [["e", message.id.hex]], in: phone.rooms[0])
            #expect(await phone.wake().notification.body == generic)
        }
    }

    @Test("one's own message is not shown, not even where one mentions oneself")
    func own() async throws {
        try await withPhone { phone in
            let tags = [["h", TestPhone.channel], ["p", phone.account.publicKey.hex]]
            try await phone.publish(9, tags, content: "mine", in: phone.rooms[0], by: phone.account)
            #expect(await phone.wake().notification.body == generic)
        }
    }

    @Test("a muted channel's message is not shown, not even as a mention")
    func muted() async throws {
        try await withPhone { phone in
            let tags = [["h", TestPhone.mutedChannel], ["p", phone.account.publicKey.hex]]
            try await phone.publish(9, tags, content: "muted", in: phone.rooms[0])
            let wake = await phone.wake()
            #expect(wake.notification.body == generic)
            let reasons = wake.report.answers.flatMap(\.refused).map(\.reason)
            #expect(reasons == [.unwanted(.ignored)])
        }
    }

    @Test("a message to a crowd is not shown")
    func crowd() async throws {
        try await withPhone { phone in
            let crowd = try (0..<20).map { _ in ["p", try KeyPair.random().publicKey.hex] }
            let tags = [["h", TestPhone.channel], ["p", phone.account.publicKey.hex]] + crowd
            try await phone.publish(9, tags, content: "all of you", in: phone.rooms[0])
            #expect(await phone.wake().notification.body == generic)
        }
    }

    @Test(
        "a forged or altered event in the answer is not shown, and the genuine one beside it is",
        arguments: [RelayFault.forgedEvent, .alteredEvent])
    func forged(fault: RelayFault) async throws {
        try await withPhone { phone in
            try await phone.post("first", secondsAgo: 10)
            try await phone.post("second", secondsAgo: 5)
            phone.rooms[0].relay.setFault(fault)
            let wake = await phone.wake()
            let refused = wake.report.answers.flatMap(\.refused).map(\.reason)
            let unverified = refused.filter { if case .unverified = $0 { true } else { false } }
            #expect(!unverified.isEmpty)
            #expect(["first", "second", generic].contains(wake.notification.body))
            // Whatever was shown was verified: with the fault gone, both messages were shown once in all.
            phone.rooms[0].relay.setFault(nil)
            var shown = [wake.notification.body]
            for _ in 0..<3 { shown.append(await phone.wake().notification.body) }
            #expect(shown.filter { $0 != generic }.sorted() == ["first", "second"])
        }
    }
}
