import AgentCards
import DeepLinks
import HTTPTransport
import NostrCore
import Synchronization
import Testing

/// Fetches over real sockets, with the bounds of time shortened.
struct FetchTests {
    static let limit = 2_097_152
    static let idle = Duration.milliseconds(200)
    static let total = Duration.milliseconds(600)

    /// The card `x` in one answer, filled up to a length with white space.
    static func card(count: Int? = nil) -> String {
        let text = cardText()
        return text + String(repeating: " ", count: max(0, (count ?? 0) - text.utf8.count))
    }

    static func answer(_ status: String = "200 OK", headers: [String] = [], body: String) -> String {
        "HTTP/1.1 \(status)\r\n" + headers.map { "\($0)\r\n" }.joined()
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// What comes of a fetch from a server, and how long it took.
    static func fetch(
        from server: ScriptedServer, card: String = "x", limits: AgentCardLimits = AgentCardLimits(),
        progress: HTTPProgressHandler? = nil
    ) async throws -> (result: Result<AgentCard, AgentCardError>, time: Duration) {
        let environment = try HostedEnvironment(
            .custom, avatarsOrigin: server.url, allowsLoopbackHTTP: true)
        let link = try AgentLink(card: card)
        let start = ContinuousClock.now
        let result: Result<AgentCard, AgentCardError>
        do throws(AgentCardError) {
            let transport = CurlTransport()
            result = .success(
                try await AgentCard.fetch(
                    link, in: environment, over: transport, limits: limits, progress: progress))
        } catch {
            result = .failure(error)
        }
        return (result, ContinuousClock.now - start)
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let error: AgentCardError
        /// `PORT` stands for the server's.
        let answer: [UInt8]

        init(_ name: String, _ error: AgentCardError, _ answer: String) {
            self.init(name, error, Array(answer.utf8))
        }

        init(_ name: String, _ error: AgentCardError, _ answer: [UInt8]) {
            testDescription = name
            self.error = error
            self.answer = answer
        }
    }

    static let tooLarge = AgentCardError.transport(.tooLarge(limit: limit, declared: nil))

    /// 3 MiB of zeros in 3083 bytes.
    static let bomb: [UInt8] =
        [
            0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xED, 0xC1, 1, 0x0D, 0, 0, 0, 0xC2, 0xA0, 0xF7, 0x4F, 0x6D,
            0x0E,
        ]
        + [0x37, 0xA0] + [UInt8](repeating: 0, count: 3048)
        + [0xBE, 0x0D, 0xC6, 0x4F, 0x72, 0x79, 0, 0, 0x30, 0]

    static let rows = [
        Row(
            "L02 one byte over the limit, undeclared", tooLarge,
            "HTTP/1.1 200 OK\r\n\r\n" + card(count: limit + 1)),
        Row("3 MB undeclared", tooLarge, "HTTP/1.1 200 OK\r\n\r\n" + card(count: 3_000_000)),
        Row(
            "3 MB in a chunk", tooLarge,
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2dc6c0\r\n\(card(count: 3_000_000))\r\n0\r\n\r\n"
        ),
        Row(
            "L02 one byte over the limit declared, ten sent",
            .transport(.tooLarge(limit: limit, declared: limit + 1)),
            "HTTP/1.1 200 OK\r\nContent-Length: 2097153\r\n\r\n0123456789"),
        Row(
            "3 MB declared", .transport(.tooLarge(limit: limit, declared: 3_000_000)),
            "HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\n\r\n0123456789"),
        Row(
            "gzip, 3 MiB in 3083 bytes", tooLarge,
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n".utf8)
                + bomb),
        Row(
            "L02 eleven bytes declared, ten sent", .transport(.incomplete(received: 10, declared: 11)),
            "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{\"id\":\"x\"}"),
        Row(
            "L02 ten bytes declared, eleven sent: ten are read", .missing(.name),
            "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"id\":\"x\"}}"),
        Row("L04 204", .status(204), "HTTP/1.1 204 No Content\r\n\r\n"),
        Row("L04 304", .status(304), "HTTP/1.1 304 Not Modified\r\n\r\n"),
        Row("L04 404", .status(404), answer("404 Not Found", body: "nothing here")),
        Row("404 with a card", .status(404), answer("404 Not Found", body: card())),
        Row("201 with a card", .status(201), answer("201 Created", body: card())),
        Row("403", .status(403), answer("403 Forbidden", body: "")),
        Row("500", .status(500), answer("500 Oops", body: "<html>")),
        Row("302 without a place", .status(302), answer("302 Found", body: "")),
        Row(
            "HTML", .malformed(JSONError(.unexpectedByte(0x3C, expected: "a value"), at: 0)),
            answer(headers: ["Content-Type: text/html"], body: "<!doctype html><title>Log in</title>")),
        Row(
            "an empty answer", .malformed(JSONError(.unexpectedEnd(expected: "a value"), at: 0)),
            answer(body: "")),
        Row("another agent's card", .wrongID(expected: "x", found: "y"), answer(body: cardText(id: "\"y\""))),
        Row(
            "L05 a member twice", .repeated(.name, offset: 63),
            answer(body: cardText(more: ",\"name\":\"b\""))),
    ]

    @Test("each fault is an error of its own", arguments: rows)
    func refused(_ row: Row) async throws {
        let server = try ScriptedServer { connection in
            guard connection.request() != nil else { return }
            connection.write(row.answer)
        }
        defer { server.stop() }
        let (result, time) = try await Self.fetch(from: server)
        #expect(result == .failure(row.error))
        #expect(time < .seconds(60))
        if case .status(let code) = row.error { #expect(row.error.description.contains("status \(code)")) }
        #expect(row.error.description.hasSuffix("."))
    }

    @Test(
        "L04 redirects to another origin are refused",
        arguments: [
            ("https://evil.example/x/agent.json", "https://evil.example"),
            ("https://127.0.0.1:PORT/x", "https://127.0.0.1:PORT"),
            ("http://127.0.0.1:1/x", "http://127.0.0.1:1"),
            ("http://localhost:PORT/x", "http://localhost:PORT"), ("//evil.example/x", "http://evil.example"),
            ("http://u:p@127.0.0.1:PORT/x", "an unusable address"),
            ("file:///etc/passwd", "an unusable address"),
        ])
    func redirected(location: String, to: String) async throws {
        let server = try ScriptedServer { connection in
            while let request = connection.request() {
                let port = request["Host"]?.split(separator: ":").last.map(String.init) ?? ""
                connection.write(
                    Self.answer(
                        "302 Found", headers: ["Location: \(location.replacing("PORT", with: port))"],
                        body: ""))
            }
        }
        defer { server.stop() }
        let (result, _) = try await Self.fetch(from: server)
        let origin = to.replacing("PORT", with: "\(server.port)")
        #expect(result == .failure(.transport(.redirectRefused(to: origin))))
        #expect(server.requests.count == 1)
    }

    @Test("a redirect within the origin is followed, three times at most", arguments: [1, 3, 4])
    func redirectedWithin(count: Int) async throws {
        let server = try ScriptedServer { connection in
            var seen = 0
            while connection.request() != nil {
                seen += 1
                connection.write(
                    seen > count
                        ? Self.answer(body: Self.card())
                        : Self.answer("307 Moved", headers: ["Location: /\(seen)"], body: ""))
            }
        }
        defer { server.stop() }
        let (result, _) = try await Self.fetch(from: server)
        if count <= 3 {
            #expect(try result.get().name == "Notes")
        } else {
            #expect(
                result == .failure(.transport(.redirectRefused(to: "\(server.url) again, after 3 redirects")))
            )
        }
    }

    @Test("a stall ends after the bound without a byte", arguments: ["", "HTTP/1.1 200 OK\r\n\r\n{"])
    func stall(start: String) async throws {
        let server = try ScriptedServer { connection in
            guard connection.request() != nil else { return }
            connection.write(start)
            connection.stall()
        }
        defer { server.stop() }
        let (result, time) = try await Self.fetch(
            from: server, limits: AgentCardLimits(idle: Self.idle, total: .seconds(20)))
        #expect(result == .failure(.transport(.timeout(.idle, after: Self.idle))))
        #expect(time >= Self.idle && time < .seconds(60))
    }

    @Test("a trickle ends after the bound in all")
    func trickle() async throws {
        let server = try ScriptedServer { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\n\r\n")
            connection.trickle(0x20, milliseconds: 20)
        }
        defer { server.stop() }
        let (result, time) = try await Self.fetch(
            from: server, limits: AgentCardLimits(idle: .seconds(20), total: Self.total))
        #expect(result == .failure(.transport(.timeout(.total, after: Self.total))))
        #expect(time >= Self.total && time < .seconds(60))
    }

    @Test("the server hangs up without a word")
    func hangUp() async throws {
        let server = try ScriptedServer { connection in _ = connection.request() }
        defer { server.stop() }
        let (result, _) = try await Self.fetch(from: server)
        guard case .failure(.transport(.connectionLost)) = result else {
            Issue.record("expected a lost connection, got \(result)")
            return
        }
    }

    @Test("nobody listens")
    func refusedConnection() async throws {
        let server = try ScriptedServer { _ in }
        server.stop()
        let port = try ScriptedServer.refusedPort()
        let environment = try HostedEnvironment(
            .custom, avatarsOrigin: "http://127.0.0.1:\(port)", allowsLoopbackHTTP: true)
        let link = try AgentLink(card: "x")
        await #expect(
            throws: AgentCardError.transport(
                .connect(host: "127.0.0.1", port: port, reason: "connection refused"))
        ) {
            try await AgentCard.fetch(link, in: environment, over: CurlTransport())
        }
    }

