import DevStack
import HTTPTransport
import NostrCore
import Testing

/// The relay and its faults as the workspace's own HTTP client meets them.
@Suite struct TransportTests {
    private let transport = CurlTransport()

    private func query(
        _ relay: TestRelay, _ filters: String, by keys: KeyPair, limits: HTTPLimits = HTTPLimits()
    ) async throws -> HTTPResponse {
        let url = relay.relay.url + "/query"
        let body = Array(filters.utf8)
        var headers = HTTPHeaders()
        headers["Authorization"] = try await NIP98.header(
            url: url, method: "POST", body: body, now: relay.clock.now, signer: keys)
        return try await transport.send(
            HTTPRequest(method: "POST", url: url, headers: headers, body: body, limits: limits))
    }

    @Test func manyQueriesAtOnceOverOneClient() async throws {
        let community = try await Community()
        let answers = try await withThrowingTaskGroup(of: [Event].self) { group in
            for _ in 0..<128 {
                group.addTask {
                    let answer = try await query(
                        community.relay, "[{\"ids\":[\"\(community.message.id.hex)\"]}]", by: community.bob)
                    return try EventArray.parse(answer.body, maximumBytes: 1 << 20).events
                }
            }
            return try await group.reduce(into: [[Event]]()) { $0.append($1) }
        }
        #expect(answers == Array(repeating: [community.message], count: 128))
    }

    @Test func aHangingCommunityRunsIntoTheClientsBoundAndHoldsUpNoOther() async throws {
        let hanging = try await TestRelay()
        hanging.relay.setFault(.hangAfterHeaders)
        let other = try await Community()
        let limits = HTTPLimits(total: .milliseconds(300))
        let first = Task { try await query(hanging, "[]", by: other.bob, limits: limits) }
        let second = try await query(other.relay, "[{\"kinds\":[0]}]", by: other.bob)
        #expect(second.status == 200)
        await #expect(throws: HTTPError.timeout(.total, after: .milliseconds(300))) {
            _ = try await first.value
        }
    }

    @Test func anOversizedAnswerIsRefusedByItsLength() async throws {
        let relay = try await TestRelay()
        relay.relay.setFault(.oversized(bytes: 10_000_000))
        await #expect(throws: HTTPError.tooLarge(limit: 1_000_000, declared: 10_000_000)) {
            _ = try await query(
                relay, "[]", by: try KeyPair.random(), limits: HTTPLimits(bodyBytes: 1_000_000))
        }
    }

    @Test func aCutBodyIsIncomplete() async throws {
        let relay = try await TestRelay()
        relay.relay.setFault(.cutBody)
        await #expect(throws: HTTPError.incomplete(received: 1, declared: 2)) {
            _ = try await query(relay, "[]", by: try KeyPair.random())
        }
    }

    @Test func aRelayThatIsDownIsALostConnection() async throws {
        let relay = try await TestRelay()
        relay.relay.setFault(.down)
        await #expect {
            _ = try await query(relay, "[]", by: try KeyPair.random())
        } throws: { error in
            guard case HTTPError.connectionLost = error else { return false }
            return true
        }
    }
}
