import DevStack
import Foundation
import HTTPTransport
import NIPPL
import NostrCore
import NotificationService
import PushCache
import RelayClient
import Testing

/// A phone with accounts in communities of its own, each an embedded relay on loopback, and someone who posts there.
final class TestPhone: Sendable {
    struct Room: Sendable {
        let relay: EmbeddedRelay
        let community: Community
    }

    static let channel = "0f0e0d0c-0b0a-4908-8706-050403020100"
    static let mutedChannel = "1f0e0d0c-0b0a-4908-8706-050403020100"

    let account: KeyPair
    let author: KeyPair
    let rooms: [Room]
    private let folder: URL
    private let transport = CurlTransport()

    init(communities: Int) async throws {
        account = try KeyPair.random()
        author = try KeyPair.random()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("phone-\(UUID().uuidString)")
        let policies = try SubscriptionPlan.subscriptions(
            for: account.publicKey, channels: [Self.channel, Self.mutedChannel], muted: [Self.mutedChannel])
        var rooms: [Room] = []
        for number in 0..<communities {
            let data = folder.appendingPathComponent("relay-\(number)").path
            let relay = try EmbeddedRelay(configuration: EmbeddedRelay.Configuration(dataDirectory: data))
            try await relay.start()
            let community = Community(
                id: "c\(number)", name: "Community \(number)", relayURL: try RelayURL(relay.url),
                pubkey: account.publicKey.bytes, policies: policies)
            rooms.append(Room(relay: relay, community: community))
        }
        self.rooms = rooms
        for room in rooms {
            for channel in [Self.channel, Self.mutedChannel] {
                try await publish(
                    9007, [["h", channel], ["name", channel], ["visibility", "open"]], in: room)
            }
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    func close() async {
        for room in rooms { await room.relay.stop(grace: .zero) }
    }

    /// The event as the relay took it.
    @discardableResult
    func publish(
        _ kind: UInt16, _ tags: [[String]], content: String = "", in room: Room, by keys: KeyPair? = nil,
        secondsAgo: Int64 = 0
    ) async throws -> Event {
        let keys = keys ?? author
        let now = WallClock.now()
        let event = try EventTemplate(kind: kind, createdAt: now - secondsAgo, tags: tags, content: content)
            .signed(by: keys)
        let relay = RelayHTTP(relayURL: room.community.relayURL, transport: transport, signer: keys)
        let outcome = try await relay.publish(event, now: now)
        try #require(outcome.isAccepted, "\(outcome.message)")
        return event
    }

    @discardableResult
    func post(_ text: String, in room: Int = 0, secondsAgo: Int64 = 0) async throws -> Event {
        try await publish(9, [["h", Self.channel]], content: text, in: rooms[room], secondsAgo: secondsAgo)
    }

    var cachesDirectory: String { folder.appendingPathComponent("caches").path }

    private struct Keys: KeyStore {
        let pair: KeyPair?
        func keyPair(forCommunity id: String) -> KeyPair? { pair }
    }

    /// One wake of a fresh pipeline, as a fresh process would run it.
    func wake(
        usesCache: Bool = true, hasKey: Bool = true, timeout: Duration = .seconds(8),
        deadline: Duration = .seconds(30), requeryAfter: Duration? = nil, payload: String = "{}"
    ) async -> (notification: NotificationContent, report: WakeReport) {
        var configuration = NotificationService.Configuration()
        configuration.queryTimeout = timeout
        configuration.deadline = deadline
        configuration.requeryAfter = requeryAfter
        let service = NotificationService(
            snapshot: PushSnapshot(communities: rooms.map(\.community)),
            keys: Keys(pair: hasKey ? account : nil),
            cache: usesCache ? PushCache(directory: cachesDirectory) : nil, transport: transport,
            configuration: configuration)
        return await service.handle(WakePayload(Array(payload.utf8)))
    }
}

/// Runs a body with a phone and stops its relays, whatever happens.
func withPhone(communities: Int = 1, _ body: (TestPhone) async throws -> Void) async throws {
    let phone = try await TestPhone(communities: communities)
    do {
        try await body(phone)
    } catch {
        await phone.close()
        throw error
    }
    await phone.close()
}
