import DevStack
import Foundation
import HTTPTransport
import NIPPL
import NostrCore
import NotificationService
import RelayClient
import Testing

/// The built extension process against relays that this test runs.
@Suite("A community in trouble", .needsProgram)
struct HangingCommunityTests {
    @Test(
        "a relay that hangs after its headers delays another's message by no more than its own eight seconds",
        .timeLimit(.minutes(1)))
    func hanging() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "hang-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let account = try KeyPair.random()
        let author = try KeyPair.random()
        var communities: [Community] = []
        var relays: [EmbeddedRelay] = []
        for number in 0..<2 {
            let relay = try EmbeddedRelay(
                configuration: .init(dataDirectory: folder.appendingPathComponent("relay-\(number)").path))
            try await relay.start()
            relays.append(relay)
            communities.append(
                Community(
                    id: "c\(number)", name: "Community \(number)", relayURL: try RelayURL(relay.url),
                    pubkey: account.publicKey.bytes,
                    policies: try SubscriptionPlan.subscriptions(
                        for: account.publicKey, channels: [], muted: [])))
        }
        let container = SharedContainer(directory: folder.appendingPathComponent("phone").path)
        try container.write(PushSnapshot(communities: communities), keys: ["c0": account, "c1": account])
        let channel = "0f0e0d0c-0b0a-4908-8706-050403020100"
        let http = RelayHTTP(relayURL: communities[1].relayURL, transport: CurlTransport(), signer: author)
        let now = WallClock.now()
        for template in [
            EventTemplate(kind: 9007, createdAt: now, tags: [["h", channel], ["name", "general"]]),
            EventTemplate(
                kind: 9, createdAt: now, tags: [["h", channel], ["p", account.publicKey.hex]],
                content: "from the other"),
        ] {
            let outcome = try await http.publish(template.signed(by: author), now: now)
            #expect(outcome.isAccepted)
        }
        relays[0].setFault(.hangAfterHeaders)

        let start = ContinuousClock.now
        let run = try await BuiltProgram.run(
            ["extension", "--container", container.directory], input: "{}\n")
        let spent = ContinuousClock.now - start
        for relay in relays { await relay.stop(grace: .zero) }

        let report = JSONReader(
            try JSONValue.parse(Array(run.output.utf8), limits: JSONLimits(maximumBytes: 1 << 20)))
        let body = try report.member("notification").member("body").string()
        #expect(body == "from the other")
        let isLate = try report.member("deadline_expired").bool()
        #expect(!isLate)
        // Eight seconds of its own, and never near the deadline of thirty.
        #expect(spent >= .seconds(7) && spent < .seconds(25), "\(spent)")
        let answers = try report.member("communities").array()
        let reason = try answers[0].member("error").string()
        #expect(reason.contains("8.0 seconds"))
    }
}
