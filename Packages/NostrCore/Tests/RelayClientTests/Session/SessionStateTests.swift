import NostrCore
import RelayClient
import Testing

/// Each rule of a session as a row, without a socket: what happens, and what is done about it.
@Suite("Session rules")
struct SessionStateTests {
    enum Step: Sendable {
        case connect([SessionState.Effect])
        case lose
        case subscribe(stored: Bool, [SessionState.Effect])
        case count([SessionState.Effect])
        case publish([SessionState.Effect]?)
        case hear(RelayMessage, [SessionState.Effect])
        case sign(String, connection: Int, [SessionState.Effect])
        case failToSign(String, connection: Int, [SessionState.Effect])
        case drop(SessionState.Key, [SessionState.Effect])
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let steps: [Step]
        var testDescription: String { name }
    }

    /// What the rows are made of.
    struct Fixture: Sendable {
        let keys: KeyPair
        let sub: SubscriptionID
        let counter: SubscriptionID
        let note: Event
        let newer: Event
        let future: Event
        let other: Event
        let forged: Event
        let auth: Event

        init() throws {
            let keys = try KeyPair.random()
            self.keys = keys
            sub = try #require(SubscriptionID("s"))
            counter = try #require(SubscriptionID("n"))
            func event(_ kind: UInt16, _ time: Int64) throws -> Event {
                try EventTemplate(kind: kind, createdAt: time, tags: [], content: "x").signed(by: keys)
            }
            let note = try event(9, 1000)
            let newer = try event(9, 1200)
            (self.note, self.newer) = (note, newer)
            future = try event(9, 9000)
            other = try event(1, 1100)
            auth = try event(22242, 1000)
            let text = String(decoding: note.serialized(), as: UTF8.self)
            // The id stays, the signature is another event's.
            let changed = text.replacing(note.signature.hex, with: newer.signature.hex)
            forged = try Event.parse(Array(changed.utf8))
        }

        let filters = [Filter(kinds: [9], limit: 5)]
        var resumed: [Filter] { [Filter(kinds: [9], since: 1200)] }
    }

    static let authRequired = RelayReason(.authRequired, "x")
    static let restricted = RelayReason(.restricted, "not a relay member")
    static let ok = RelayReason("")

