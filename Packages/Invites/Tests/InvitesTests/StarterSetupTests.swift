import HTTPTransport
import Invites
import NostrCore
import RelayClient
import Synchronization
import Testing

/// A relay of a few lines: what it says to a creation and a join, and when descriptions show.
final class StarterRelay: Sendable {
    /// An answer to an event of a kind, by the channel's name in its tags or by the number of times asked.
    typealias Creation = @Sendable (_ name: String) -> String

    let server: ScriptedServer
    let sleeps = Mutex<[Duration]>([])
    private let key: KeyPair

    init(
        creation: @escaping Creation, shownAfter reads: Int, members: [PublicKey] = [],
        join: String = #"{"event_id":"ID","accepted":true,"message":""}"#
    ) throws {
        let key = try KeyPair.random()
        self.key = key
        let counts = Mutex<[String: Int]>([:])
        server = try ScriptedServer { connection in
            while let request = connection.request() {
                if request.line.hasPrefix("POST /query") {
                    let filter = String(decoding: request.body, as: UTF8.self)
                    let id = StarterChannel.plan(relayURL: "ws://\(request["Host"] ?? "")").map(\.id)
                        .first { filter.contains($0) }
                    guard let id else { continue }
                    let count = counts.withLock { counts in
                        counts[id, default: 0] += 1
                        return counts[id, default: 0]
                    }
                    connection.write(
                        answer("200 OK", count > reads ? Self.shown(id, members: members, key: key) : "[]"))
                } else if let event = try? Event.parse(request.body) {
                    let text = event.kind == 9007 ? creation(event.firstValue(ofTag: "name") ?? "") : join
                    let status = text.contains(#""error""#) ? "500 E" : "200 OK"
                    connection.write(answer(status, text.replacing("ID", with: event.id.hex)))
                }
            }
        }
    }

    private static func shown(_ id: String, members: [PublicKey], key: KeyPair) -> String {
        let templates = [
            EventTemplate(kind: 39000, createdAt: 1, tags: [["d", id], ["name", "x"]]),
            EventTemplate(kind: 39002, createdAt: 1, tags: [["d", id]] + members.map { ["p", $0.hex] }),
        ]
        let texts = templates.compactMap { try? $0.signed(by: key) }
            .map { String(decoding: $0.serialized(), as: UTF8.self) }
        return "[\(texts.joined(separator: ","))]"
    }

    func run(as member: KeyPair, existing: [ExistingChannel] = []) async throws -> [StarterResult] {
        let relay = RelayHTTP(
            relayURL: try RelayURL(server.url), transport: CurlTransport(), signer: member)
        return await StarterSetup(
            relay: relay, signer: member, now: { 1_767_000_000 },
            sleep: { [self] duration in sleeps.withLock { $0.append(duration) } }
        ).run(existing: existing)
    }

    /// The kinds of the events that came, and 0 for a query.
    var kinds: [UInt16] {
        server.requests.map { (try? Event.parse($0.body))?.kind ?? 0 }
    }
}

@Suite struct StarterSetupTests {
    static let ok = #"{"event_id":"ID","accepted":true,"message":""}"#
    static let duplicate =
        #"{"event_id":"ID","accepted":false,"message":"duplicate: channel already exists"}"#
    static let broken = #"{"error":"internal server error"}"#
    static let pause = Duration.milliseconds(150)

    @Test("both are made, read and joined")
    func both() async throws {
        let relay = try StarterRelay(creation: { _ in Self.ok }, shownAfter: 0)
        defer { relay.server.stop() }
        let results = try await relay.run(as: KeyPair.random())
        #expect(results.map(\.isPresent) == [true, true])
        #expect(results.map(\.outcome) == results.map { .success($0.channel.id) })
        #expect(relay.kinds == [9007, 0, 9021, 9007, 0, 9021])
        #expect(relay.sleeps.withLock { $0.isEmpty })
    }

    @Test("K02 a duplicate is joined, and the other's failure leaves it alone")
    func halfway() async throws {
        let relay = try StarterRelay(
            creation: { $0 == "general" ? Self.broken : Self.duplicate }, shownAfter: 0)
        defer { relay.server.stop() }
        let results = try await relay.run(as: KeyPair.random())
        #expect(results.map(\.isPresent) == [false, true])
        #expect(results.map(\.mayRetry) == [true, false])
        #expect(
            results.first?.outcome
                == .failure(.relay(.refused(status: 500, reason: "internal server error"))))
        #expect(relay.kinds == [9007, 9007, 0, 9021])
    }

    @Test(
        "a description that comes late is read three times at most",
        arguments: [(1, true), (2, true), (3, false)])
    func late(reads: Int, isPresent: Bool) async throws {
        let relay = try StarterRelay(creation: { _ in Self.ok }, shownAfter: reads)
        defer { relay.server.stop() }
        let results = try await relay.run(as: KeyPair.random())
        #expect(results.map(\.isPresent) == [isPresent, isPresent])
        let pauses = min(reads, 2)
        #expect(relay.sleeps.withLock { $0 } == Array(repeating: Self.pause, count: 2 * pauses))
        if !isPresent {
            #expect(results.map(\.outcome) == [.failure(.notVisibleYet), .failure(.notVisibleYet)])
            #expect(results.map(\.mayRetry) == [true, true])
        }
    }

    @Test("K02 a duplicate that never shows was deleted: said, and not tried again")
    func deleted() async throws {
        let relay = try StarterRelay(creation: { _ in Self.duplicate }, shownAfter: 99)
        defer { relay.server.stop() }
        let results = try await relay.run(as: KeyPair.random())
        #expect(results.map(\.outcome) == [.failure(.deleted), .failure(.deleted)])
        #expect(results.map(\.mayRetry) == [false, false])
        #expect(relay.kinds == [9007, 0, 0, 0, 9007, 0, 0, 0])
    }

    @Test("no join for who is a member")
    func member() async throws {
        let member = try KeyPair.random()
        let relay = try StarterRelay(creation: { _ in Self.ok }, shownAfter: 0, members: [member.publicKey])
        defer { relay.server.stop() }
        #expect(try await relay.run(as: member).map(\.isPresent) == [true, true])
        #expect(relay.kinds == [9007, 0, 9007, 0])
    }

    @Test("channels that stand for the plan's are used; a refused join is told in the relay's words")
    func existing() async throws {
        let relay = try StarterRelay(
            creation: { _ in Self.ok }, shownAfter: 0,
            join: #"{"event_id":"ID","accepted":false,"message":"restricted: no"}"#)
        defer { relay.server.stop() }
        let channels = [
            ExistingChannel(id: "a", name: "General", type: "stream", visibility: "open", isMember: true),
            ExistingChannel(id: "b", name: "welcome-everyone", type: "stream", visibility: "open"),
        ]
        let results = try await relay.run(as: KeyPair.random(), existing: channels)
        #expect(results.map(\.outcome) == [.success("a"), .failure(.refused(reason: "restricted: no"))])
        #expect(relay.kinds == [9021])
    }
}
