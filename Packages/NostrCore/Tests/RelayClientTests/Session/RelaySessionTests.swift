import HTTPTransport
import NostrCore
import RelayClient
import Synchronization
import Testing
import WebSocket

/// A session against a scripted relay over real sockets.
@Suite("Session", .timeLimit(.minutes(1)))
struct RelaySessionTests {
    let keys: KeyPair
    let notes: [Event]

    init() throws {
        let keys = try KeyPair.random()
        self.keys = keys
        notes = try (0..<5).map { index in
            try EventTemplate(kind: 9, createdAt: 1000 + index, tags: [], content: "\(index)").signed(
                by: keys)
        }
    }

    /// A server that runs a script on each connection, by its number, and a session with it whose pauses are
    /// recorded and skipped.
    private func withSession(
        _ script: @escaping @Sendable (RelayPeer, Int) -> Void, bufferedUpdates: Int = 100,
        configure: (inout RelaySession.Configuration) -> Void = { _ in },
        _ body: (RelaySession, Pauses) async throws -> Void
    ) async throws {
        let server = try ScriptedServer { connection in
            guard let peer = RelayPeer(connection) else { return }
            script(peer, connection.index)
        }
        defer { server.stop() }
        let pauses = Pauses()
        var configuration = RelaySession.Configuration()
        configuration.bufferedUpdates = bufferedUpdates
        configuration.now = { 2000 }
        configuration.chance = { 0 }
        configuration.patience = { _ in try await Task.sleep(for: .seconds(600)) }
        configuration.pause = { pauses.note($0) }
        configure(&configuration)
        let session = RelaySession(
            relay: try RelayURL("ws://127.0.0.1:\(server.port)"), signer: keys, configuration: configuration)
        try await body(session, pauses)
        await session.close()
    }

    final class Pauses: Sendable {
        private let list = Mutex<[Duration]>([])
        var all: [Duration] { list.withLock { $0 } }
        func note(_ pause: Duration) { list.withLock { $0.append(pause) } }
    }

    /// A relay that wants NIP-42 first and holds some events.
    private static func relay(_ peer: RelayPeer, events: [Event]) {
        let challenge = String(repeating: "c", count: 64)
        peer.say(.challenge(challenge))
        var isAuthenticated = false
        while let message = peer.next() {
            switch message {
            case .authenticate(let event):
                let stated = event.firstValue(ofTag: "relay") ?? ""
                isAuthenticated =
                    (try? NIP42.verify(event, challenge: challenge, relay: stated, now: 2000)) != nil
                peer.say(.ok(event.id, accepted: isAuthenticated, RelayReason("")))
            case .event(let event):
                peer.say(
                    isAuthenticated
                        ? .ok(event.id, accepted: true, RelayReason(""))
                        : .ok(event.id, accepted: false, RelayReason(.authRequired, "not authenticated")))
            case .request(let id, _):
                guard isAuthenticated else {
                    peer.say(.closed(id, RelayReason(.authRequired, "not authenticated")))
                    continue
                }
                for event in events { peer.say(.event(id, event)) }
                peer.say(.endOfStored(id))
            case .count(let id, _):
                peer.say(
                    isAuthenticated
                        ? .count(id, EventCount(Int64(events.count)))
                        : .closed(id, RelayReason(.authRequired, "not authenticated")))
            case .close(let id): peer.say(.closed(id, RelayReason("")))
            }
        }
    }

    @Test("A relay that wants authentication: publish, count, stored events, at once")
    func authentication() async throws {
        let notes = notes
        try await withSession { peer, _ in
            Self.relay(peer, events: notes)
        } _: { session, _ in
            async let published = session.publish(notes[0])
            async let count = session.count([Filter(kinds: [9])])
            var received: [RelayUpdate] = []
            for try await update in try await session.stored([Filter(kinds: [9])]) { received.append(update) }
            let events = try notes.map { RelayUpdate.event(try $0.verify()) }
            #expect(received == events)
            let (found, reason) = try await (count, published)
            #expect(found == EventCount(5))
            #expect(reason == RelayReason(""))
        }
    }

