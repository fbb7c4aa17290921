internal import CommandLineKit
internal import NostrCore
internal import RelayClient

/// Sends events to a relay, or only shows them, and tells what became of each.
struct Publishing {
    private let invocation: Invocation
    private let console: Console
    /// Nil in a dry run.
    private let relay: RelayHTTP?
    private var written: RecordWriter<PublishRecord>
    private var shown: RecordWriter<EventRecord>
    private(set) var code = ExitCode.done

    /// - Parameter signer: who signs the requests; a relay only takes an author's own events.
    init(_ invocation: Invocation, _ console: Console, signer: () throws -> KeyPair) throws {
        self.invocation = invocation
        self.console = console
        if invocation[WriteOptions.dryRun] {
            relay = nil
        } else {
            relay = RelayHTTP(
                relayURL: try invocation.relayURL(), transport: RelayAccess.transport(), signer: try signer())
        }
        written = RecordWriter(console, invocation.format)
        shown = RecordWriter(console, invocation.format)
    }

    /// Offers an event and prints what became of it.
    mutating func publish(_ event: VerifiedEvent) async throws {
        do {
            if let record = try await offer(event) { try written.add(record) }
        } catch let failure as Failure {
            // What was sent before is told before the reason for stopping.
            try written.finish()
            throw failure
        }
    }

    /// Offers an event; nil in a dry run, which shows it.
    ///
    /// A refusal of this event is noted and what follows goes on; the first one decides the exit code. Without
    /// an answer, or when the relay asks to slow down, it throws.
    mutating func offer(_ event: VerifiedEvent) async throws -> PublishRecord? {
        guard let relay else {
            try shown.add(EventRecord(event: event))
            return nil
        }
        console.detail("POST \(relay.relayURL.http)/events kind \(event.kind) id \(event.id.hex)")
        let outcome: PublishOutcome
        do throws(RelayHTTPError) {
            outcome = try await relay.publish(
                event.event, now: WallClock.now(), timeout: RelayAccess.timeout(invocation))
        } catch {
            if case .refused(let status, let reason) = error, status == 400 || status == 403 {
                note(status == 403 ? .notAuthorised : .refused)
                return record(event, false, reason)
            }
            throw RelayAccess.failure(error, relay.relayURL)
        }
        if !outcome.isAccepted { note(.refused) }
        return record(event, outcome.isAccepted, outcome.message)
    }

    /// Signs a template and offers it.
    mutating func publish(_ template: EventTemplate, by keys: KeyPair) async throws {
        try await publish(template.signed(by: keys).verify())
    }

    /// Notes that something went wrong; the first decides.
    mutating func note(_ code: ExitCode) {
        if self.code == .done { self.code = code }
    }

    /// Prints what is left and gives the exit code.
    mutating func finish() throws -> ExitCode {
        if relay == nil {
            try shown.finish()
            console.note("Dry run: nothing was sent.")
        } else {
            try written.finish()
        }
        return code
    }

    private func record(_ event: VerifiedEvent, _ isAccepted: Bool, _ message: String) -> PublishRecord {
        PublishRecord(id: event.id, kind: event.kind, isAccepted: isAccepted, message: message)
    }
}
