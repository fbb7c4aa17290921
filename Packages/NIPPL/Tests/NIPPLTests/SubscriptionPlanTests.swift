import NIPPL
import NostrCore
import Testing

private func channel(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
}

@Suite("Subscription plan")
struct SubscriptionPlanTests {
    let person: PublicKey

    init() throws {
        person = try PublicKey(typed: "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
    }

    @Test(
        "a followed channel that leases don't admit is named",
        arguments: [
            ("version 5", "dea3e723-4236-5230-9184-f4879264e6fa"),
            ("upper case", "0F0E0D0C-0B0A-4908-8706-050403020100"),
            ("braces", "{0f0e0d0c-0b0a-4908-8706-050403020100}"),
            ("no hyphens", "0f0e0d0c0b0a49088706050403020100"),
            ("urn", "urn:uuid:0f0e0d0c-0b0a-4908-8706-050403020100"),
            ("empty", ""),
        ])
    func refusedChannel(name: String, id: String) {
        #expect(throws: SubscriptionPlanError.channelNotAdmitted(id)) {
            try SubscriptionPlan.subscriptions(for: person, channels: [id, channel(1)], muted: [])
        }
    }

    @Test("751 channels are over the sixteen subscriptions of a lease")
    func tooMany() throws {
        let full = try SubscriptionPlan.subscriptions(
            for: person, channels: Set((1...750).map(channel)), muted: [])
        #expect(full.count == 16)
        #expect(throws: SubscriptionPlanError.tooManySubscriptions(needed: 17, limit: 16)) {
            try SubscriptionPlan.subscriptions(for: person, channels: Set((1...751).map(channel)), muted: [])
        }
    }

    @Test("351 muted channels are over the eight ignore filters")
    func tooManyMutes() throws {
        let muted = Set((1...350).map(channel))
        let full = try SubscriptionPlan.subscriptions(for: person, channels: muted, muted: muted)
        #expect(full.map(\.ignore.count) == [8])
        let over = Set((1...351).map(channel))
        #expect(throws: SubscriptionPlanError.tooManyIgnoreFilters(needed: 9, limit: 8)) {
            try SubscriptionPlan.subscriptions(for: person, channels: over, muted: over)
        }
    }

    @Test(
        "a mute that is no followed channel changes nothing",
        arguments: ["dea3e723-4236-5230-9184-f4879264e6fa", "not a uuid", "", channel(9)])
    func foreignMute(id: String) throws {
        let channels = Set([channel(1), channel(2)])
        let without = try SubscriptionPlan.subscriptions(for: person, channels: channels, muted: [])
        #expect(try SubscriptionPlan.subscriptions(for: person, channels: channels, muted: [id]) == without)
    }

    @Test(
        "mentions first, then the followed channels in byte order, each leaving out one's own and the muted")
    func shape() throws {
        let plan = try SubscriptionPlan.subscriptions(
            for: person, channels: [channel(3), channel(1), channel(2)], muted: [channel(2)])
        let ownMentions = LeaseFilter(kinds: [9, 40002, 45001, 45003], authors: [person.bytes])
        let ownMessages = LeaseFilter(kinds: [9], authors: [person.bytes])
        let muted = LeaseFilter(kinds: [9], channels: [channel(2)])
        #expect(
            plan == [
                LeaseSubscription(
                    filter: LeaseFilter(kinds: [9, 40002, 45001, 45003], mentions: [person.bytes]),
                    ignore: [ownMentions, muted], pTagsMax: 20),
                LeaseSubscription(
                    filter: LeaseFilter(kinds: [9], channels: [channel(1), channel(3)]),
                    ignore: [ownMessages, muted], pTagsMax: 20),
            ])
    }
}
