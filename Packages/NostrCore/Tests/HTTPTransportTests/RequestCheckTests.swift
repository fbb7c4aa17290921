import Glibc
import HTTPTransport
import Testing

/// What must be refused before any socket.
struct RequestCheckTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var method = "GET"
        var url = "http://127.0.0.1:PORT/"
        var headers = HTTPHeaders()
        var body: [UInt8] = []

        init(
            _ name: String, method: String = "GET", url: String = "http://127.0.0.1:PORT/",
            headers: HTTPHeaders = [:], body: [UInt8] = []
        ) {
            testDescription = name
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
        }
    }

    static let refused = [
        Row("user and password", url: "http://u:p@127.0.0.1:PORT/"),
        Row("user only", url: "http://u@127.0.0.1:PORT/"),
        Row("empty user", url: "http://@127.0.0.1:PORT/"),
        Row("host-like user", url: "http://good.example@127.0.0.1:PORT/"),
        Row("ftp", url: "ftp://127.0.0.1:PORT/"),
        Row("file", url: "file:///etc/passwd"),
        Row("no scheme", url: "127.0.0.1:PORT/"),
        Row("scheme-relative", url: "//127.0.0.1:PORT/"),
        Row("no host", url: "http:///x"),
        Row("port only", url: "http://:PORT/"),
        Row("empty", url: ""),
        Row("port 0", url: "http://127.0.0.1:0/"),
        Row("port 65536", url: "http://127.0.0.1:65536/"),
        Row("port of letters", url: "http://127.0.0.1:80x/"),
        Row("signed port", url: "http://127.0.0.1:+80/"),
        Row("fragment", url: "http://127.0.0.1:PORT/#x"),
        Row("space", url: "http://127.0.0.1:PORT/a b"),
        Row("line feed", url: "http://127.0.0.1:PORT/\nX: y"),
        Row("carriage return and line feed", url: "http://127.0.0.1:PORT/ HTTP/1.1\r\nX: y"),
        Row("NUL", url: "http://127.0.0.1:PORT/\0"),
        Row("tab", url: "http://127.0.0.1:PORT/\t"),
        Row("backslash", url: "http://127.0.0.1:PORT\\@evil.example/"),
        Row("not ASCII", url: "http://127.0.0.1:PORT/ü"),
        Row("Cyrillic host", url: "http://аррӏе.example/"),
        Row("percent in the host", url: "http://127.0.0.1%2e:PORT/"),
        Row("open bracket", url: "http://[::1/"),
        Row("letters in brackets", url: "http://[evil.example]:PORT/"),
        Row("zone of an address", url: "http://[fe80::1%25en0]/"),
        Row("8193 bytes", url: "http://127.0.0.1:PORT/" + String(repeating: "a", count: 8193)),
        Row("method with a line end", method: "GET / HTTP/1.1\r\nX: y\r\n\r\n"),
        Row("method with a space", method: "GET x"),
        Row("empty method", method: ""),
        Row("CONNECT", method: "CONNECT"),
        Row("TRACE", method: "TRACE"),
        Row("GET with a body", body: [1]),
        Row("HEAD with a body", method: "HEAD", body: [1]),
        Row("line feed in a value", headers: ["X-A": "b\nX-C: d"]),
        Row("carriage return in a value", headers: ["X-A": "b\rX-C: d"]),
        Row("NUL in a value", headers: ["X-A": "b\0"]),
        Row("DEL in a value", headers: ["X-A": "b\u{7F}"]),
        Row("line end in a name", headers: ["X-A: b\r\nX-C": "d"]),
        Row("colon in a name", headers: ["X-A:": "d"]),
        Row("empty name", headers: ["": "d"]),
        Row("Host", headers: ["host": "other.example"]),
        Row("Content-Length", headers: ["Content-Length": "5"]),
        Row("Transfer-Encoding", headers: ["transfer-encoding": "chunked"]),
        Row("Connection", headers: ["Connection": "close"]),
        Row("Expect", headers: ["Expect": "100-continue"]),
        Row("Accept-Encoding", headers: ["Accept-Encoding": "br"]),
    ]

    @Test(arguments: refused)
    func refusedBeforeAnySocket(_ row: Row) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let request = HTTPRequest(
            method: row.method, url: row.url.replacing("PORT", with: "\(server.port)"), headers: row.headers,
            body: row.body)
        let error = await #expect(throws: HTTPError.self) { try await CurlTransport().send(request) }
        guard case .invalidRequest(let reason)? = error else {
            Issue.record("expected invalidRequest, got \(String(describing: error))")
            return
        }
        #expect(!reason.isEmpty)
        #expect(error?.requestNeverLeft == true)
        #expect(server.connectionCount == 0)
    }

    @Test(
        "sent byte for byte",
        arguments: [
            "/a%2Fb//c/../d?x=1&y=%20+2", "/", "/.", "/%zz", "/a?b?c", "/a;b=c,d!$&'()*+", "/a?[x]",
        ])
    func sentAsItStands(_ target: String) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let response = try await CurlTransport().send(HTTPRequest(url: server.url + target))
        #expect(response.url == server.url + target)
        #expect(server.requests.map(\.line) == ["GET \(target) HTTP/1.1"])
    }

    @Test("what libcurl would add by itself is not sent")
    func headersSent() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let body = [UInt8](repeating: 7, count: 2 << 20)
        _ = try await CurlTransport().send(
            HTTPRequest(
                method: "POST", url: server.url, headers: ["Authorization": "Nostr abc", "X-Empty": ""],
                body: body))
        let request = try #require(server.requests.first)
        #expect(request.body == body)
        let names = request.head.split(separator: "\r\n").dropFirst().map { $0.prefix { $0 != ":" } }
        #expect(
            Set(names) == ["Host", "Accept", "Accept-Encoding", "Authorization", "X-Empty", "Content-Length"])
        #expect(request["Authorization"] == "Nostr abc")
        #expect(request["Host"] == "127.0.0.1:\(server.port)")
        #expect(request["Accept-Encoding"] == "gzip, deflate")
    }

    @Test(
        "methods and bodies",
        arguments: [
            ("GET", ""), ("HEAD", ""), ("DELETE", ""), ("OPTIONS", ""), ("PUT", "abc"), ("PATCH", "abc"),
            ("DELETE", "abc"), ("POST", ""), ("POST", "abc"),
        ])
    func methods(_ method: String, _ body: String) async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        _ = try await CurlTransport().send(
            HTTPRequest(method: method, url: server.url, body: Array(body.utf8)))
        let request = try #require(server.requests.first)
        #expect(request.line == "\(method) / HTTP/1.1")
        #expect(request.body == Array(body.utf8))
        let needsLength = method == "POST" || !body.isEmpty
        #expect(request["Content-Length"] == (needsLength ? "\(body.utf8.count)" : nil))
    }

    @Test("the environment's proxy is not used")
    func noProxy() async {
        // In a process of its own: the environment belongs to all threads.
        await #expect(processExitsWith: .success) {
            let proxy = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy")
            let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ndirect")
            unsafe setenv("http_proxy", proxy.url, 1)
            unsafe setenv("all_proxy", proxy.url, 1)
            let response = try await CurlTransport().send(HTTPRequest(url: server.url))
            #expect(response.body == Array("direct".utf8))
            #expect(proxy.connectionCount == 0)
        }
    }
}