    static func rows(_ f: Fixture) throws -> [Row] {
        let request = SessionState.Effect.send(.request(f.sub, f.filters))
        let counting = SessionState.Effect.send(.count(f.counter, f.filters))
        let offer = SessionState.Effect.send(.event(f.note))
        let key = SessionState.Key.named(f.sub)
        let challenge = RelayMessage.challenge("c1")
        let sign = SessionState.Effect.sign(challenge: "c1", connection: 1)
        let answer = SessionState.Effect.send(.authenticate(f.auth))
        let accepted = RelayMessage.ok(f.auth.id, accepted: true, ok)
        let refused = RelayMessage.ok(f.auth.id, accepted: false, restricted)
        let delivered = try SessionState.Effect.deliver(f.sub, f.note.verify())
        let authenticated: [Step] = [
            .connect([]), .hear(challenge, [sign]), .sign("c1", connection: 1, [answer]), .hear(accepted, []),
        ]
        func end(_ key: SessionState.Key, _ error: RelaySessionError) -> [SessionState.Effect] {
            [.end(key, .failed(error))]
        }
        return [
            // Order and connection.
            Row(
                name: "asked before the connection, sent on it, in order",
                steps: [
                    .subscribe(stored: true, []), .publish([]), .count([]),
                    .connect([request, offer, counting]),
                ]),
            Row(name: "asked on the connection, sent at once", steps: [.connect([]), .publish([offer])]),
            Row(name: "an event is published once at a time", steps: [.publish([]), .publish(nil)]),
            Row(
                name: "what is unanswered is asked again",
                steps: [
                    .connect([]), .publish([offer]), .count([counting]), .lose, .connect([offer, counting]),
                ]),
            Row(
                name: "nothing is heard without a connection",
                steps: [.subscribe(stored: true, []), .hear(.endOfStored(f.sub), [])]),
            // Answers.
            Row(
                name: "OK true",
                steps: [
                    .connect([]), .publish([offer]),
                    .hear(
                        .ok(f.note.id, accepted: true, RelayReason(.duplicate, "have it")),
                        [
                            .end(.event(f.note.id), .accepted(RelayReason(.duplicate, "have it")))
                        ]),
                    .lose, .connect([]),
                ]),
            Row(
                name: "OK false, even without a reason (F06)",
                steps: [
                    .connect([]), .publish([offer]),
                    .hear(.ok(f.note.id, accepted: false, ok), end(.event(f.note.id), .refused(ok))),
                ]),
            Row(
                name: "an OK for an event that nobody sent (F06)",
                steps: [.connect([]), .hear(.ok(f.note.id, accepted: true, ok), [])]),
            Row(
                name: "COUNT",
                steps: [
                    .connect([]), .count([counting]),
                    .hear(
                        .count(f.counter, EventCount(3)), [.end(.named(f.counter), .counted(EventCount(3)))]),
                    .hear(.count(f.counter, EventCount(3)), []),
                ]),
            Row(
                name: "COUNT refused",
                steps: [
                    .connect([]), .count([counting]),
                    .hear(.closed(f.counter, restricted), end(.named(f.counter), .refused(restricted))),
                ]),
            Row(
                name: "a count for a subscription is nothing",
                steps: [
                    .connect([]), .subscribe(stored: true, [request]),
                    .hear(.count(f.sub, EventCount(3)), []),
                ]),
            Row(name: "a notice is passed on", steps: [.connect([]), .hear(.notice("n"), [.notice("n")])]),
            // Events.
            Row(
                name: "stored only: events, the end, CLOSE",
                steps: [
                    .connect([]), .subscribe(stored: true, [request]),
                    .hear(.event(f.sub, f.note), [delivered]),
                    .hear(.endOfStored(f.sub), [.end(key, .complete), .send(.close(f.sub))]),
                    .hear(.event(f.sub, f.newer), []),
                ]),
            Row(
                name: "live: the mark comes once",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]),
                    .hear(.endOfStored(f.sub), [.storedDone(f.sub)]),
                    .hear(.endOfStored(f.sub), []), .hear(.event(f.sub, f.note), [delivered]),
                ]),
            Row(
                name: "the same event twice",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]),
                    .hear(.event(f.sub, f.note), [delivered]),
                    .hear(.event(f.sub, f.note), []),
                ]),
            Row(
                name: "a forged event is nothing and keeps the real one out of nothing",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]), .hear(.event(f.sub, f.forged), []),
                    .hear(.event(f.sub, f.note), [delivered]),
                ]),
            Row(
                name: "an event that was not asked for",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]), .hear(.event(f.sub, f.other), []),
                ]),
            Row(
                name: "an event of no subscription", steps: [.connect([]), .hear(.event(f.sub, f.note), [])]),
            Row(
                name: "the relay ends a subscription",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]),
                    .hear(.endOfStored(f.sub), [.storedDone(f.sub)]),
                    .hear(.closed(f.sub, restricted), end(key, .refused(restricted))), .lose, .connect([]),
                ]),
            Row(
                name: "the reader leaves",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]), .drop(key, [.send(.close(f.sub))]),
                    .drop(key, []),
                    .hear(.event(f.sub, f.note), []),
                ]),
            Row(
                name: "the reader leaves without a connection",
                steps: [.subscribe(stored: false, []), .drop(key, []), .connect([])]),
            // Going on.
            Row(
                name: "goes on from the last seen time, without a limit, each event once",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]),
                    .hear(.event(f.sub, f.newer), [try .deliver(f.sub, f.newer.verify())]),
                    .hear(.event(f.sub, f.note), [delivered]),
                    .hear(.endOfStored(f.sub), [.storedDone(f.sub)]), .lose,
                    .connect([.send(.request(f.sub, f.resumed))]), .hear(.event(f.sub, f.newer), []),
                    .hear(.endOfStored(f.sub), []),
                ]),
            Row(
                name: "lost among the stored events, all are asked for again",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]),
                    .hear(.event(f.sub, f.newer), [try .deliver(f.sub, f.newer.verify())]),
                    .lose, .connect([request]), .hear(.event(f.sub, f.note), [delivered]),
                ]),
            Row(
                name: "an event of the future does not hide the present",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]),
                    .hear(.endOfStored(f.sub), [.storedDone(f.sub)]),
                    .hear(.event(f.sub, f.future), [try .deliver(f.sub, f.future.verify())]), .lose,
                    .connect([.send(.request(f.sub, [Filter(kinds: [9], since: 2000)]))]),
                ]),
            // Authentication (F04).
            Row(
                name: "REQ, AUTH, CLOSED auth-required, OK: REQ again with the same filters",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]), .hear(challenge, [sign]),
                    .hear(.closed(f.sub, authRequired), []),
                    .sign("c1", connection: 1, [answer]), .hear(accepted, [request]),
                    .hear(.event(f.sub, f.note), [delivered]),
                ]),
            Row(
                name: "EVENT refused before AUTH came: again behind it, once",
                steps: [
                    .connect([]), .publish([offer]), .hear(.ok(f.note.id, accepted: false, authRequired), []),
                    .hear(challenge, [sign]),
                    .sign("c1", connection: 1, [answer]), .hear(accepted, [offer]),
                    .hear(
                        .ok(f.note.id, accepted: false, authRequired),
                        end(.event(f.note.id), .refused(authRequired))),
                ]),
            Row(
                name: "COUNT likewise",
                steps: [
                    .connect([]), .count([counting]), .hear(challenge, [sign]),
                    .hear(.closed(f.counter, authRequired), []),
                    .sign("c1", connection: 1, [answer]), .hear(accepted, [counting]),
                ]),
            Row(
                name: "refused although authenticated: again, once",
                steps: authenticated + [
                    .publish([offer]), .hear(.ok(f.note.id, accepted: false, authRequired), [offer]),
                    .hear(
                        .ok(f.note.id, accepted: false, authRequired),
                        end(.event(f.note.id), .refused(authRequired))),
                ]),
            Row(
                name: "AUTH refused ends what waits, and what is refused later",
                steps: [
                    .connect([]), .subscribe(stored: false, [request]), .publish([offer]),
                    .hear(.closed(f.sub, authRequired), []),
                    .hear(challenge, [sign]), .sign("c1", connection: 1, [answer]),
                    .hear(refused, end(key, .authenticationRefused(restricted))),
                    .hear(
                        .ok(f.note.id, accepted: false, authRequired),
                        end(.event(f.note.id), .authenticationRefused(restricted))),
                ]),
            Row(
                name: "a signer that does not sign ends what waits",
                steps: [
                    .connect([]), .publish([offer]), .hear(.ok(f.note.id, accepted: false, authRequired), []),
                    .hear(challenge, [sign]),
                    .failToSign("c1", connection: 1, end(.event(f.note.id), .cannotSign(reason: "no"))),
                ]),
            Row(
                name: "restricted is no reason to try again",
                steps: authenticated + [
                    .subscribe(stored: false, [request]),
                    .hear(.closed(f.sub, restricted), end(key, .refused(restricted))),
                ]),
            Row(
                name: "a newer challenge replaces the first",
                steps: [
                    .connect([]), .hear(challenge, [sign]),
                    .hear(.challenge("c2"), [.sign(challenge: "c2", connection: 1)]),
                    .sign("c1", connection: 1, []), .failToSign("c1", connection: 1, []),
                    .sign("c2", connection: 1, [answer]),
                ]),
            Row(
                name: "nothing of a challenge is used on the next connection",
                steps: [
                    .connect([]), .hear(challenge, [sign]), .lose, .sign("c1", connection: 1, []),
                    .connect([]),
                    .sign("c1", connection: 1, []), .hear(challenge, [.sign(challenge: "c1", connection: 2)]),
                    .sign("c1", connection: 1, []), .sign("c1", connection: 2, [answer]),
                ]),
            Row(
                name: "one more try on each connection",
                steps: [
                    .connect([]), .publish([offer]), .hear(.ok(f.note.id, accepted: false, authRequired), []),
                    .lose, .connect([offer]),
                    .hear(.ok(f.note.id, accepted: false, authRequired), []),
                    .hear(challenge, [.sign(challenge: "c1", connection: 2)]),
                    .sign("c1", connection: 2, [answer]), .hear(accepted, [offer]),
                ]),
        ]
    }

    static let fixture = Result { try Fixture() }

    @Test("A rule", arguments: try rows(fixture.get()))
    func rule(_ row: Row) throws {
        let f = try Self.fixture.get()
        var state = SessionState()
        for (index, step) in row.steps.enumerated() {
            let (found, expected): ([SessionState.Effect]?, [SessionState.Effect]?)
            switch step {
            case .connect(let effects): (found, expected) = (state.connected(), effects)
            case .lose:
                state.lost()
                continue
            case .subscribe(let stored, let effects):
                (found, expected) = (state.subscribe(f.sub, f.filters, endsWithStored: stored), effects)
            case .count(let effects): (found, expected) = (state.count(f.counter, f.filters), effects)
            case .publish(let effects): (found, expected) = (state.publish(f.note), effects)
            case .hear(let message, let effects):
                (found, expected) = (state.received(message, now: 2000), effects)
            case .sign(let challenge, let connection, let effects):
                (found, expected) = (
                    state.signed(f.auth, challenge: challenge, connection: connection), effects
                )
            case .failToSign(let challenge, let connection, let effects):
                (found, expected) = (
                    state.notSigned(reason: "no", challenge: challenge, connection: connection), effects
                )
            case .drop(let key, let effects): (found, expected) = (state.drop(key), effects)
            }
            #expect(found == expected, "step \(index)")
        }
    }

    @Test(
        "Waits double from two seconds to sixty, cut by chance, never under one",
        arguments: [
            (0.0, [1000, 2000, 4000, 8000, 16000, 30000, 30000]),
            (1.0, [2000, 4000, 8000, 16000, 32000, 60000, 60000]),
            (-5.0, [1000, 2000]), (Double.nan, [2000, 4000]), (Double.infinity, [2000, 4000]),
        ])
    func backoff(chance: Double, milliseconds: [Int]) {
        var backoff = Backoff()
        for expected in milliseconds { #expect(backoff.next(chance: chance) == .milliseconds(expected)) }
        backoff.reset()
        #expect(backoff.next(chance: chance) == .milliseconds(milliseconds[0]))
    }
}
