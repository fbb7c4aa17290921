import DevStack
import NostrCore
import Testing

/// Answers that are broken on purpose.
@Suite struct FaultTests {
    private func answer(_ fault: RelayFault) async throws -> (answer: Answer, message: Event) {
        let community = try await Community()
        community.relay.relay.setFault(fault)
        let filter = "[{\"ids\":[\"\(community.message.id.hex)\"]}]"
        return (try await community.relay.query(filter, by: community.bob), community.message)
    }

    @Test func down() async throws {
        #expect(try await answer(.down).answer == Answer(0, "no answer"))
    }

    @Test func status() async throws {
        #expect(try await answer(.status(503)).answer.status == 503)
    }

    @Test func slow() async throws {
        let start = ContinuousClock.now
        let (answer, message) = try await answer(.slow(.milliseconds(80)))
        #expect(answer.events == [message])
        #expect(ContinuousClock.now - start >= .milliseconds(80))
    }

    @Test func truncatedJSON() async throws {
        let (answer, message) = try await answer(.truncatedJSON)
        #expect(answer.status == 200)
        #expect(String(decoding: message.serialized(), as: UTF8.self).hasPrefix(answer.text.dropFirst()))
    }

    @Test func cutBody() async throws {
        #expect(try await answer(.cutBody).answer == Answer(0, "no answer"))
    }

    @Test func oversized() async throws {
        let (answer, message) = try await answer(.oversized(bytes: 100_000))
        #expect(answer.text.utf8.count == 100_000)
        #expect(answer.events == [message])
    }

    @Test func forgedEvent() async throws {
        let (answer, message) = try await answer(.forgedEvent)
        let forged = try #require(answer.events.first)
        #expect(answer.events == [forged, message])
        #expect(forged.pubkey == message.pubkey)
        #expect(throws: VerificationError.invalidSignature) { _ = try forged.verify() }
    }

    @Test func alteredEvent() async throws {
        let (answer, message) = try await answer(.alteredEvent)
        let altered = try #require(answer.events.first)
        #expect(altered.id == message.id)
        #expect(throws: VerificationError.self) { _ = try altered.verify() }
    }

    // A16's kind: the reader drops the event, not the answer.
    @Test func duplicateKeys() async throws {
        let (answer, _) = try await answer(.duplicateKeys)
        let array = try EventArray.parse(Array(answer.text.utf8), maximumBytes: 1 << 20)
        #expect(array.events.isEmpty)
        #expect(array.rejected.count == 1)
    }

    @Test func wrongContentTypeAndItsEnd() async throws {
        let community = try await Community()
        let relay = community.relay
        relay.relay.setFault(.wrongContentType)
        let port = relay.relay.port
        let body = "[{\"kinds\":[9]}]"
        for (fault, type) in [
            (RelayFault.wrongContentType, "text/html; charset=utf-8"), (nil, "application/json"),
        ] {
            relay.relay.setFault(fault)
            let authorization = try await NIP98.header(
                url: relay.relay.url + "/query", method: "POST", body: Array(body.utf8), now: relay.clock.now,
                signer: community.bob)
            let request =
                "POST /query HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: \(authorization)\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            let response = await onThread {
                let connection = RawConnection(port: port)
                connection?.send(request)
                return connection?.response()
            }
            #expect(response?.hasField("Content-Type: \(type)") == true)
        }
    }

    @Test func hangAfterHeaders() async throws {
        let relay = try await TestRelay()
        relay.relay.setFault(.hangAfterHeaders)
        let port = relay.relay.port
        let head = await onThread {
            let connection = RawConnection(port: port)
            connection?.send("POST /query HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 0\r\n\r\n")
            return connection?.receive().map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(head?.hasPrefix("HTTP/1.1 200") == true)
        #expect(head?.hasSuffix("\r\n\r\n") == true)
        // Other paths and the relay's end are not held up.
        #expect(await relay.send("GET", "/health") == Answer(200, "ok"))
        await relay.relay.stop(grace: .zero)
    }
}
