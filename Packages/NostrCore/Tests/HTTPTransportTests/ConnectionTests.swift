import HTTPTransport
import Testing

/// Connections: none to be had, kept, found dead, many at a time.
struct ConnectionTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test("nobody listens")
    func refused() async throws {
        let port = try ScriptedServer.refusedPort()
        let result = await outcome(of: HTTPRequest(url: "http://127.0.0.1:\(port)/"))
        #expect(
            result == .failure(.connect(host: "127.0.0.1", port: port, reason: "connection refused")))
    }

    @Test("a name without an address")
    func unresolvable() async {
        let result = await outcome(of: HTTPRequest(url: "http://nonexistent.invalid/"))
        #expect(result == .failure(.resolve(host: "nonexistent.invalid")))
    }

    @Test("localhost needs no name server")
    func localhost() async throws {
        let server = try ScriptedServer(answering: Self.ok)
        defer { server.stop() }
        let response = try await CurlTransport().send(HTTPRequest(url: "http://localhost:\(server.port)/"))
        #expect(response.status == 200)
    }

    @Test("one connection serves requests one after another")
    func reuse() async throws {
        let server = try ScriptedServer(answering: Self.ok)
        defer { server.stop() }
        let transport = CurlTransport()
        for _ in 0..<5 { _ = try await transport.send(HTTPRequest(url: server.url)) }
        #expect(server.requests.count == 5)
        #expect(server.connectionCount == 1)
    }

    @Test("64 at once, each with its own answer, within the connections allowed")
    func concurrent() async throws {
        let server = try ScriptedServer { connection in
            while let request = connection.request() {
                let body = String(decoding: request.body, as: UTF8.self)
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
            }
        }
        defer { server.stop() }
        let transport = CurlTransport(.init(connectionsPerHost: 8))
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<64 {
                group.addTask {
                    let response = try await transport.send(
                        HTTPRequest(method: "POST", url: server.url, body: Array("n\(number)".utf8)))
                    return (number, String(decoding: response.body, as: UTF8.self))
                }
            }
            for try await (number, text) in group { #expect(text == "n\(number)") }
        }
        #expect(server.requests.count == 64)
        #expect((1...8).contains(server.connectionCount))
    }

    struct DeadRow: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let method: String
        let body: String
        let resend: ResendPolicy?
        /// How often the second request is seen.
        let sendings: Int
        let isAnswered: Bool
    }

    static let deadRows = [
        DeadRow(
            testDescription: "POST at most once", method: "POST", body: "x", resend: .atMostOnce, sendings: 1,
            isAnswered: false),
        DeadRow(
            testDescription: "POST, by default", method: "POST", body: "x", resend: nil, sendings: 1,
            isAnswered: false),
        DeadRow(
            testDescription: "PATCH, by default", method: "PATCH", body: "x", resend: nil, sendings: 1,
            isAnswered: false),
        DeadRow(
            testDescription: "POST that may be sent again", method: "POST", body: "x",
            resend: .whenUnanswered,
            sendings: 2, isAnswered: true),
        DeadRow(
            testDescription: "PUT, by default", method: "PUT", body: "x", resend: nil, sendings: 2,
            isAnswered: true),
        DeadRow(
            testDescription: "GET, by default", method: "GET", body: "", resend: nil, sendings: 2,
            isAnswered: true),
    ]

    /// The kept connection is reset when the second request has come over it; nobody knows whether it was heard.
    @Test("a kept connection dies under a request", arguments: deadRows)
    func deadConnection(_ row: DeadRow) async throws {
        let server = try ScriptedServer { connection in
            if connection.index == 0 {
                _ = connection.request()
                connection.write(Self.ok)
                _ = connection.request()
                connection.reset()
            } else {
                while connection.request() != nil, connection.write(Self.ok) {}
            }
        }
        defer { server.stop() }
        let transport = CurlTransport()
        _ = try await transport.send(HTTPRequest(url: server.url))
        let request = HTTPRequest(
            method: row.method, url: server.url + "/second", body: Array(row.body.utf8), resend: row.resend)
        do throws(HTTPError) {
            let response = try await transport.send(request)
            #expect(response.status == 200)
            #expect(row.isAnswered)
        } catch {
            guard case .connectionLost = error else {
                Issue.record("expected connectionLost, got \(error)")
                return
            }
            #expect(!row.isAnswered)
            #expect(!error.requestNeverLeft)
        }
        #expect(server.requests.filter { $0.line.contains("/second") }.count == row.sendings)
    }

    @Test("without a body, at most once means a connection of its own", arguments: ["GET", "POST", "DELETE"])
    func atMostOnceWithoutBody(_ method: String) async throws {
        let server = try ScriptedServer(answering: Self.ok)
        defer { server.stop() }
        let transport = CurlTransport()
        for _ in 0..<3 {
            _ = try await transport.send(HTTPRequest(method: method, url: server.url, resend: .atMostOnce))
        }
        #expect(server.connectionCount == 3)
    }

    @Test("closed without an answer")
    func emptyReply() async throws {
        let server = try ScriptedServer { _ = $0.request() }
        defer { server.stop() }
        guard case .failure(.connectionLost(code: 52, _)) = await outcome(of: HTTPRequest(url: server.url))
        else {
            Issue.record("expected connectionLost")
            return
        }
    }

    @Test("an early refusal is heard although the body was not read")
    func earlyRefusal() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.read()
            connection.write("HTTP/1.1 413 Too Large\r\nContent-Length: 4\r\nConnection: close\r\n\r\nlong")
            connection.stall()
        }
        defer { server.stop() }
        let response = try await CurlTransport().send(
            HTTPRequest(method: "POST", url: server.url, body: [UInt8](repeating: 1, count: 4 << 20)))
        #expect(response.status == 413)
        #expect(response.body == Array("long".utf8))
    }

    @Test("shut down: what is under way ends, what comes later is refused")
    func shutdown() async throws {
        let server = try ScriptedServer { $0.stall() }
        defer { server.stop() }
        let transport = CurlTransport()
        let task = Task { try await transport.send(HTTPRequest(url: server.url)) }
        while server.connectionCount == 0 { await Task.yield() }
        await transport.shutdown()
        await #expect(throws: HTTPError.shutDown) { try await task.value }
        await #expect(throws: HTTPError.shutDown) { try await transport.send(HTTPRequest(url: server.url)) }
        await transport.shutdown()
    }

    @Test("shut down before the first request")
    func shutdownUnused() async {
        let transport = CurlTransport()
        await transport.shutdown()
        let result = await #expect(throws: HTTPError.self) {
            try await transport.send(HTTPRequest(url: "http://127.0.0.1:1/"))
        }
        #expect(result == .shutDown)
    }

    @Test("transports come and go without leaving their threads behind")
    func threadsEnd() async throws {
        let server = try ScriptedServer(answering: Self.ok)
        defer { server.stop() }
        for _ in 0..<20 {
            let transport = CurlTransport()
            _ = try await transport.send(HTTPRequest(url: server.url))
            await transport.shutdown()
        }
        #expect(server.connectionCount == 20)
    }
}
