import Foundation
import HTTPTransport
import Testing

/// Certificates that must not be believed, and one that must.
@Suite(
    .serialized,
    .enabled(if: OpenSSLTool.isPresent, "the openssl command line tool is not installed (apt: openssl)"))
struct TLSTests {
    private static let names = "IP:127.0.0.1,DNS:localhost"

    private func send(
        to port: Int, host: String = "127.0.0.1", _ configuration: CurlTransport.Configuration
    ) async -> Result<HTTPResponse, HTTPError> {
        let transport = CurlTransport(configuration)
        do throws(HTTPError) {
            return .success(
                try await transport.send(
                    HTTPRequest(url: "https://\(host):\(port)/", limits: HTTPLimits(total: .seconds(5)))))
        } catch {
            return .failure(error)
        }
    }

    private func expectRefused(
        _ result: Result<HTTPResponse, HTTPError>, host: String = "127.0.0.1", containing word: String
    ) {
        guard case .failure(.tls(host, let reason)) = result else {
            Issue.record("expected a TLS error of \(host), got \(result)")
            return
        }
        #expect(reason.contains(word), "\(reason)")
    }

    enum Fault: String, CaseIterable {
        case otherAuthority, systemAuthorities, wrongName, expired, selfSigned, garbageAuthority
    }

    @Test(arguments: Fault.allCases)
    func refused(_ fault: Fault) async throws {
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        let authority = try tool.authority("authority")
        var trust = TLSTrust.pem(try authority.certificatePEM)
        let identity: OpenSSLTool.Identity
        var word = "certificate"
        switch fault {
        case .otherAuthority:
            identity = try tool.certificate("server", subjectAltName: Self.names, by: authority)
            trust = .pem(try tool.authority("other").certificatePEM)
        case .systemAuthorities:
            identity = try tool.certificate("server", subjectAltName: Self.names, by: authority)
            trust = .system
        case .wrongName:
            identity = try tool.certificate("server", subjectAltName: "DNS:other.example", by: authority)
            word = "127.0.0.1"
        case .expired:
            identity = try tool.certificate("server", subjectAltName: Self.names, days: -1, by: authority)
            word = "expired"
        case .selfSigned:
            identity = try tool.authority("self", subjectAltName: Self.names)
        case .garbageAuthority:
            identity = try tool.certificate("server", subjectAltName: Self.names, by: authority)
            trust = .pem("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
        }
        let server = try OpenSSLTool.Server(identity)
        defer { server.stop() }
        let result = await send(to: server.port, .init(trust: trust))
        expectRefused(result, containing: word)
        if case .failure(let error) = result { #expect(error.requestNeverLeft) }
    }

    @Test("the right authority and name", arguments: ["127.0.0.1", "localhost"])
    func accepted(_ host: String) async throws {
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        let authority = try tool.authority("authority")
        let identity = try tool.certificate("server", subjectAltName: Self.names, by: authority)
        let server = try OpenSSLTool.Server(identity)
        defer { server.stop() }
        let result = await send(
            to: server.port, host: host, .init(trust: .pem(try authority.certificatePEM)))
        #expect(try result.get().status == 200)
        #expect(try String(decoding: result.get().body, as: UTF8.self).contains("TLSv1.3"))
    }

    @Test("TLS 1.1 is too old")
    func oldVersion() async throws {
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        let authority = try tool.authority("authority")
        let identity = try tool.certificate("server", subjectAltName: Self.names, by: authority)
        let server = try OpenSSLTool.Server(identity, ["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
        defer { server.stop() }
        let result = await send(to: server.port, .init(trust: .pem(try authority.certificatePEM)))
        guard case .failure(.tls) = result else {
            Issue.record("expected a TLS error, got \(result)")
            return
        }
    }

    @Test("a plain server behind https")
    func plainServer() async throws {
        let server = try ScriptedServer { connection in
            _ = connection.read()
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        defer { server.stop() }
        guard case .failure(.tls(host: "127.0.0.1", _)) = await send(to: server.port, .init()) else {
            Issue.record("expected a TLS error")
            return
        }
    }

    @Test("a server that wants a client certificate")
    func clientCertificate() async throws {
        let tool = try OpenSSLTool()
        defer { tool.remove() }
        let authority = try tool.authority("authority")
        let identity = try tool.certificate("server", subjectAltName: Self.names, by: authority)
        let client = try tool.certificate("client", subjectAltName: "DNS:client", by: authority)
        let server = try OpenSSLTool.Server(
            identity, ["-Verify", "1", "-verify_return_error", "-CAfile", authority.certificate.path])
        defer { server.stop() }
        var configuration = CurlTransport.Configuration(trust: .pem(try authority.certificatePEM))

        let without = await send(to: server.port, configuration)
        #expect(throws: HTTPError.self) { try without.get() }

        let certificate = try client.certificatePEM
        configuration.clientCertificate = ClientCertificate(certificate: certificate, key: try client.keyPEM)
        #expect(try await send(to: server.port, configuration).get().status == 200)

        for key in [try identity.keyPEM, try tool.encryptedKey(of: client), "no key", ""] {
            configuration.clientCertificate = ClientCertificate(certificate: certificate, key: key)
            guard case .failure(.tls) = await send(to: server.port, configuration) else {
                Issue.record("expected a TLS error")
                continue
            }
        }
    }

    @Test("a TLS server that dies under an upload does not end the process by SIGPIPE")
    func brokenPipe() async {
        await #expect(processExitsWith: .success) {
            let tool = try OpenSSLTool()
            defer { tool.remove() }
            let authority = try tool.authority("authority")
            let identity = try tool.certificate("server", subjectAltName: "IP:127.0.0.1", by: authority)
            let transport = CurlTransport(.init(trust: .pem(try authority.certificatePEM)))
            for _ in 0..<3 {
                let server = try OpenSSLTool.Server(identity)
                let upload = HTTPRequest(
                    method: "POST", url: "https://127.0.0.1:\(server.port)/",
                    body: [UInt8](repeating: 1, count: 8 << 20), limits: HTTPLimits(total: .seconds(5)))
                let task = Task { try await transport.send(upload) }
                // Any moment will do; in the middle of the upload it hurts most.
                try await Task.sleep(for: .milliseconds(50))
                server.stop()
                await #expect(throws: HTTPError.self) { try await task.value }
            }
            await transport.shutdown()
        }
    }
}
