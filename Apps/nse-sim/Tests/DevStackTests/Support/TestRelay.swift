import DevStack
import Foundation
import NostrCore
import Synchronization

/// A clock that a test sets.
final class TestClock: Sendable {
    private let time: Atomic<Int64>

    init(_ time: Int64 = 1_700_000_000) {
        self.time = Atomic(time)
    }

    var now: Int64 {
        get { time.load(ordering: .relaxed) }
        set { time.store(newValue, ordering: .relaxed) }
    }
}

/// A directory of its own for one test, gone with its last reference.
final class ScratchDirectory: Sendable {
    let path = NSTemporaryDirectory() + "devstack-" + UUID().uuidString

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// What the relay answered.
struct Answer: Sendable, Equatable {
    var status: Int
    var text: String

    init(_ status: Int, _ text: String) {
        self.status = status
        self.text = text
    }

    /// The `error` member, or the whole text.
    var error: String {
        guard case .object(let object) = json, case .string(let text)? = object["error"] else { return text }
        return text
    }

    var json: JSONValue {
        (try? JSONValue.parse(text, limits: JSONLimits(maximumBytes: 1 << 26))) ?? .null
    }

    /// The events of a `/query` answer.
    var events: [Event] {
        (try? EventArray.parse(Array(text.utf8), maximumBytes: 1 << 26).events) ?? []
    }
}

/// A port that the system gives nobody who asks for any port, for servers that stop and start again.
func quietPort() -> UInt16 { UInt16.random(in: 10_000...32_000) }

/// A relay over real sockets with a clock and a directory of its own.
final class TestRelay: Sendable {
    let clock: TestClock
    let directory: ScratchDirectory
    let relay: EmbeddedRelay

    init(
        clock: TestClock = TestClock(), directory: ScratchDirectory = ScratchDirectory(),
        port: UInt16 = 0, callsPerMinute: Int = 100_000, requireMembership: Bool = false,
        owner: PublicKey? = nil, log: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws {
        self.clock = clock
        self.directory = directory
        relay = try EmbeddedRelay(
            configuration: .init(
                dataDirectory: directory.path, port: port, requireMembership: requireMembership, owner: owner,
                clock: { clock.now },
                callsPerMinute: callsPerMinute, log: log)
        )
        try await relay.start()
    }

    var host: String { "127.0.0.1:\(relay.port)" }

    // MARK: Requests

    /// Sends a request with exactly these header lines.
    func send(
        _ method: String, _ path: String, _ lines: [String] = [], body: [UInt8] = []
    ) async -> Answer? {
        let port = relay.port
        var head = "\(method) \(path) HTTP/1.1\r\n"
        for line in lines { head += line + "\r\n" }
        if !lines.contains(where: { $0.hasPrefix("Host:") }) { head += "Host: \(host)\r\n" }
        if method == "POST" { head += "Content-Length: \(body.count)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + body
        return await onThread {
            guard let connection = RawConnection(port: port) else { return nil }
            connection.send(bytes)
            return connection.response().map { Answer($0.status, $0.text) }
        }
    }

    /// Sends a signed request.
    func post(_ path: String, _ body: String, by keys: KeyPair, host: String? = nil) async throws -> Answer {
        let host = host ?? self.host
        let authorization = try await NIP98.header(
            url: "http://\(host)\(path)", method: "POST", body: Array(body.utf8), now: clock.now, signer: keys
        )
        let lines = ["Host: \(host)", "Authorization: \(authorization)"]
        return await send("POST", path, lines, body: Array(body.utf8)) ?? Answer(0, "no answer")
    }

    /// Asks for a document with a signed request.
    func get(_ target: String, by keys: KeyPair, signing signed: String? = nil) async throws -> Answer {
        let authorization = try await NIP98.header(
            url: "http://\(host)\(signed ?? target)", method: "GET", body: [], now: clock.now, signer: keys)
        return await send("GET", target, ["Authorization: \(authorization)"]) ?? Answer(0, "no answer")
    }

    func publish(_ event: Event, by keys: KeyPair) async throws -> Answer {
        try await post("/events", String(decoding: event.serialized(), as: UTF8.self), by: keys)
    }

    func query(_ filters: String, by keys: KeyPair) async throws -> Answer {
        try await post("/query", filters, by: keys)
    }

    // MARK: Events

    /// Signs an event of the clock's time.
    func event(
        _ kind: UInt16, _ tags: [[String]] = [], _ content: String = "", by keys: KeyPair,
        after seconds: Int64 = 0
    ) throws -> Event {
        try EventTemplate(kind: kind, createdAt: clock.now + seconds, tags: tags, content: content)
            .signed(by: keys)
    }

    /// Publishes an event that must be accepted.
    @discardableResult
    func accept(
        _ kind: UInt16, _ tags: [[String]] = [], _ content: String = "", by keys: KeyPair,
        after seconds: Int64 = 0
    ) async throws -> Event {
        let event = try event(kind, tags, content, by: keys, after: seconds)
        let answer = try await publish(event, by: keys)
        guard answer == accepted(event) else { throw NotAccepted(answer: answer) }
        return event
    }
}

struct NotAccepted: Error {
    let answer: Answer
}

/// The relay's answer to an event that it took.
func accepted(_ event: Event, _ message: String = "") -> Answer {
    Answer(200, "{\"event_id\":\"\(event.id.hex)\",\"accepted\":true,\"message\":\"\(message)\"}")
}

/// The relay's answer to an event that it understood and did not take.
func notAccepted(_ event: Event, _ message: String) -> Answer {
    Answer(200, "{\"event_id\":\"\(event.id.hex)\",\"accepted\":false,\"message\":\"\(message)\"}")
}
