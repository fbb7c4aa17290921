import HTTPTransport
import Synchronization
import Testing

/// Bounds of time, and cancellation.
@Suite(.timeLimit(.minutes(1)))
struct TimeTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"

    /// Runs until the given error comes, which says which bound ended it; how long that took on a busy machine says
    /// nothing, save that it can't be less than the bound.
    private func expect(
        _ error: HTTPError, _ limits: HTTPLimits,
        method: String = "GET", body: [UInt8] = [],
        _ script: @escaping @Sendable (ScriptedServer.Connection) -> Void
    ) async throws {
        let server = try ScriptedServer(script)
        defer { server.stop() }
        let start = ContinuousClock.now
        let result = await outcome(
            of: HTTPRequest(method: method, url: server.url, body: body, limits: limits))
        #expect(result == .failure(error))
        let elapsed = ContinuousClock.now - start
        if case .timeout(_, let after) = error { #expect(elapsed >= after) }
    }

    @Test("silence behind the headers: idle")
    func idleInBody() async throws {
        try await expect(
            .timeout(.idle, after: .milliseconds(150)),
            HTTPLimits(idle: .milliseconds(150), total: .seconds(5))
        ) { connection in
            _ = connection.request()
            connection.write(Self.head + "some")
            connection.stall()
        }
    }

    @Test("no answer at all: idle")
    func idleBeforeHeaders() async throws {
        try await expect(
            .timeout(.idle, after: .milliseconds(150)),
            HTTPLimits(idle: .milliseconds(150), total: .seconds(5))
        ) { $0.stall() }
    }

    @Test("a request that is not taken: idle")
    func idleWhileSending() async throws {
        try await expect(
            .timeout(.idle, after: .milliseconds(150)),
            HTTPLimits(idle: .milliseconds(150), total: .seconds(5)),
            method: "POST", body: [UInt8](repeating: 1, count: 32 << 20)
        ) { connection in
            connection.waitForHangUp()
        }
    }

    @Test("a byte now and then keeps idle away but not total")
    func trickle() async throws {
        try await expect(
            .timeout(.total, after: .milliseconds(600)),
            HTTPLimits(idle: .milliseconds(300), total: .milliseconds(600))
        ) { connection in
            _ = connection.request()
            connection.write(Self.head)
            connection.trickle(65, milliseconds: 20)
        }
    }

    @Test("TLS that never answers: connect")
    func connect() async throws {
        let server = try ScriptedServer { $0.stall() }
        defer { server.stop() }
        let limits = HTTPLimits(connect: .milliseconds(150), total: .seconds(5))
        let result = await outcome(of: HTTPRequest(url: "https://127.0.0.1:\(server.port)/", limits: limits))
        #expect(result == .failure(.timeout(.connect, after: .milliseconds(150))))
        #expect(server.requests.isEmpty)
    }

    @Test("the wait for a free connection counts as connecting")
    func connectWhileQueued() async throws {
        let server = try ScriptedServer { connection in
            while connection.request() != nil { connection.stall() }
        }
        defer { server.stop() }
        let transport = CurlTransport(.init(connectionsPerHost: 1))
        let holder = Task { try await transport.send(HTTPRequest(url: server.url)) }
        while server.requests.isEmpty { await Task.yield() }
        await #expect(throws: HTTPError.timeout(.connect, after: .milliseconds(100))) {
            try await transport.send(
                HTTPRequest(url: server.url, limits: HTTPLimits(connect: .milliseconds(100))))
        }
        holder.cancel()
        await #expect(throws: HTTPError.cancelled) { try await holder.value }
    }

    @Test("no time at all", arguments: [Duration.zero, .seconds(-1)])
    func noTime(_ total: Duration) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let result = await outcome(of: HTTPRequest(url: server.url, limits: HTTPLimits(total: total)))
        #expect(result == .failure(.timeout(.total, after: total)))
    }

    @Test("redirects share one total")
    func totalAcrossRedirects() async throws {
        let server = try ScriptedServer { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 302 X\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n")
            guard connection.request() != nil else { return }
            connection.stall()
        }
        defer { server.stop() }
        let limits = HTTPLimits(total: .milliseconds(200))
        let result = await outcome(
            of: HTTPRequest(url: server.url, limits: limits, redirects: .sameOrigin(maximum: 1)))
        #expect(result == .failure(.timeout(.total, after: .milliseconds(200))))
    }

    @Test("cancelled in the middle of a body: long before any bound")
    func cancelled() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.write(Self.head + "some")
            connection.stall()
        }
        defer { server.stop() }
        let transport = CurlTransport()
        let (arrived, signal) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await transport.send(HTTPRequest(url: server.url), progress: { _ in signal.yield() })
        }
        for await _ in arrived { break }
        let start = ContinuousClock.now
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test("cancelled before it began: nothing is sent")
    func cancelledBefore() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let transport = CurlTransport()
        let url = server.url
        let task = Task {
            // Begins only when cancelled.
            while !Task.isCancelled { await Task.yield() }
            return try await transport.send(HTTPRequest(url: url))
        }
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
        #expect(server.requests.isEmpty)
    }

    @Test("one is cancelled, the others go on")
    func othersGoOn() async throws {
        let server = try ScriptedServer { connection in
            while let request = connection.request() {
                if request.line.contains("/hang") { return connection.stall() }
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            }
        }
        defer { server.stop() }
        let transport = CurlTransport()
        let hanging = Task { try await transport.send(HTTPRequest(url: server.url + "/hang")) }
        while server.requests.isEmpty { await Task.yield() }
        for _ in 0..<5 {
            #expect(try await transport.send(HTTPRequest(url: server.url + "/a")).status == 200)
        }
        hanging.cancel()
        await #expect(throws: HTTPError.cancelled) { try await hanging.value }
        #expect(try await transport.send(HTTPRequest(url: server.url + "/a")).status == 200)
    }
}
