import DevStack
import Foundation
import NostrCore
import Synchronization
import Testing

/// A relay that dies of SIGKILL while eight clients write to it: what it has accepted is there after a restart.
@Suite struct KillTests {
    @Test func whatWasAcceptedSurvives() async throws {
        let directory = ScratchDirectory()
        let keys = try KeyPair.random()
        let accepted = AcceptedEvents()
        for round in 0..<3 {
            let relay = try RelayProcess(directory: directory.path)
            let target = 40 * (round + 1)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        for number in 0..<1000 {
                            let content = "{\"round\":\(round),\"writer\":\(writer),\"number\":\(number)}"
                            // A channel each: one transaction of five events.
                            let event = try EventTemplate(
                                kind: 9007, createdAt: WallClock.now(), tags: [["name", content]]
                            ).signed(by: keys)
                            let answer = try await send(event.serialized(), to: "/events", relay, keys)
                            guard answer?.text.contains("\"accepted\":true") == true else { return }
                            accepted.append(event.id)
                        }
                    }
                }
                group.addTask {
                    #expect(await eventually { accepted.ids.count >= target })
                    relay.killHard()
                }
                try await group.waitForAll()
            }
            try await checkAll(accepted.ids, in: directory, keys)
        }
    }

    /// Every accepted event is served, each channel with its state; a request that was answered is refused after a kill.
    private func checkAll(_ ids: [EventID], in directory: ScratchDirectory, _ keys: KeyPair) async throws {
        let relay = try RelayProcess(directory: directory.path, port: quietPort())
        let list = ids.map { "\"\($0.hex)\"" }.joined(separator: ",")
        let body = Array("[{\"ids\":[\(list)]}]".utf8)
        let header = try await signature(of: body, "/query", relay, keys)
        let answer = await request(body, "/query", relay, header)
        let events = try EventArray.parse(answer?.body ?? [], maximumBytes: 1 << 26).events
        #expect(Set(events.map(\.id)) == Set(ids))
        let state = try await send(Array("[{\"kinds\":[39002]}]".utf8), to: "/count", relay, keys)
        let channels = try await send(Array("[{\"kinds\":[9007]}]".utf8), to: "/count", relay, keys)
        #expect(state?.text == channels?.text)
        relay.killHard()
        // The same signed request, to the same address, after the kill.
        let second = try RelayProcess(directory: directory.path, port: relay.port)
        let again = await request(body, "/query", second, header)
        #expect(again?.text == "{\"error\":\"NIP-98: replay detected\"}")
        second.killHard()
    }
}

/// What the relay said it has.
private final class AcceptedEvents: Sendable {
    private let list = Mutex<[EventID]>([])

    var ids: [EventID] { list.withLock { $0 } }

    func append(_ id: EventID) { list.withLock { $0.append(id) } }
}

private func signature(
    of body: [UInt8], _ path: String, _ relay: RelayProcess, _ keys: KeyPair
) async throws -> String {
    try await NIP98.header(
        url: relay.url + path, method: "POST", body: body, now: WallClock.now(), signer: keys)
}

private func send(
    _ body: [UInt8], to path: String, _ relay: RelayProcess, _ keys: KeyPair
) async throws -> RawResponse? {
    await request(body, path, relay, try await signature(of: body, path, relay, keys))
}

private func request(
    _ body: [UInt8], _ path: String, _ relay: RelayProcess, _ header: String
) async -> RawResponse? {
    let port = relay.port
    let head =
        "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: \(header)\r\n"
        + "Content-Length: \(body.count)\r\n\r\n"
    return await onThread {
        guard let connection = RawConnection(port: port) else { return nil }
        connection.send(Array(head.utf8) + body)
        return connection.response()
    }
}
