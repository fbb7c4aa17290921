import Dispatch
import Synchronization
import Testing
import WebSocket

/// Real sockets, real threads: what a server can do to a client.
@Suite("Connection", .timeLimit(.minutes(1)))
struct ConnectionTests {
    /// Small messages, and times that no slow machine runs out of.
    static let small = WebSocketLimits(framing: .init(messageBytes: 1024, fragments: 16))

    static func limits(_ change: (inout WebSocketLimits) -> Void) -> WebSocketLimits {
        var limits = small
        change(&limits)
        return limits
    }

    /// Connects and reads to the end: what came, and how it ended.
    static func ending(
        of script: @escaping @Sendable (SocketServer.Peer) -> Void,
        limits: WebSocketLimits = WebSocketLimits()
    ) async throws -> (messages: [WebSocketMessage], error: WebSocketError?) {
        let server = try SocketServer(script)
        defer { server.stop() }
        var messages: [WebSocketMessage] = []
        do throws(WebSocketError) {
            let connection = try await WebSocketConnection.connect(to: server.url, limits: limits)
            for try await batch in connection.batches { messages += batch }
        } catch {
            return (messages, error)
        }
        return (messages, nil)
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let script: @Sendable (SocketServer.Peer) -> Void
        let expected: WebSocketError
        var limits = ConnectionTests.small
        var testDescription: String { name }
    }

    static let endings: [Row] = [
        Row(
            name: "ends before an answer", script: { _ = $0.readRequest() },
            expected: .connectionLost(reason: "it ended before an answer")),
        Row(
            name: "says nothing at all", script: { $0.drain() },
            expected: .timeout(.opening, after: .milliseconds(300)),
            limits: limits { $0.opening = .milliseconds(300) }),
        Row(
            name: "refuses with a body",
            script: {
                _ = $0.readRequest()
                $0.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 6\r\n\r\nbanned")
            }, expected: .refused(status: 403, body: Array("banned".utf8))),
        Row(
            name: "sends headers without end",
            script: {
                _ = $0.readRequest()
                while $0.write("X: " + String(repeating: "y", count: 1000) + "\r\n") {}
            }, expected: .handshake(reason: "its headers are over 16384 bytes")),
        Row(
            name: "closes with a reason",
            script: { $0.answer(Frames.frame(0x88, Frames.close(1012, "relay restarting"))) },
            expected: .closed(.restart, reason: "relay restarting")),
        Row(
            name: "closes without a code", script: { $0.answer(Frames.frame(0x88, [])) },
            expected: .closed(nil, reason: "")),
        Row(
            name: "ends without closing", script: { _ = $0.upgrade() },
            expected: .connectionLost(reason: "it ended without a close frame")),
        Row(
            name: "ends inside a message",
            script: {
                _ = $0.upgrade()
                $0.write([0x81, 0x7E, 0x01, 0x00, 65, 66])
            }, expected: .connectionLost(reason: "it ended without a close frame")),
        Row(
            name: "sends a masked frame", script: { $0.answer(Frames.frame(0x81, [65], mask: Frames.mask)) },
            expected: .violation(.protocolError)),
        Row(
            name: "sends text that is not UTF-8", script: { $0.answer(Frames.frame(0x81, [0xFF])) },
            expected: .violation(.invalidPayload)),
        Row(
            name: "sends too much",
            script: { $0.answer(Frames.frame(0x82, Array(repeating: 0, count: 1025))) },
            expected: .violation(.tooBig)),
        Row(
            name: "sends a deflate bomb",
            script: { peer in
                guard
                    let bomb = try? WebSocketFraming(.server, deflate: true).bytes(
                        sending: .text(Array(repeating: 65, count: 500_000)))
                else { return }
                peer.answer(bomb, deflate: true)
            }, expected: .violation(.tooBig)),
        Row(
            name: "upgrades, then is not there any more",
            script: {
                _ = $0.upgrade()
                $0.drain()
            }, expected: .timeout(.pong, after: .milliseconds(150)),
            limits: limits {
                $0.pingInterval = .milliseconds(50)
                $0.pongPatience = .milliseconds(150)
            }),
    ]

