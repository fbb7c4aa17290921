import HTTPTransport
import Synchronization
import Testing

/// What comes back, and what is refused of it.
struct AnswerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let answer: [UInt8]
        let expected: Result<String, HTTPError>

        init(_ name: String, _ answer: String, _ expected: Result<String, HTTPError>) {
            self.init(name, Array(answer.utf8), expected)
        }

        init(_ name: String, _ answer: [UInt8], _ expected: Result<String, HTTPError>) {
            testDescription = name
            self.answer = answer
            self.expected = expected
        }
    }

    static let limits = HTTPLimits(bodyBytes: 1000, headerBytes: 4096)
    static let tooLong = String(repeating: "x", count: 1001)
    static let exact = String(repeating: "x", count: 1000)

    static let rows = [
        Row(
            "one byte short of the announced length",
            "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n0123456789",
            .failure(.incomplete(received: 10, declared: 11))),
        Row(
            "chunks without an end", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n",
            .failure(.incomplete(received: 5, declared: nil))),
        Row(
            "announced over the limit, ten bytes sent",
            "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n0123456789",
            .failure(.tooLarge(limit: 1000, declared: 1001))),
        Row(
            "announced over any integer", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nx",
            .failure(.tooLarge(limit: 1000, declared: Int.max))),
        Row(
            "over the limit without a word", "HTTP/1.1 200 OK\r\n\r\n\(tooLong)",
            .failure(.tooLarge(limit: 1000, declared: nil))),
        Row(
            "chunks over the limit",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n\(tooLong)\r\n0\r\n\r\n",
            .failure(.tooLarge(limit: 1000, declared: nil))),
        Row(
            "an error's body over the limit", "HTTP/1.1 500 Oops\r\nContent-Length: 1001\r\n\r\n\(tooLong)",
            .failure(.tooLarge(limit: 1000, declared: 1001))),
        Row(
            "a header over the limit",
            "HTTP/1.1 200 OK\r\nX: \(String(repeating: "y", count: 4096))\r\nContent-Length: 0\r\n\r\n",
            .failure(.headersTooLarge(limit: 4096))),
        Row(
            "many headers over the limit",
            "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Y: z\r\n", count: 600) + "\r\n",
            .failure(.headersTooLarge(limit: 4096))),
        Row(
            "interim answers over the limit",
            String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 200)
                + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            .failure(.headersTooLarge(limit: 4096))),
        Row(
            "two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
            .failure(.protocolError(code: 0, reason: "two different Content-Length headers"))),
        Row(
            "a coding that was not asked for",
            "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 3\r\n\r\nabc",
            .failure(.protocolError(code: 0, reason: "a content coding that was not asked for"))),
        Row(
            "one coding around another",
            "HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: 3\r\n\r\nabc",
            .failure(.protocolError(code: 0, reason: "a content coding that was not asked for"))),

        Row(
            "compressed, little inside but much on the wire",
            Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8)
                + Gzip.stored(Array("hello".utf8), nameLength: 50_000),
            .failure(.tooLarge(limit: 1000, declared: nil))),

        Row("by length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", .success("200 hello")),
        Row(
            "exactly the limit", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n\(exact)",
            .success("200 \(exact)")),
        Row(
            "more than announced", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello!", .success("200 hello")
        ),
        Row("to the end of the connection", "HTTP/1.0 200 OK\r\n\r\nhello", .success("200 hello")),
        Row(
            "chunked, with a trailer",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n"
                + "3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nX-T: 1\r\n\r\n", .success("200 hello")),
        Row(
            "behind interim answers",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nContent-Length: 99999\r\n\r\n"
                + "HTTP/1.1 201 Made\r\nContent-Length: 5\r\n\r\nhello", .success("201 hello")),
        Row("no content", "HTTP/1.1 204 No Content\r\nContent-Length: 99999\r\n\r\n", .success("204 ")),
        Row("not modified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 99999\r\n\r\n", .success("304 ")),
        Row(
            "an error is an answer", "HTTP/1.1 503 Busy\r\nContent-Length: 4\r\n\r\nbusy",
            .success("503 busy")),
        Row(
            "compressed", gzipped(Gzip.stored(Array("hello".utf8))), .success("200 hello")),
    ]

    static func gzipped(_ bytes: [UInt8]) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n\r\n".utf8)
            + bytes
    }

    @Test(arguments: rows)
    func answer(_ row: Row) async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.write(row.answer)
        }
        defer { server.stop() }
        let request = HTTPRequest(url: server.url, limits: Self.limits, resend: .atMostOnce)
        let result = await outcome(of: request).map {
            "\($0.status) \(String(decoding: $0.body, as: UTF8.self))"
        }
        #expect(result == row.expected)
        #expect(server.requests.count == 1)
    }

    @Test("a body announced too large is refused before a byte of it")
    func refusedBeforeBody() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")
            connection.stall()
        }
        defer { server.stop() }
        await #expect(throws: HTTPError.tooLarge(limit: 1000, declared: 1001)) {
            try await CurlTransport().send(HTTPRequest(url: server.url, limits: Self.limits))
        }
    }

    @Test("no bound, and an announced length beyond any memory")
    func announcedBeyondMemory() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nabc")
        defer { server.stop() }
        let (arrived, signal) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await CurlTransport().send(
                HTTPRequest(url: server.url, limits: HTTPLimits(bodyBytes: .max)),
                progress: { _ in signal.yield() })
        }
        for await _ in arrived { break }
        task.cancel()
        await #expect(throws: HTTPError.cancelled) { try await task.value }
    }

    @Test("three megabytes of zeros in 20 kB are cut off at the limit, whole with room")
    func compressedBomb() async throws {
        let bomb = Gzip.zeros(3 << 20)
        #expect(bomb.count < 25_000)
        let server = try ScriptedServer { connection in
            while connection.request() != nil, connection.write(Self.gzipped(bomb)) {}
        }
        defer { server.stop() }
        let transport = CurlTransport()
        let seen = Mutex(0)
        await #expect(throws: HTTPError.tooLarge(limit: 1 << 20, declared: nil)) {
            try await transport.send(
                HTTPRequest(url: server.url, limits: HTTPLimits(bodyBytes: 1 << 20)),
                progress: { progress in seen.withLock { $0 = progress.received } })
        }
        #expect((1...(1 << 20)).contains(seen.withLock { $0 }))
        let whole = try await transport.send(HTTPRequest(url: server.url))
        #expect(whole.body.count == 3 << 20)
    }

    @Test(
        "what is not HTTP",
        arguments: [
            "SSH-2.0-OpenSSH_9.2\r\n", "\u{16}\u{3}\u{1}", "<html>", "HTTP/1.1 abc OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\nhello", "HTTP/1.1 20\r\n\r\n",
        ])
    func garbage(_ text: String) async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.write(text)
        }
        defer { server.stop() }
        guard case .failure(.protocolError(_, let reason)) = await outcome(of: HTTPRequest(url: server.url))
        else {
            Issue.record("expected a protocol error")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test("the answer to HEAD has headers and no body")
    func head() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 99999\r\n\r\n")
        defer { server.stop() }
        let response = try await CurlTransport().send(
            HTTPRequest(method: "HEAD", url: server.url, limits: Self.limits))
        #expect(response.headers["content-length"] == "99999")
        #expect(response.body.isEmpty)
    }

    @Test("headers: any case, any number, folded, odd bytes")
    func headers() async throws {
        let server = try ScriptedServer(
            answering:
                "HTTP/1.1 200 OK\r\nX-One: 1\r\nx-two:\t a \r\nX-TWO: b\r\n  c\r\nX-None:\r\nContent-Length: 0\r\n\r\n"
        )
        defer { server.stop() }
        let headers = try await CurlTransport().send(HTTPRequest(url: server.url)).headers
        #expect(headers["x-one"] == "1")
        #expect(headers["X-Two"] == "a")
        #expect(headers.values(of: "x-two") == ["a", "b c"])
        #expect(headers["X-None"] == "")
        #expect(headers["X-Absent"] == nil)
    }

    @Test("progress counts up to the whole")
    func progress() async throws {
        let server = try ScriptedServer(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"
                + String(repeating: "x", count: 100_000))
        defer { server.stop() }
        let seen = Mutex<[HTTPProgress]>([])
        _ = try await CurlTransport().send(HTTPRequest(url: server.url)) { progress in
            seen.withLock { $0.append(progress) }
        }
        let counts = seen.withLock { $0 }
        #expect(counts.last == HTTPProgress(received: 100_000, expected: 100_000))
        #expect(counts.map(\.received) == counts.map(\.received).sorted())
    }

    @Test("requireSuccess names the status and keeps 512 bytes")
    func requireSuccess() throws {
        let body = [UInt8](repeating: 65, count: 600)
        for status in [200, 204, 299] {
            try HTTPResponse(status: status, url: "http://x").requireSuccess()
        }
        for status in [300, 302, 400, 404, 500] {
            #expect(throws: HTTPError.status(code: status, body: Array(body.prefix(512)))) {
                try HTTPResponse(status: status, body: body, url: "http://x").requireSuccess()
            }
        }
    }
}

/// Sends through a transport of its own.
func outcome(of request: HTTPRequest) async -> Result<HTTPResponse, HTTPError> {
    do throws(HTTPError) {
        return .success(try await CurlTransport().send(request))
    } catch {
        return .failure(error)
    }
}
