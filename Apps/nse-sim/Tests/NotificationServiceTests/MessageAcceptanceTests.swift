import NIPPL
import NostrCore
import NotificationService
import Testing

private let channel = "0f0e0d0c-0b0a-4908-8706-050403020100"
private let muted = "1f0e0d0c-0b0a-4908-8706-050403020100"

@Suite("Message acceptance")
struct MessageAcceptanceTests {
    let account: KeyPair
    let author: KeyPair
    let policies: [LeaseSubscription]

    init() throws {
        account = try KeyPair.random()
        author = try KeyPair.random()
        policies = try SubscriptionPlan.subscriptions(
            for: account.publicKey, channels: [channel, muted], muted: [muted])
    }

    private func refusal(_ event: Event) -> MessageAcceptance.Refusal? {
        do throws(MessageAcceptance.Refusal) {
            _ = try MessageAcceptance.accept(event, policies: policies, account: account.publicKey.bytes)
            return nil
        } catch {
            return error
        }
    }

    private func message(
        kind: UInt16 = 9, tags: [[String]] = [["h", channel]], content: String = "hello",
        by keys: KeyPair? = nil
    ) throws -> Event {
        try EventTemplate(kind: kind, createdAt: 1_700_000_000, tags: tags, content: content)
            .signed(by: keys ?? author)
    }

    @Test("an event altered after signing is not verified", arguments: ["content", "created_at", "tags"])
    func altered(member: String) throws {
        let text = String(decoding: try message().serialized(), as: UTF8.self)
        let forged =
            switch member {
            case "content": text.replacing("hello", with: "hullo")
            case "created_at": text.replacing("1700000000", with: "1700000001")
            default: text.replacing(channel, with: muted)
            }
        #expect(forged != text)
        guard case .unverified(.idMismatch)? = refusal(try Event.parse(forged)) else {
            Issue.record("\(member) was accepted")
            return
        }
    }

    @Test("a signature of another key is not verified")
    func forged() throws {
        let mine = try message()
        let theirs = try message(by: .random())
        let text = String(decoding: mine.serialized(), as: UTF8.self)
            .replacing(mine.signature.hex, with: theirs.signature.hex)
        #expect(refusal(try Event.parse(text)) == .unverified(.invalidSignature))
    }

    @Test("a reaction, an edit and a deletion are no messages", arguments: [7, 40003, 5] as [UInt16])
    func otherKinds(kind: UInt16) throws {
        let mention = ["p", account.publicKey.hex]
        #expect(refusal(try message(kind: kind, tags: [["h", channel], mention])) == .unwanted(.noMatch))
        // Also where a policy asks for the kind: what is shown is fixed, whatever a lease wants.
        let eager = [LeaseSubscription(filter: LeaseFilter(kinds: [kind]))]
        #expect(throws: MessageAcceptance.Refusal.notAMessage(kind: kind)) {
            try MessageAcceptance.accept(
                message(kind: kind), policies: eager, account: account.publicKey.bytes)
        }
    }

    @Test("one's own message is not shown, mentioned or not")
    func own() throws {
        #expect(refusal(try message(by: account)) == .unwanted(.ignored))
        let eager = [LeaseSubscription(filter: LeaseFilter(kinds: [9]))]
        #expect(throws: MessageAcceptance.Refusal.own) {
            try MessageAcceptance.accept(
                message(by: account), policies: eager, account: account.publicKey.bytes)
        }
    }

    @Test("a mention in a muted channel is not shown")
    func mutedMention() throws {
        let event = try message(tags: [["h", muted], ["p", account.publicKey.hex]])
        #expect(refusal(event) == .unwanted(.ignored))
    }

    @Test("twenty-one p tags are a crowd, twenty are not")
    func crowd() throws {
        let mention = ["p", account.publicKey.hex]
        let crowd = try message(tags: [["h", channel]] + Array(repeating: mention, count: 21))
        #expect(refusal(crowd) == .unwanted(.suppressed(pTags: 21, limit: 20)))
        #expect(refusal(try message(tags: [["h", channel]] + Array(repeating: mention, count: 20))) == nil)
    }

    @Test("a message with nothing to show", arguments: ["", " \n ", "[](https://x)"])
    func empty(content: String) throws {
        #expect(refusal(try message(content: content)) == .nothingToShow)
    }

    @Test(
        "each message kind that mentions the account is shown",
        arguments: [9, 40002, 45001, 45003] as [UInt16])
    func accepted(kind: UInt16) throws {
        #expect(refusal(try message(kind: kind, tags: [["p", account.publicKey.hex]])) == nil)
    }

    @Test("a followed channel's message is shown with its preview")
    func followed() throws {
        let accepted = try MessageAcceptance.accept(
            message(content: "a  b"), policies: policies, account: account.publicKey.bytes)
        #expect(accepted.preview == "a b")
    }
}
