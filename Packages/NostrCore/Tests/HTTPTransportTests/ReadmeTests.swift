import HTTPTransport
import Testing

/// The README's example.
struct ReadmeTests {
    @Test func example() async throws {
        let server = try ScriptedServer(answering: "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
        defer { server.stop() }
        let url = server.url

        let transport = CurlTransport()
        let response = try await transport.send(
            HTTPRequest(url: url, limits: HTTPLimits(total: .seconds(5), bodyBytes: 100_000)))
        try response.requireSuccess()
        print(response.headers["Content-Type"] ?? "no type", response.body.count)
        await transport.shutdown()

        #expect(response.body.count == 5)
    }
}
