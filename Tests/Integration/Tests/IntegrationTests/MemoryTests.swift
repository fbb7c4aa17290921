import DevStack
import Foundation
import HTTPTransport
import NIPPL
import NostrCore
import NotificationService
import RelayClient
import Testing

/// What an extension process holds when every answer is as large as messages get.
@Suite("Memory of an extension process", .needsProgram)
struct MemoryTests {
    private struct Wake {
        let peakKilobytes: Int64
        let isGeneric: Bool
        let isConfined: Bool
        let error: String?
    }

    private func wakes(_ count: Int, contentBytes: Int, fault: RelayFault? = nil) async throws -> [Wake] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "memory-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let account = try KeyPair.random()
        let author = try KeyPair.random()
        let relay = try EmbeddedRelay(
            configuration: .init(dataDirectory: folder.appendingPathComponent("relay").path))
        try await relay.start()
        let community = Community(
            id: "c", name: "Community", relayURL: try RelayURL(relay.url), pubkey: account.publicKey.bytes,
            policies: try SubscriptionPlan.subscriptions(for: account.publicKey, channels: [], muted: []))
        let container = SharedContainer(directory: folder.appendingPathComponent("phone").path)
        try container.write(PushSnapshot(communities: [community]), keys: ["c": account])
        let channel = "0f0e0d0c-0b0a-4908-8706-050403020100"
        let http = RelayHTTP(relayURL: community.relayURL, transport: CurlTransport(), signer: author)
        let now = WallClock.now()
        let opening = EventTemplate(
            kind: 9007, createdAt: now, tags: [["h", channel], ["name", "general"]])
        let messages = (0..<10).map { number in
            EventTemplate(
                kind: 9, createdAt: now - Int64(number),
                tags: [["h", channel], ["p", account.publicKey.hex]],
                content: "\(number) " + String(repeating: "x", count: contentBytes))
        }
        for template in [opening] + messages {
            let outcome = try await http.publish(template.signed(by: author), now: now)
            #expect(outcome.isAccepted)
        }
        relay.setFault(fault)
        let run = try await BuiltProgram.run(
            ["extension", "--container", container.directory], input: String(repeating: "{}\n", count: count))
        await relay.stop(grace: .zero)
        return try run.output.utf8.split(separator: 0x0A).map { line in
            let root = JSONReader(try JSONValue.parse(Array(line), limits: JSONLimits(maximumBytes: 1 << 20)))
            return Wake(
                peakKilobytes: try root.member("peak_kilobytes").integer(),
                isGeneric: try root.member("generic").bool(),
                isConfined: try root.member("writes_confined").bool(),
                error: try root.member("communities").array().first?.optionalMember("error")?.string())
        }
    }

    @Test(
        "twenty wakes of one process on answers of ten 60,000-byte messages stay under 24 MB and stop growing"
    )
    func largeAnswers() async throws {
        let wakes = try await wakes(20, contentBytes: 60_000)
        #expect(wakes.count == 20)
        #expect(wakes.filter { !$0.isGeneric }.count == 10)
        let peaks = wakes.map(\.peakKilobytes)
        let last = try #require(peaks.last)
        #expect(last < 24 * 1024, "\(peaks)")
        #expect(last - peaks[2] < 512, "\(peaks)")
    }

    @Test("an answer over the limit is cut off with a reason and not loaded")
    func oversized() async throws {
        let wakes = try await wakes(1, contentBytes: 10, fault: .oversized(bytes: 10 << 20))
        let wake = try #require(wakes.first)
        #expect(wake.isGeneric)
        #expect(wake.error?.contains("limit of 4194304 bytes") == true)
        #expect(wake.peakKilobytes < 24 * 1024, "\(wake.peakKilobytes)")
    }

    @Test("where the kernel can, an extension process is kept from writing anywhere but in its caches")
    func confined() async throws {
        let wakes = try await wakes(1, contentBytes: 10)
        // Asks the kernel itself: the call that makes a rule set, with the flag that only asks for its version.
        let question = "import ctypes, sys; sys.exit(ctypes.CDLL(None).syscall(444, None, 0, 1) < 1)"
        let answer = try await BuiltProgram.run(program: "python3", ["-c", question])
        #expect(wakes.map(\.isConfined) == [answer.status == 0])
    }

    @Test("the program brings no engine for regular expressions, which costs each process a megabyte")
    func noRegularExpressions() async throws {
        // `contains` and `firstRange` with a string bring it along; compare UTF-8 bytes instead.
        let symbols = try await BuiltProgram.run(program: "nm", [#require(BuiltProgram.path)])
        #expect(symbols.status == 0, "\(symbols.errors)")
        let isThere = symbols.output.contains("_RegexParser")
        #expect(!isThere)
    }
}