    @Test("A live subscription goes on after a loss from the last seen time, each event once")
    func reconnects() async throws {
        let notes = notes
        let asked = Mutex<[[Filter]]>([])
        try await withSession { peer, index in
            guard case .request(let id, let filters)? = peer.next() else { return }
            asked.withLock { $0.append(filters) }
            switch index {
            case 0:
                peer.say(.event(id, notes[0]), .endOfStored(id), .event(id, notes[1]))
                peer.close()
            case 1:
                // Lost without a word.
                peer.say(.event(id, notes[1]), .event(id, notes[2]), .endOfStored(id))
            default:
                peer.say(.event(id, notes[2]), .event(id, notes[3]))
                peer.drain()
            }
        } _: { session, pauses in
            var received: [RelayUpdate] = []
            for try await update in try await session.subscribe([Filter(kinds: [9], limit: 10)]) {
                received.append(update)
                if received.count == 5 { break }
            }
            let events = try notes.map { RelayUpdate.event(try $0.verify()) }
            #expect(received == [events[0], .endOfStored, events[1], events[2], events[3]])
            #expect(
                asked.withLock { $0 } == [
                    [Filter(kinds: [9], limit: 10)], [Filter(kinds: [9], since: 1001)],
                    [Filter(kinds: [9], since: 1002)],
                ])
            // The first answer starts the waits over.
            #expect(pauses.all == [.seconds(1), .seconds(1)])
        }
    }

    @Test("Waits grow while the relay does not answer; a publication is offered again")
    func backoff() async throws {
        let notes = notes
        try await withSession { peer, index in
            guard case .event(let event)? = peer.next(), index == 3 else { return }
            peer.say(.ok(event.id, accepted: true, RelayReason(.duplicate, "have it")))
            peer.drain()
        } _: { session, pauses in
            let reason = try await session.publish(notes[0])
            #expect(reason == RelayReason(.duplicate, "have it"))
            #expect(pauses.all == [.seconds(1), .seconds(2), .seconds(4)])
        }
    }

    @Test("A refusal is thrown in the relay's words")
    func refusals() async throws {
        let notes = notes
        let banned = RelayReason(.blocked, "you are banned")
        try await withSession { peer, _ in
            while let message = peer.next() {
                switch message {
                case .event(let event): peer.say(.ok(event.id, accepted: false, banned))
                case .request(let id, _), .count(let id, _): peer.say(.closed(id, banned))
                default: break
                }
            }
        } _: { session, _ in
            await #expect(throws: RelaySessionError.refused(banned)) { try await session.publish(notes[0]) }
            await #expect(throws: RelaySessionError.refused(banned)) { try await session.count([Filter()]) }
            await #expect(throws: RelaySessionError.refused(banned)) {
                for try await _ in try await session.subscribe([Filter()]) {}
            }
        }
    }

    @Test("A relay that does not take the account ends what waits")
    func restricted() async throws {
        let notes = notes
        let reason = RelayReason(.restricted, "not a relay member")
        try await withSession { peer, _ in
            peer.say(.challenge("c"))
            while let message = peer.next() {
                switch message {
                case .event(let event):
                    peer.say(.ok(event.id, accepted: false, RelayReason(.authRequired, "x")))
                case .authenticate(let event): peer.say(.ok(event.id, accepted: false, reason))
                default: break
                }
            }
        } _: { session, _ in
            await #expect(throws: RelaySessionError.authenticationRefused(reason)) {
                try await session.publish(notes[0])
            }
        }
    }

    @Test("No answer in time, with the relay's last notice")
    func timeout() async throws {
        let notes = notes
        let text = "rate-limited: quota exceeded; retry in 5s"
        let (heard, signal) = AsyncStream.makeStream(of: Void.self)
        let (runsOut, clock) = AsyncStream.makeStream(of: Void.self)
        try await withSession { peer, _ in
            while let message = peer.next() {
                switch message {
                case .event:
                    peer.say(.notice(text))
                    signal.yield()
                case .request(let id, _): peer.say(.endOfStored(id))
                default: break
                }
            }
        } configure: {
            $0.patience = { _ in _ = await runsOut.first { _ in true } }
        } _: { session, _ in
            let task = Task { try await session.publish(notes[0], timeout: .seconds(3)) }
            _ = await heard.first { _ in true }
            // The relay answers in order: this ends behind the notice.
            for try await _ in try await session.stored([Filter(kinds: [9])]) {}
            clock.yield()
            let expected = RelaySessionError.timeout(after: .seconds(3), notice: text, connection: nil)
            await #expect(throws: expected) { try await task.value }
        }
    }

    @Test("What is no message, and a forged event, are passed over")
    func nonsense() async throws {
        let notes = notes
        try await withSession { peer, _ in
            guard case .request(let id, _)? = peer.next() else { return }
            let event = String(decoding: notes[0].serialized(), as: UTF8.self)
            for text in [
                "", "{}", "[]", "[\"WHAT\"]", "[\"EVENT\",\"\(id)\",{}]", "\u{FEFF}[]",
                "[\"EVENT\",\"\(id)\",\(event.replacing("\"content\":\"0\"", with: "\"content\":\"1\""))]",
            ] { peer.say(bytes: Array(text.utf8)) }
            peer.say(.event(id, notes[0]), .endOfStored(id))
            peer.drain()
        } _: { session, _ in
            var received: [RelayUpdate] = []
            for try await update in try await session.stored([Filter(kinds: [9])]) { received.append(update) }
            let event = try notes[0].verify()
            #expect(received == [.event(event)])
        }
    }

    @Test("A reader that is behind by more than its buffer is told so")
    func overflow() async throws {
        let notes = notes
        let (ended, signal) = AsyncStream.makeStream(of: Void.self)
        try await withSession(
            { peer, _ in
                guard case .request(let id, _)? = peer.next() else { return }
                for event in notes { peer.say(.event(id, event)) }
                if peer.next() == .close(id) { signal.yield() }
                peer.drain()
            }, bufferedUpdates: 3
        ) { session, _ in
            let updates = try await session.subscribe([Filter(kinds: [9])])
            _ = await ended.first { _ in true }
            var count = 0
            await #expect(throws: RelaySessionError.readerBehind(limit: 3)) {
                for try await _ in updates { count += 1 }
            }
            #expect(count == 3)
        }
    }

    @Test("A reader that leaves closes its subscription at the relay")
    func leaving() async throws {
        let notes = notes
        let (closed, signal) = AsyncStream.makeStream(of: Bool.self)
        try await withSession { peer, _ in
            guard case .request(let id, _)? = peer.next() else { return }
            peer.say(.event(id, notes[0]))
            signal.yield(peer.next() == .close(id))
            peer.drain()
        } _: { session, _ in
            for try await _ in try await session.subscribe([Filter(kinds: [9])]) { break }
            #expect(await closed.first { _ in true } == true)
        }
    }

    @Test("Cancelling a task ends its request alone")
    func cancellation() async throws {
        let notes = notes
        let (heard, signal) = AsyncStream.makeStream(of: Void.self)
        try await withSession { peer, _ in
            while let message = peer.next() {
                guard case .event(let event) = message else { continue }
                if event.id == notes[0].id {
                    signal.yield()
                } else {
                    peer.say(.ok(event.id, accepted: true, RelayReason("")))
                }
            }
        } _: { session, _ in
            let task = Task { try await session.publish(notes[0]) }
            _ = await heard.first { _ in true }
            task.cancel()
            await #expect(throws: RelaySessionError.cancelled) { try await task.value }
            try await session.publish(notes[1])
        }
    }

    @Test("Closing ends everything, and nothing begins behind it")
    func closing() async throws {
        let notes = notes
        let (heard, signal) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: WebSocketCloseCode?.self)
        try await withSession { peer, _ in
            _ = (peer.next(), peer.next())
            signal.yield()
            peer.drain()
            end.yield(peer.closeCode)
        } _: { session, _ in
            let updates = try await session.subscribe([Filter()])
            let task = Task { try await session.publish(notes[0]) }
            _ = await heard.first { _ in true }
            await session.close()
            #expect(await ended.first { _ in true } == .normal)
            await #expect(throws: RelaySessionError.closed) { try await task.value }
            await #expect(throws: RelaySessionError.closed) { for try await _ in updates {} }
            await #expect(throws: RelaySessionError.closed) { try await session.publish(notes[1]) }
            await #expect(throws: RelaySessionError.closed) { try await session.subscribe([Filter()]) }
        }
    }

    @Test("A request needs a filter")
    func noFilters() async throws {
        try await withSession { peer, _ in
            peer.drain()
        } _: { session, _ in
            await #expect(throws: RelaySessionError.noFilters) { try await session.subscribe([]) }
            await #expect(throws: RelaySessionError.noFilters) { try await session.count([]) }
        }
    }
}