    @Test("a cancelled task ends the fetch")
    func cancelled() async throws {
        let server = try ScriptedServer { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\n\r\n{")
            connection.stall()
        }
        defer { server.stop() }
        let (arrived, signal) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await Self.fetch(from: server, progress: { _ in signal.yield() }).result
        }
        for await _ in arrived { break }
        task.cancel()
        #expect(try await task.value == .failure(.transport(.cancelled)))
    }

    @Test("L02 exactly the limit, undeclared, with progress on the way")
    func largest() async throws {
        let body = Self.card(count: Self.limit)
        let server = try ScriptedServer { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\n\r\n" + body)
        }
        defer { server.stop() }
        let seen = Mutex<[HTTPProgress]>([])
        let (result, _) = try await Self.fetch(
            from: server, progress: { progress in seen.withLock { $0.append(progress) } })
        #expect(try result.get().id == "x")
        let progress = seen.withLock { $0 }
        #expect(progress.last == HTTPProgress(received: Self.limit, expected: nil))
        #expect(progress.count > 1)
        #expect(progress.map(\.received) == progress.map(\.received).sorted())
    }

    @Test("what is asked for, and progress of a declared length")
    func request() async throws {
        let text = cardText(id: "\"a b/\u{FC}\"".replacing("/", with: ""))
        let server = try ScriptedServer { connection in
            while connection.request() != nil { connection.write(Self.answer(body: text)) }
        }
        defer { server.stop() }
        let last = Mutex<HTTPProgress?>(nil)
        let (result, _) = try await Self.fetch(
            from: server, card: "a b\u{FC}", progress: { progress in last.withLock { $0 = progress } })
        #expect(try result.get().avatar.text == "https://a.example/x.png")
        #expect(server.requests.map(\.line) == ["GET /a%20b%C3%BC/agent.json HTTP/1.1"])
        #expect(server.requests.first?["Accept"] == "application/json")
        let count = text.utf8.count
        #expect(last.withLock { $0 } == HTTPProgress(received: count, expected: count))
    }

