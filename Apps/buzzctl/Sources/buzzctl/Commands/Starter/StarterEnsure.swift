internal import CommandLineKit
internal import Invites
internal import NostrCore

/// `starter ensure`: makes and joins the first channels as far as they are missing (spec relay §7).
enum StarterEnsure {
    static let command = Command(
        "ensure",
        abstract: "Make and join the first channels",
        discussion: """
            A channel of the same name that is open counts, whatever its id. Running it again changes \
            nothing. With --dry-run it looks at the relay and says what it would do.
            """,
        parameters: [WriteOptions.dryRun],
        examples: [
            Example(
                "buzzctl starter ensure --relay wss://relay.example --key-file admin.key",
                "Makes the channels that are missing and joins them"),
            Example("buzzctl starter ensure --dry-run --relay wss://relay.example", "Says what is missing"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let plan = try StarterPlan.channels(invocation)
        let keys = try invocation.keyPair(console)
        let fetching = try Fetching(invocation, console, keys: keys)
        let existing = try await Channel.all(fetching, for: keys.publicKey).channels.map(\.existing)
        var publishing = try Publishing(invocation, console) { keys }
        var writer = RecordWriter(console, invocation.format, of: StarterRecord.self)
        let isDry = invocation[WriteOptions.dryRun]
        do {
            for channel in plan {
                let step = channel.step(in: existing)
                if !isDry { try await perform(step, channel, fetching, &publishing, keys) }
                try writer.add(record(of: step, channel, isDry: isDry))
            }
        } catch let failure as Failure {
            // What was done before is told before the reason for stopping.
            try writer.finish()
            throw failure
        }
        try writer.finish()
        if isDry { console.note("Dry run: nothing was sent.") }
        return .done
    }

    private static func record(
        of step: StarterStep, _ channel: StarterChannel, isDry: Bool
    ) -> StarterRecord {
        switch step {
        case .present(let id): StarterRecord(channel: channel, id: id, state: "present")
        case .join(let id): StarterRecord(channel: channel, id: id, state: isDry ? "would join" : "joined")
        case .create:
            StarterRecord(channel: channel, id: channel.id, state: isDry ? "would create" : "created")
        }
    }

    private static func perform(
        _ step: StarterStep, _ channel: StarterChannel, _ fetching: Fetching,
        _ publishing: inout Publishing, _ keys: KeyPair
    ) async throws {
        switch step {
        case .present: break
        case .join(let id):
            let template = StarterChannel.join(channelID: id, now: WallClock.now())
            try await offer(template, &publishing, keys, to: "join \(channel.name)") { $0.isAccepted }
        case .create: try await create(channel, fetching, &publishing, keys)
        }
    }

    private static func create(
        _ channel: StarterChannel, _ fetching: Fetching, _ publishing: inout Publishing, _ keys: KeyPair
    ) async throws {
        let template = channel.creation(now: WallClock.now())
        try await offer(template, &publishing, keys, to: "create \(channel.name)") { outcome in
            StarterChannel.exists(afterCreationAccepted: outcome.isAccepted, message: outcome.message)
        }
        var filter = Filter(kinds: [Channel.metadataKind], limit: 1)
        filter.setTag("d", [channel.id])
        // The relay writes the channel's description after it has answered.
        for attempt in 0..<3 {
            if attempt > 0 { try await Task.sleep(for: .milliseconds(150)) }
            if try await !fetching.events([filter]).events.isEmpty {
                let join = StarterChannel.join(channelID: channel.id, now: WallClock.now())
                return try await offer(join, &publishing, keys, to: "join \(channel.name)") { $0.isAccepted }
            }
        }
        throw Failure(
            .refused, "cannot finish \(channel.name)",
            why: "the channel was made, but its description is not there yet, or it was deleted once",
            remedy: "Run the command again in a moment.")
    }

    private static func offer(
        _ template: EventTemplate, _ publishing: inout Publishing, _ keys: KeyPair, to purpose: String,
        isDone: (PublishRecord) -> Bool
    ) async throws {
        guard let outcome = try await publishing.offer(template.signed(by: keys).verify()),
            !isDone(outcome)
        else { return }
        throw Failure(
            publishing.code == .done ? .refused : publishing.code, "cannot \(purpose)",
            why: outcome.message.isEmpty ? "the relay gives no reason" : outcome.message,
            remedy: "Check that the key belongs to a member of the community.")
    }
}
