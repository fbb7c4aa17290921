import DevStack
import Foundation
import Synchronization
import Testing

/// Lets nobody through until a number of arrivals is reached.
private final class Gate: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isOpen = false
    }

    private let state = Mutex(State())
    private let size: Int

    init(size: Int) {
        self.size = size
    }

    var arrivals: Int { state.withLock { $0.waiting.count } }

    func pass() async {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.waiting.append(continuation)
                guard state.waiting.count >= size || state.isOpen else { return [] }
                return Self.takeAll(&state)
            }
            for waiter in ready { waiter.resume() }
        }
    }

    func open() {
        for waiter in state.withLock({ Self.takeAll(&$0) }) { waiter.resume() }
    }

    private static func takeAll(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        state.isOpen = true
        defer { state.waiting = [] }
        return state.waiting
    }
}

private let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

@Suite struct HTTPServerLoadTests {
    @Test func holds128RequestsAtOnce() async throws {
        let gate = Gate(size: 128)
        let server = try HTTPServer { request in
            await gate.pass()
            return .text(200, request.target)
        }
        let port = server.port
        let answers = await withTaskGroup(of: String?.self) { group in
            for number in 0..<128 {
                group.addTask {
                    await onThread {
                        let connection = RawConnection(port: port)
                        connection?.send("GET /\(number) HTTP/1.1\r\nHost: h\r\n\r\n")
                        return connection?.response()?.text
                    }
                }
            }
            return await group.reduce(into: Set<String>()) { if let text = $1 { $0.insert(text) } }
        }
        #expect(answers == Set((0..<128).map { "/\($0)" }))
        await server.stop()
        #expect(server.requestsInProgress == 0)
    }

    @Test func aClientThatLeavesBeforeTheAnswerLeavesNothingBehind() async throws {
        let gate = Gate(size: .max)
        let server = try HTTPServer { _ in
            await gate.pass()
            return .text(200, "late")
        }
        let port = server.port
        let left = await onThread { RawConnection(port: port)?.send(get) }
        #expect(left == true)
        #expect(await eventually { gate.arrivals == 1 })
        gate.open()
        #expect(await eventually { server.requestsInProgress == 0 })
        await server.stop()
    }

    @Test func aTrickledHeaderIsCutOffByItsTotalTime() async throws {
        var limits = HTTPServerLimits()
        limits.headerTime = .milliseconds(200)
        let server = try HTTPServer(limits: limits) { _ in .text(200, "") }
        let port = server.port
        let isCut = await onThread {
            let connection = RawConnection(port: port)
            connection?.send("GET / HTTP/1.1\r\nHost: h\r\nX: ")
            // A byte each 20 ms keeps any idle timer from firing.
            for _ in 0..<1000 {
                guard connection?.send("x") == true else { return true }
                usleep(20_000)
            }
            return false
        }
        #expect(isCut)
        await server.stop()
    }

    @Test func aTrickledBodyIsCutOffByItsTotalTime() async throws {
        var limits = HTTPServerLimits()
        limits.bodyTime = .milliseconds(200)
        let server = try HTTPServer(limits: limits) { _ in .text(200, "") }
        let port = server.port
        let isCut = await onThread {
            let connection = RawConnection(port: port)
            connection?.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 100000\r\n\r\n")
            for _ in 0..<1000 {
                guard connection?.send("x") == true else { return true }
                usleep(20_000)
            }
            return false
        }
        #expect(isCut)
        #expect(await eventually { server.requestsInProgress == 0 })
        await server.stop()
    }

    @Test func anIdleConnectionEnds() async throws {
        var limits = HTTPServerLimits()
        limits.idleTime = .milliseconds(50)
        let server = try HTTPServer(limits: limits) { _ in .text(200, "once") }
        let port = server.port
        let (text, rest) = await onThread {
            let connection = RawConnection(port: port)
            connection?.send(get)
            return (connection?.response()?.text, connection?.rest())
        }
        #expect(text == "once")
        #expect(rest == "")
        await server.stop()
    }

    @Test func stoppingWaitsForTheAnswer() async throws {
        let gate = Gate(size: .max)
        let server = try HTTPServer { _ in
            await gate.pass()
            return .text(200, "done")
        }
        let port = server.port
        async let text = onThread {
            let connection = RawConnection(port: port)
            connection?.send(get)
            return connection?.response()?.text
        }
        #expect(await eventually { gate.arrivals == 1 })
        async let stopped: Void = server.stop(grace: .seconds(20))
        gate.open()
        #expect(await text == "done")
        await stopped
        let isRefused = await onThread { RawConnection(port: port) == nil }
        #expect(isRefused)
    }

    @Test func afterTheGraceTheAnswerIs503() async throws {
        let gate = Gate(size: .max)
        let server = try HTTPServer { _ in
            await gate.pass()
            return .text(200, "too late")
        }
        let port = server.port
        async let status = onThread {
            let connection = RawConnection(port: port)
            connection?.send(get)
            return connection?.response()?.status
        }
        #expect(await eventually { gate.arrivals == 1 })
        await server.stop(grace: .zero)
        #expect(await status == 503)
        gate.open()
    }
}