    @Test("the bounds are the spec's unless said otherwise, and 2 MiB always")
    func bounds() async throws {
        let transport = RecordingTransport()
        let environment = try HostedEnvironment(.production, avatarsOrigin: "https://cdn.example")
        let link = try AgentLink(card: "x")
        for limits in [AgentCardLimits(), AgentCardLimits(bytes: .max), AgentCardLimits(bytes: 7)] {
            await #expect(throws: AgentCardError.transport(.shutDown)) {
                try await AgentCard.fetch(link, in: environment, over: transport, limits: limits)
            }
        }
        let requests = transport.requests.withLock { $0 }
        #expect(requests.map(\.limits.bodyBytes) == [2_097_152, 2_097_152, 7])
        #expect(requests.allSatisfy { $0.limits.idle == .seconds(20) && $0.limits.total == .seconds(300) })
        #expect(requests.allSatisfy { $0.limits.connect == .seconds(20) })
        #expect(requests.allSatisfy { $0.url == "https://cdn.example/x/agent.json" })
    }
}

/// Notes what it is asked for and answers nothing.
private final class RecordingTransport: HTTPTransport {
    let requests = Mutex<[HTTPRequest]>([])

    func send(
        _ request: HTTPRequest, progress: HTTPProgressHandler?
    ) async throws(HTTPError) -> HTTPResponse {
        requests.withLock { $0.append(request) }
        throw .shutDown
    }
}
