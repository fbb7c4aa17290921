import HTTPTransport
import Testing

/// Redirects: off, and within the origin when asked for.
struct RedirectTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let location: String
        /// Nil when it is followed.
        let refusedTo: String?

        init(_ name: String, _ location: String, refusedTo: String? = nil) {
            testDescription = name
            self.location = location
            self.refusedTo = refusedTo
        }
    }

    static let rows = [
        Row("other host", "https://evil.example/x", refusedTo: "https://evil.example"),
        Row("other host, same scheme", "http://evil.example:PORT/x", refusedTo: "http://evil.example:PORT"),
        Row("scheme-relative", "//evil.example/x", refusedTo: "http://evil.example"),
        Row("another port of the host", "http://127.0.0.1:1/x", refusedTo: "http://127.0.0.1:1"),
        Row("TLS on the same host and port", "https://127.0.0.1:PORT/x", refusedTo: "https://127.0.0.1:PORT"),
        Row("other spelling of the host", "http://localhost:PORT/x", refusedTo: "http://localhost:PORT"),
        Row("credentials", "http://u:p@127.0.0.1:PORT/x", refusedTo: "an unusable address"),
        Row("ftp", "ftp://127.0.0.1:PORT/x", refusedTo: "an unusable address"),
        Row("file", "file:///etc/passwd", refusedTo: "an unusable address"),
        Row("absolute, same origin", "http://127.0.0.1:PORT/x"),
        Row("path", "/x"),
        Row("relative path", "x"),
    ]

    /// Answers `/x` with 200 and everything else with a redirect.
    private func server(status: Int, location: String) throws -> ScriptedServer {
        try ScriptedServer { connection in
            while let request = connection.request() {
                let isTarget = request.line.contains(" /x ")
                let host = request["Host"] ?? ""
                let port = host.split(separator: ":").last.map(String.init) ?? ""
                connection.write(
                    isTarget
                        ? "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
                        : "HTTP/1.1 \(status) Moved\r\nLocation: \(location.replacing("PORT", with: port))\r\n"
                            + "Content-Length: 4\r\n\r\nmove")
            }
        }
    }

    @Test(arguments: rows)
    func sameOriginOnly(_ row: Row) async throws {
        let server = try server(status: 302, location: row.location)
        defer { server.stop() }
        let result = await outcome(of: HTTPRequest(url: server.url + "/", redirects: .sameOrigin(maximum: 3)))
        if let refusedTo = row.refusedTo {
            let to = refusedTo.replacing("PORT", with: "\(server.port)")
            #expect(result == .failure(.redirectRefused(to: to)))
            #expect(server.requests.count == 1)
        } else {
            #expect(try result.get().status == 200)
            #expect(try result.get().url == server.url + "/x")
            #expect(server.requests.count == 2)
        }
    }

    @Test("by default the redirect is the answer", arguments: [301, 302, 303, 307, 308])
    func neverByDefault(_ status: Int) async throws {
        let server = try server(status: status, location: "/x")
        defer { server.stop() }
        let response = try await CurlTransport().send(HTTPRequest(url: server.url + "/"))
        #expect(response.status == status)
        #expect(response.headers["Location"] == "/x")
        #expect(response.body == Array("move".utf8))
        #expect(server.requests.count == 1)
    }

    @Test("a circle ends at the stated number")
    func circle() async throws {
        let server = try server(status: 302, location: "/y")
        defer { server.stop() }
        let result = await outcome(of: HTTPRequest(url: server.url + "/", redirects: .sameOrigin(maximum: 3)))
        guard case .failure(.redirectRefused) = result else {
            Issue.record("expected a refused redirect, got \(result)")
            return
        }
        #expect(server.requests.count == 4)
    }

    @Test(
        "method and body across a redirect (RFC 9110 §15.4)",
        arguments: [
            (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"),
            (308, "POST", "POST"), (302, "PUT", "PUT"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
        ])
    func method(_ status: Int, _ method: String, _ followed: String) async throws {
        let server = try ScriptedServer { connection in
            while let request = connection.request() {
                connection.write(
                    request.line.contains(" /x ")
                        ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
                        : "HTTP/1.1 \(status) Moved\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n")
            }
        }
        defer { server.stop() }
        let body = method == "HEAD" ? [] : Array("abc".utf8)
        _ = try await CurlTransport().send(
            HTTPRequest(method: method, url: server.url + "/", body: body, redirects: .sameOrigin(maximum: 1))
        )
        let last = try #require(server.requests.last)
        #expect(server.requests.count == 2)
        #expect(last.line == "\(followed) /x HTTP/1.1")
        #expect(last.body == (followed == method ? body : []))
    }

    @Test("a redirect without a place to go, and 304, are answers", arguments: [300, 302, 304])
    func withoutLocation(_ status: Int) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let response = try await CurlTransport().send(
            HTTPRequest(url: server.url, redirects: .sameOrigin(maximum: 3)))
        #expect(response.status == status)
    }
}
