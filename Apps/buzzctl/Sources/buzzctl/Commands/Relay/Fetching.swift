internal import CommandLineKit
internal import NostrCore
internal import RelayClient

/// Asks a relay for events and verifies what comes.
struct Fetching {
    /// The events that verify, in the relay's order, each once.
    struct Answer {
        var events: [VerifiedEvent] = []
        /// Whether something was left out, and said so.
        var hasBad = false
    }

    private let invocation: Invocation
    private let console: Console
    private let relay: RelayHTTP

    init(_ invocation: Invocation, _ console: Console) throws {
        try self.init(invocation, console, keys: invocation.keyPair(console))
    }

    init(_ invocation: Invocation, _ console: Console, keys: KeyPair) throws {
        self.invocation = invocation
        self.console = console
        relay = RelayHTTP(
            relayURL: try invocation.relayURL(), transport: RelayAccess.transport(), signer: keys)
    }

    /// The events that match any of the filters.
    ///
    /// One that does not verify, or that nobody asked for, is left out and reported.
    func events(_ filters: [Filter]) async throws -> Answer {
        console.detail("POST \(relay.relayURL.http)/query")
        let found: EventArray
        do throws(RelayHTTPError) {
            found = try await relay.query(
                filters, now: WallClock.now(), timeout: RelayAccess.timeout(invocation))
        } catch {
            throw RelayAccess.failure(error, relay.relayURL)
        }
        var answer = Answer()
        func leaveOut(_ name: String, _ reason: String) {
            console.sayAlways("event \(name) left out: \(reason)")
            answer.hasBad = true
        }
        for rejected in found.rejected {
            leaveOut("\(rejected.index + 1) of the answer", "\(rejected.reason)")
        }
        var seen: Set<EventID> = []
        for event in found.events {
            guard seen.insert(event.id).inserted else { continue }
            guard filters.matches(event) else {
                leaveOut(event.id.hex, "it matches none of the filters")
                continue
            }
            do throws(VerificationError) {
                answer.events.append(try event.verify())
            } catch {
                leaveOut(event.id.hex, "\(error)")
            }
        }
        return answer
    }
}
