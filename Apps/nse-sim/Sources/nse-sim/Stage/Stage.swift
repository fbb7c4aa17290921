internal import DevStack
internal import HTTPTransport
internal import Invites
internal import NIPPL
internal import NostrCore
internal import NotificationService
internal import RelayClient

/// The embedded stack for a demonstration: communities on loopback, an author who posts, a reader with a phone.
struct Stage: Sendable {
    /// A community: its relay, its id and name in the snapshot, and the channel that the author posts in.
    struct Room: Sendable {
        let relay: EmbeddedRelay
        let relayURL: RelayURL
        let id: String
        let name: String
        let channelID: String
    }

    let rooms: [Room]
    let author: KeyPair
    let reader: KeyPair
    private let transport: CurlTransport

    /// Starts so many communities below a directory, each with two members and the starter channels.
    static func start(communities: Int, directory: String) async throws -> Stage {
        let author = try KeyPair.random()
        let reader = try KeyPair.random()
        let transport = CurlTransport()
        var rooms: [Room] = []
        for number in 1...max(communities, 1) {
            rooms.append(
                try await openRoom(
                    number: number, directory: "\(directory)/relay-\(number)", author: author, reader: reader,
                    transport: transport))
        }
        return Stage(rooms: rooms, author: author, reader: reader, transport: transport)
    }

    private init(rooms: [Room], author: KeyPair, reader: KeyPair, transport: CurlTransport) {
        self.rooms = rooms
        self.author = author
        self.reader = reader
        self.transport = transport
    }

    private static func openRoom(
        number: Int, directory: String, author: KeyPair, reader: KeyPair, transport: CurlTransport
    ) async throws -> Room {
        let name = "Community \(number)"
        try PosixFile.makeDirectory(directory)
        let relay = try EmbeddedRelay(
            configuration: EmbeddedRelay.Configuration(dataDirectory: directory, name: name))
        try await relay.start()
        let relayURL = try RelayURL(relay.url)
        let channels = StarterChannel.plan(relayURL: relay.url)
        let asAuthor = RelayHTTP(relayURL: relayURL, transport: transport, signer: author)
        let asReader = RelayHTTP(relayURL: relayURL, transport: transport, signer: reader)
        for channel in channels {
            try await publish(channel.creation(now: WallClock.now()), by: author, to: asAuthor)
            try await publish(
                StarterChannel.join(channelID: channel.id, now: WallClock.now()), by: reader, to: asReader)
        }
        guard let general = channels.first else { throw StageError.noStarterChannel }
        return Room(
            relay: relay, relayURL: relayURL, id: "community-\(number)", name: name, channelID: general.id)
    }

    /// Posts a message in a community's first channel, mentioning the reader.
    func post(_ text: String, in room: Room, at time: Int64) async throws {
        let message = EventTemplate(
            kind: 9, createdAt: time, tags: [["h", room.channelID], ["p", reader.publicKey.hex]],
            content: text)
        try await Self.publish(
            message, by: author, to: RelayHTTP(relayURL: room.relayURL, transport: transport, signer: author))
    }

    private static func publish(_ template: EventTemplate, by keys: KeyPair, to relay: RelayHTTP) async throws
    {
        let outcome = try await relay.publish(template.signed(by: keys), now: WallClock.now())
        guard outcome.isAccepted else {
            throw StageError.refused(kind: template.kind, reason: outcome.message)
        }
    }

    /// Writes what the reader's app would leave for its extension: every community with the lease's subscriptions.
    ///
    /// The starter channels have version-5 ids, which today's relays don't admit in a lease, so the subscription is the
    /// one for mentions.
    func writeContainer(_ container: SharedContainer) throws {
        let policies = try SubscriptionPlan.subscriptions(for: reader.publicKey, channels: [], muted: [])
        let communities = rooms.map {
            Community(
                id: $0.id, name: $0.name, relayURL: $0.relayURL, pubkey: reader.publicKey.bytes,
                policies: policies)
        }
        let keys = Dictionary(uniqueKeysWithValues: rooms.map { ($0.id, reader) })
        try container.write(PushSnapshot(communities: communities), keys: keys)
    }

    /// Stops the relays.
    func stop() async {
        for room in rooms { await room.relay.stop() }
    }
}

/// Why the embedded stack could not be set up.
enum StageError: Error, Equatable, CustomStringConvertible {
    case refused(kind: UInt16, reason: String)
    case noStarterChannel

    var description: String {
        switch self {
        case .refused(let kind, let reason): "the embedded relay refused an event of kind \(kind): \(reason)"
        case .noStarterChannel: "there is no starter channel to post in"
        }
    }
}