    @Test("A server that", arguments: endings)
    func ends(_ row: Row) async throws {
        let (messages, error) = try await Self.ending(of: row.script, limits: row.limits)
        #expect(error == row.expected)
        #expect(messages.isEmpty)
    }

    @Test("A reset connection is lost")
    func reset() async throws {
        let (_, error) = try await Self.ending { peer in
            _ = peer.upgrade()
            peer.reset()
        }
        guard case .connectionLost? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("Nobody listens")
    func refused() async throws {
        let port = try SocketServer.refusedPort()
        await #expect {
            _ = try await WebSocketConnection.connect(to: "ws://127.0.0.1:\(port)")
        } throws: { error in
            guard case .connect(host: "127.0.0.1", _)? = error as? WebSocketError else { return false }
            return true
        }
    }

    @Test(
        "Not a WebSocket URL",
        arguments: [
            "http://127.0.0.1", "ws://", "ws://u:p@127.0.0.1", "ws://127.0.0.1/#a", "ws://127.0.0.1/ä",
            "ws://h:0x1/", "",
            "ws://a/\r\nX: y", "ws://127.0.0.1:99999",
        ])
    func url(_ text: String) async throws {
        await #expect {
            _ = try await WebSocketConnection.connect(to: text)
        } throws: { error in
            guard case .invalidURL? = error as? WebSocketError else { return false }
            return true
        }
    }

    @Test("Messages come back in order, small and large", arguments: [false, true])
    func echo(deflate: Bool) async throws {
        let server = try SocketServer { $0.echo(deflate: deflate) }
        defer { server.stop() }
        let connection = try await WebSocketConnection.connect(to: server.url)
        var sent: [WebSocketMessage] = []
        for index in 0..<200 {
            let text = String(repeating: "é\(index)", count: index * index % 3000)
            sent.append(.text(Array(text.utf8)))
            try connection.send(text: text)
        }
        sent.append(.binary([0, 255]))
        try connection.send(binary: [0, 255])
        var received: [WebSocketMessage] = []
        for try await batch in connection.batches {
            received += batch
            if received.count == sent.count { break }
        }
        #expect(received == sent)
        await connection.close()
        #expect(try await connection.receive() == nil)
        #expect(throws: WebSocketError.closing) { try connection.send(text: "late") }
    }

    @Test("The upgrade's request")
    func request() async throws {
        let head = Mutex("")
        let server = try SocketServer { peer in
            _ = peer.upgrade()
            head.withLock { $0 = peer.head.withLock { $0 } }
        }
        defer { server.stop() }
        let connection = try await WebSocketConnection.connect(to: server.url + "/a%2Fb?x=1")
        #expect(
            head.withLock { $0 }.hasPrefix("GET /a%2Fb?x=1 HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
        connection.cancel()
    }

    @Test("Frames behind the upgrade in the same packet are read")
    func early() async throws {
        let (messages, error) = try await Self.ending { peer in
            guard let key = peer.readRequest(), let accept = WebSocketUpgrade.accept(key: key) else { return }
            let head =
                "HTTP/1.1 101 x\r\nupgrade: WebSocket\r\nCONNECTION: keep-alive, upgrade\r\n"
                + "Sec-WebSocket-Accept: \(accept)\r\n\r\n"
            peer.write(
                Array(head.utf8) + Frames.frame(0x81, [72, 105]) + Frames.frame(0x88, Frames.close(1001)))
            peer.drain()
        }
        #expect(messages == [.text([72, 105])])
        #expect(error == .closed(.goingAway, reason: ""))
    }

    @Test("What a server is told when it breaks a rule")
    func toldCode() async throws {
        let (told, continuation) = AsyncStream.makeStream(of: [WebSocketEvent].self)
        let (_, error) = try await Self.ending { continuation.yield($0.answer(Frames.frame(0x83, []))) }
        #expect(error == .violation(.protocolError))
        #expect(await told.first { _ in true } == [.close(.protocolError, reason: "")])
    }

    @Test("A server that answers pings is kept, however silent")
    func pings() async throws {
        let pings = Mutex(0)
        let server = try SocketServer { peer in
            guard peer.upgrade() != nil, let framing = try? WebSocketFraming(.server, deflate: false) else {
                return
            }
            while let bytes = peer.read() {
                _ = framing.receive(bytes)
                let output = framing.takeOutput()
                peer.write(output)
                let count = pings.withLock { count in
                    if output.first == 0x8A { count += 1 }
                    return count
                }
                if count == 5 {
                    try? framing.send(.text([53]))
                    peer.write(framing.takeOutput())
                }
            }
        }
        defer { server.stop() }
        let connection = try await WebSocketConnection.connect(
            to: server.url, limits: Self.limits { $0.pingInterval = .milliseconds(20) })
        #expect(try await connection.receive() == [.text([53])])
        await connection.close()
    }

    @Test("A server that never answers a close is cut off")
    func closing() async throws {
        let server = try SocketServer { peer in
            _ = peer.upgrade()
            peer.drain()
        }
        defer { server.stop() }
        let limits = Self.limits { $0.closing = .milliseconds(200) }
        let connection = try await WebSocketConnection.connect(to: server.url, limits: limits)
        await connection.close()
        await #expect(throws: WebSocketError.timeout(.closing, after: .milliseconds(200))) {
            try await connection.receive()
        }
    }

    @Test("Beyond its queue a sender is told so; nothing queued is lost")
    func queue() async throws {
        let gate = DispatchSemaphore(value: 0)
        let server = try SocketServer { peer in
            guard peer.upgrade() != nil, let framing = try? WebSocketFraming(.server, deflate: false) else {
                return
            }
            gate.wait()
            while !framing.isFinished, let bytes = peer.read() {
                _ = framing.receive(bytes)
                peer.write(framing.takeOutput())
            }
        }
        defer { server.stop() }
        var limits = WebSocketLimits()
        limits.queuedBytes = 100_000
        // Longer than this suite may take: the end must come from what is written, not from the bound.
        limits.closing = .seconds(120)
        let connection = try await WebSocketConnection.connect(to: server.url, limits: limits)
        let message = [UInt8](repeating: 0, count: 50_000)
        var error: WebSocketError?
        // The system's own buffers fill first.
        for _ in 0..<10_000 where error == nil {
            do { try connection.send(binary: message) } catch let failure { error = failure }
        }
        #expect(error == .queueFull(limit: 100_000))
        gate.signal()
        await connection.close()
        #expect(try await connection.receive() == nil)
    }

    @Test("A reader that is behind slows the server down and loses nothing")
    func backpressure() async throws {
        let sent = Mutex(0)
        let total = 400
        let server = try SocketServer { peer in
            guard peer.upgrade() != nil, let framing = try? WebSocketFraming(.server, deflate: false) else {
                return
            }
            for index in 0..<total {
                try? framing.send(.binary(Array(repeating: UInt8(truncatingIfNeeded: index), count: 60_000)))
                guard peer.write(framing.takeOutput()) else { return }
                sent.withLock { $0 += 1 }
            }
            peer.drain()
        }
        defer { server.stop() }
        var limits = WebSocketLimits(bufferedBytes: 200_000, pingInterval: .milliseconds(20))
        limits.pongPatience = .seconds(20)
        let connection = try await WebSocketConnection.connect(to: server.url, limits: limits)
        var received = 0
        while received < total {
            let batch = try #require(try await connection.receive())
            // 200,000 bytes in messages of 60,000, and what a turn of reading brings beyond.
            #expect(batch.count <= 10)
            for message in batch {
                #expect(message.bytes.first == UInt8(truncatingIfNeeded: received))
                received += 1
            }
        }
        connection.cancel()
    }

    @Test("Closing does not wait for a reader that is behind")
    func closingUnread() async throws {
        let (told, signal) = AsyncStream.makeStream(of: [WebSocketEvent].self)
        let server = try SocketServer { peer in
            guard peer.upgrade() != nil, let framing = try? WebSocketFraming(.server, deflate: false) else {
                return
            }
            for _ in 0..<20 { try? framing.send(.binary(Array(repeating: 0, count: 60_000))) }
            guard peer.write(framing.takeOutput()) else { return }
            var events: [WebSocketEvent] = []
            while !framing.isFinished, let bytes = peer.read() {
                events += framing.receive(bytes)
                peer.write(framing.takeOutput())
            }
            signal.yield(events)
        }
        defer { server.stop() }
        var limits = WebSocketLimits()
        limits.bufferedBytes = 100_000
        let connection = try await WebSocketConnection.connect(to: server.url, limits: limits)
        let before = try #require(try await connection.receive())
        #expect(!before.isEmpty)
        await connection.close(.goingAway, reason: "enough")
        #expect(await told.first { _ in true } == [.close(.goingAway, reason: "enough")])
        while try await connection.receive() != nil {}
    }

    // MARK: Cancellation

    @Test("Cancelling a task that connects ends it")
    func cancelConnecting() async throws {
        let (reached, signal) = AsyncStream.makeStream(of: Void.self)
        let server = try SocketServer { peer in
            _ = peer.readRequest()
            signal.yield()
            peer.drain()
        }
        defer { server.stop() }
        let task = Task { try await WebSocketConnection.connect(to: server.url) }
        _ = await reached.first { _ in true }
        task.cancel()
        await #expect(throws: WebSocketError.cancelled) { try await task.value }
    }

    @Test("Cancelling a task that reads leaves the connection as it is")
    func cancelReading() async throws {
        let server = try SocketServer { $0.echo() }
        defer { server.stop() }
        let connection = try await WebSocketConnection.connect(to: server.url)
        let task = Task { try await connection.receive() }
        task.cancel()
        await #expect(throws: WebSocketError.cancelled) { try await task.value }
        try connection.send(text: "a")
        #expect(try await connection.receive() == [.text([97])])
        await connection.close()
    }

    @Test("Cancelling a connection ends its reader and its server's side")
    func cancelConnection() async throws {
        let (ended, signal) = AsyncStream.makeStream(of: Void.self)
        let server = try SocketServer { peer in
            _ = peer.upgrade()
            peer.drain()
            signal.yield()
        }
        defer { server.stop() }
        let connection = try await WebSocketConnection.connect(to: server.url)
        let task = Task { try await connection.receive() }
        connection.cancel()
        await #expect(throws: WebSocketError.cancelled) { try await task.value }
        _ = await ended.first { _ in true }
    }

    @Test("A connection nobody holds is closed")
    func dropped() async throws {
        let (ended, signal) = AsyncStream.makeStream(of: Void.self)
        let server = try SocketServer { peer in
            _ = peer.upgrade()
            peer.drain()
            signal.yield()
        }
        defer { server.stop() }
        _ = try await WebSocketConnection.connect(to: server.url)
        _ = await ended.first { _ in true }
    }

    @Test("Fifty connections at once")
    func many() async throws {
        let server = try SocketServer { $0.echo() }
        defer { server.stop() }
        let url = server.url
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<50 {
                group.addTask {
                    let connection = try await WebSocketConnection.connect(to: url)
                    try connection.send(text: "\(index)")
                    #expect(try await connection.receive() == [.text(Array("\(index)".utf8))])
                    await connection.close()
                }
            }
            try await group.waitForAll()
        }
    }
}
