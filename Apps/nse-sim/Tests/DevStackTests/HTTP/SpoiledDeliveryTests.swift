import DevStack
import Testing

@Suite struct SpoiledDeliveryTests {
    private func firstBytes(
        _ delivery: HTTPServerResponse.Delivery, until stop: @escaping @Sendable (HTTPServer) async -> Void
    ) async throws -> String {
        var limits = HTTPServerLimits()
        limits.silenceTime = .milliseconds(100)
        let server = try HTTPServer(limits: limits) { _ in
            HTTPServerResponse(status: 200, body: Array("0123456789".utf8), delivery: delivery)
        }
        let port = server.port
        let text = await onThread {
            let connection = RawConnection(port: port)
            connection?.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
            return connection?.rest() ?? "no connection"
        }
        await stop(server)
        #expect(server.requestsInProgress == 0)
        return text
    }

    @Test func nothingAtAll() async throws {
        #expect(try await firstBytes(.none) { await $0.stop() } == "")
    }

    @Test func theHeaderAndThenSilence() async throws {
        let text = try await firstBytes(.headerOnly) { await $0.stop() }
        #expect(text.contains("Content-Length: 10\r\n"))
        #expect(text.hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: [0, 4, 9])
    func aBodyThatEndsEarly(_ count: Int) async throws {
        let text = try await firstBytes(.cut(after: count)) { await $0.stop() }
        #expect(text.contains("Content-Length: 10\r\n"))
        #expect(text.hasSuffix("\r\n\r\n" + "0123456789".prefix(count)))
    }

    // Two hundred times: a grace that runs out before anyone waits for it must wake the wait all the same.
    @Test(.timeLimit(.minutes(1))) func aSilentAnswerEndsWhenTheServerStops() async throws {
        for _ in 0..<200 {
            let server = try HTTPServer { _ in
                HTTPServerResponse(status: 200, body: [1, 2], delivery: .headerOnly)
            }
            let port = server.port
            let connection = await onThread {
                let connection = RawConnection(port: port)
                connection?.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                return connection?.receive()?.isEmpty == false ? connection : nil
            }
            #expect(connection != nil)
            await server.stop(grace: .zero)
            #expect(server.requestsInProgress == 0)
        }
    }

    @Test(.timeLimit(.minutes(1))) func aServerMayStopWhileARequestArrives() async throws {
        for _ in 0..<200 {
            let server = try HTTPServer { _ in
                try? await Task.sleep(for: .seconds(1000))
                return .text(200, "too late")
            }
            let port = server.port
            let connection = await onThread {
                let connection = RawConnection(port: port)
                connection?.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}")
                return connection
            }
            #expect(connection != nil)
            await server.stop(grace: .zero)
            #expect(server.requestsInProgress == 0)
        }
    }
}
