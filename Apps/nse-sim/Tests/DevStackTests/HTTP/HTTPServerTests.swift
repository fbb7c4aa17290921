import DevStack
import Testing

/// Answers with what arrived: method, target, body length and the body's first bytes.
private let echo: HTTPServer.Handler = { request in
    await Task.yield()
    let start = String(decoding: request.body.prefix(16), as: UTF8.self)
    return .text(200, "\(request.method) \(request.target) \(request.body.count) \(start)")
}

private let host = "Host: h\r\n"

@Suite struct HTTPServerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sent: [UInt8]
        let status: Int
        let body: String
        let closes: Bool

        init(_ name: String, _ sent: String, _ status: Int, _ body: String = "", closes: Bool = true) {
            self.init(name, Array(sent.utf8), status, body, closes: closes)
        }

        init(_ name: String, _ sent: [UInt8], _ status: Int, _ body: String = "", closes: Bool = true) {
            testDescription = name
            self.sent = sent
            self.status = status
            self.body = body
            self.closes = closes
        }
    }

    static let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1_048_576)
    static let post = "POST /q HTTP/1.1\r\n" + host

    static let refused = [
        Case("two equal lengths", "\(post)Content-Length: 2\r\nContent-Length: 2\r\n\r\nab", 400),
        Case("two lengths", "\(post)Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc", 400),
        Case(
            "length and chunked",
            "\(post)Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n", 400),
        Case("signed length", "\(post)Content-Length: +2\r\n\r\nab", 400),
        Case("no length in the length", "\(post)Content-Length: two\r\n\r\nab", 400),
        Case("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        Case("no host", "GET / HTTP/1.1\r\n\r\n", 400),
        Case("target not UTF-8", Array("GET /".utf8) + [0xFF] + Array(" HTTP/1.1\r\n\(host)\r\n".utf8), 400),
        Case(
            "header of 128 KiB", "GET / HTTP/1.1\r\n\(host)A: " + String(repeating: "a", count: 131072), 431),
        Case(
            "one byte over the limit", Array("\(post)Content-Length: 1048577\r\n\r\n".utf8) + megabyte + [1],
            413),
        Case("a length beyond reason", "\(post)Content-Length: 99999999999999999999\r\n\r\n", 413),
        Case(
            "too long, and asks first",
            "\(post)Content-Length: 2000000\r\nExpect: 100-continue\r\n\r\n", 413),
        Case(
            "chunks over the limit",
            Array("\(post)Transfer-Encoding: chunked\r\n\r\n100000\r\n".utf8) + megabyte
                + Array("\r\n1\r\nx\r\n0\r\n\r\n".utf8), 413),
    ]

    static let answered = [
        Case(
            "target byte for byte", "GET /a%2Fb//c?x=1&y=%20+2 HTTP/1.1\r\n\(host)\r\n", 200,
            "GET /a%2Fb//c?x=1&y=%20+2 0 ", closes: false),
        Case("no body", "\(post)Content-Length: 0\r\n\r\n", 200, "POST /q 0 ", closes: false),
        Case(
            "chunks", "\(post)Transfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n", 200,
            "POST /q 3 abc", closes: false),
        Case(
            "a body at the limit", Array("\(post)Content-Length: 1048576\r\n\r\n".utf8) + megabyte, 200,
            "POST /q 1048576 xxxxxxxxxxxxxxxx", closes: false),
        Case(
            "an authorization of 16 KiB",
            "GET /a HTTP/1.1\r\n\(host)Authorization: " + String(repeating: "a", count: 16384) + "\r\n\r\n",
            200, "GET /a 0 ", closes: false),
    ]

    @Test(arguments: refused + answered)
    func answers(_ row: Case) async throws {
        let server = try HTTPServer(handler: echo)
        let port = server.port
        let (response, isClosed) = await onThread {
            let connection = RawConnection(port: port)
            // The server may close while the rest is still being sent.
            connection?.send(row.sent)
            let response = connection?.response()
            let isClosed = row.closes && connection?.rest() == ""
            return (response, isClosed)
        }
        #expect(response?.status == row.status)
        if !row.body.isEmpty { #expect(response?.text == row.body) }
        #expect(isClosed == row.closes)
        await server.stop()
        #expect(server.requestsInProgress == 0)
    }

    @Test(arguments: [
        ("/a?b?c", "/a"), ("/a", "/a"), ("?", ""), ("/a?\u{301}", "/a"), ("/a%3Fb", "/a%3Fb"),
    ])
    func thePathEndsAtTheFirstQuestionMark(_ target: String, _ path: String) {
        #expect(HTTPServerRequest(method: "GET", target: target).path == path)
    }

    @Test func aHeadRequestGetsNoBody() async throws {
        let server = try HTTPServer(handler: echo)
        let port = server.port
        let text = await onThread {
            let connection = RawConnection(port: port)
            connection?.send("HEAD /h HTTP/1.1\r\n\(host)Connection: close\r\n\r\n")
            return connection?.rest() ?? ""
        }
        #expect(text.hasPrefix("HTTP/1.1 200"))
        #expect(text.hasSuffix("\r\n\r\n"))
        await server.stop()
    }

    @Test func pipelinedRequestsAreAnsweredInOrder() async throws {
        let server = try HTTPServer(handler: echo)
        let port = server.port
        let bodies = await onThread {
            let connection = RawConnection(port: port)
            connection?.send(
                (0..<5).map { "POST /\($0) HTTP/1.1\r\n\(host)Content-Length: 1\r\n\r\n\($0)" }.joined())
            return (0..<5).map { _ in connection?.response()?.text }
        }
        #expect(bodies == (0..<5).map { "POST /\($0) 1 \($0)" })
        await server.stop()
    }

    @Test func aHeaderThatCannotBeSentEndsTheConnection() async throws {
        let server = try HTTPServer { _ in
            HTTPServerResponse(status: 200, fields: [.init("X", "a\r\nY: b")], body: [1])
        }
        let port = server.port
        let text = await onThread {
            let connection = RawConnection(port: port)
            connection?.send("GET / HTTP/1.1\r\n\(host)\r\n")
            return connection?.rest()
        }
        #expect(text == "")
        await server.stop()
    }

    @Test func aTakenPortIsNamed() async throws {
        let server = try HTTPServer(handler: echo)
        let port = server.port
        #expect {
            _ = try HTTPServer(port: port, handler: echo)
        } throws: { error in
            guard case HTTPServerError.cannotListen(port: port, _) = error else { return false }
            return true
        }
        await server.stop()
    }

    @Test func thePortIsFreeAgainAfterAStopWithOpenConnections() async throws {
        let first = try HTTPServer(port: quietPort(), handler: echo)
        let port = first.port
        let connection = await onThread {
            let connection = RawConnection(port: port)
            connection?.send("GET / HTTP/1.1\r\n\(host)\r\n")
            return connection?.response() == nil ? nil : connection
        }
        #expect(connection != nil)
        await first.stop()
        let second = try HTTPServer(port: port, handler: echo)
        await second.stop()
    }
}
