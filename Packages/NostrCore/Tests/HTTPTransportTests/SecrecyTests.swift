import HTTPTransport
import Testing

/// No description tells what a request carried.
struct SecrecyTests {
    private static let secret = "s3cret"

    @Test("requests, headers, answers, certificates")
    func descriptions() {
        let headers: HTTPHeaders = ["Authorization": "Nostr \(Self.secret)"]
        let request = HTTPRequest(
            method: "POST", url: "https://h.example/\(Self.secret)?k=\(Self.secret)", headers: headers,
            body: Array(Self.secret.utf8))
        let response = HTTPResponse(
            status: 200, headers: headers, body: Array(Self.secret.utf8), url: "http://h/\(Self.secret)")
        let certificate = ClientCertificate(certificate: "x", key: Self.secret)
        for text in [
            "\(request)", String(reflecting: request), "\(headers)", String(reflecting: headers),
            "\(headers.fields)", "\(response)", String(reflecting: response), "\(certificate)",
            String(reflecting: certificate),
        ] {
            #expect(!text.contains(Self.secret), "\(text)")
        }
        #expect("\(request)" == "POST https://h.example/…")
    }

    @Test("errors of requests that carried secrets")
    func errors() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.request()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(Self.secret)\r\n\r\n")
        }
        defer { server.stop() }
        let closed = try ScriptedServer.refusedPort()
        for url in [
            "http://u:\(Self.secret)@127.0.0.1/", server.url + "/\(Self.secret)",
            "http://127.0.0.1:\(closed)/\(Self.secret)", "http://127.0.0.1:\(closed)/\(Self.secret) ",
            "https://127.0.0.1:\(closed)/\(Self.secret)",
        ] {
            let request = HTTPRequest(url: url, headers: ["Authorization": Self.secret])
            guard case .failure(let error) = await outcome(of: request) else {
                Issue.record("expected an error")
                continue
            }
            #expect(!error.description.contains(Self.secret))
        }
        let status = HTTPError.status(code: 400, body: Array(Self.secret.utf8))
        #expect(!status.description.contains(Self.secret))
    }

    @Test("every error says something of its own")
    func allErrorsSpeak() {
        let errors: [HTTPError] = [
            .invalidRequest(reason: "a"), .resolve(host: "h"), .connect(host: "h", port: 1, reason: "a"),
            .tls(host: "h", reason: "a"), .timeout(.connect, after: .seconds(1)),
            .timeout(.idle, after: .seconds(1)),
            .timeout(.total, after: .seconds(1)), .tooLarge(limit: 1, declared: 2),
            .tooLarge(limit: 1, declared: nil),
            .headersTooLarge(limit: 1), .redirectRefused(to: "x"), .incomplete(received: 1, declared: 2),
            .incomplete(received: 1, declared: nil), .connectionLost(code: 52, reason: "a"),
            .protocolError(code: 1, reason: "a"), .status(code: 404, body: []), .cancelled, .shutDown,
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
    }
}
