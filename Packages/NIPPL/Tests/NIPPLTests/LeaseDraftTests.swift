import NIPPL
import NostrCore
import Testing

private let me = Bytes32(hex: String(repeating: "b", count: 64))
private let installation = "000102030405060708090a0b0c0d0e0f"
private let now: Int64 = 1_752_620_000

private func subscription(
    _ kind: UInt16 = 9, _ priority: PriorityClass = .default
) throws -> LeaseSubscription {
    let filter = LeaseFilter(kinds: [kind], mentions: [try #require(me)])
    return LeaseSubscription(filter: filter, priorityClass: priority)
}

private func draft(
    generation: Int64 = 1, endpoint: String = "grant", expiry: Int64 = now + 60, profile: String? = nil,
    _ subscriptions: [LeaseSubscription]? = nil
) throws -> LeaseDraft {
    let subscriptions = try subscriptions ?? [subscription()]
    return LeaseDraft(
        installation: installation, generation: generation,
        request: .active(
            endpoint: endpoint, grantExpiry: expiry, profile: profile, subscriptions: subscriptions))
}

@Suite("lease draft")
struct LeaseDraftTests {
    let relay: KeyPair
    let author: KeyPair

    init() throws {
        relay = try KeyPair.random()
        author = try KeyPair.random()
    }

    func descriptor(_ contract: PushContract = .buzzPushV1) throws -> PushDescriptor {
        let key = #"[{"id":"relay-v1","pubkey":"\#(relay.publicKey.hex)","current":true}]"#
        return try PushDescriptor(information(contract, changes: ["keys": key]), contract: contract)
    }

    @Test("what the relay would refuse is not built")
    func refused() throws {
        let rows: [(LeaseDraft, LeaseDraftError)] = [
            (try draft(generation: 0), .generation(0)), (try draft(generation: -1), .generation(-1)),
            (try draft(generation: 9_007_199_254_740_992), .generation(9_007_199_254_740_992)),
            (try draft(endpoint: ""), .endpointLength(0)),
            (try draft(endpoint: String(repeating: "x", count: 4097)), .endpointLength(4097)),
            (try draft(profile: "ios"), .profile), (try draft([]), .subscriptionCount(0)),
            (try draft(Array(repeating: subscription(), count: 17)), .subscriptionCount(17)),
            (try draft([subscription(7)]), .kindNotOffered(7)),
            (try draft([subscription(9, .urgent)]), .classNotOffered(.urgent)),
        ]
        for (draft, error) in rows {
            #expect(throws: error) { try draft.plaintext(for: descriptor()) }
        }
        #expect(throws: LeaseDraftError.profile) { try draft().plaintext(for: descriptor(.nipPL)) }
        #expect(throws: LeaseDraftError.expired) {
            try draft(expiry: now).expiration(under: descriptor().limits, now: now)
        }
        var upper = try draft()
        upper.installation = installation.uppercased()
        let key = try ConversationKey(author.secretKey, relay.publicKey)
        #expect(throws: LeaseDraftError.installation) {
            try upper.template(for: descriptor(), now: now, key: key)
        }
    }

    @Test("the greatest generation is admitted, and a lease ends with its grant or the relay's limit")
    func bounds() throws {
        _ = try draft(generation: 9_007_199_254_740_991).plaintext(for: descriptor())
        let limits = try descriptor().limits
        #expect(try draft(expiry: now + 60).expiration(under: limits, now: now) == now + 60)
        #expect(try draft(expiry: .max).expiration(under: limits, now: now) == 1_755_212_000)
    }

    @Test("the relay reads exactly the members of an active lease", arguments: PushContract.allCases)
    func active(_ contract: PushContract) throws {
        let profile = contract == .nipPL ? "ios" : nil
        let key = try ConversationKey(author.secretKey, relay.publicKey)
        let template = try draft(profile: profile).template(for: descriptor(contract), now: now, key: key)
        #expect(
            template.tags == [
                ["d", installation], ["expiration", String(now + 60)], ["exec", "relay-v1"],
                ["alt", "Push lease"],
            ])
        let text = try ConversationKey(relay.secretKey, author.publicKey).decryptText(template.content)
        let object = try JSONReader(JSONValue.parse(text, limits: JSONLimits(maximumBytes: 32768))).object()
        let names = ["v", "origin", "transport", "endpoint", "generation", "active", "subscriptions"]
        #expect(Set(object.members.map(\.key)) == Set(names + (profile == nil ? [] : ["app_profile"])))
    }

    @Test("a tombstone says only what it revokes")
    func tombstone() throws {
        let draft = LeaseDraft(installation: installation, generation: 7, request: .tombstone)
        let key = try ConversationKey(author.secretKey, relay.publicKey)
        let event = try draft.template(for: descriptor(), now: now, key: key).signed(by: author)
        #expect(event.kind == 30350 && event.expiration == 1_755_212_000)
        let text = try ConversationKey(relay.secretKey, author.publicKey).decryptText(event.content)
        #expect(text == #"{"v":1,"origin":"wss://relay.example","generation":7,"active":false}"#)
    }
}
