public import NostrCore
public import RelayClient

/// Makes and joins the starter channels that a person lacks, as far as the relay allows (spec invites).
///
/// For after a successful claim. It throws nothing: each channel has its own result, and one's failure leaves the other.
/// Running it again does what is still missing.
public struct StarterSetup: Sendable {
    /// Kinds 39000 and 39002: a channel's description and its members (NIP-29).
    private static let metadataKind: UInt16 = 39000
    private static let membersKind: UInt16 = 39002
    /// How often a new channel's description is read, and how far apart.
    private static let reads = 3
    private static let pause = Duration.milliseconds(150)

    private let relay: RelayHTTP
    private let signer: any Signer
    private let now: @Sendable () -> Int64
    private let sleep: @Sendable (Duration) async -> Void

    /// Works as a member.
    ///
    /// - Parameters:
    ///   - relay: the community's relay, with the member's signer.
    ///   - signer: the same signer, for the events.
    ///   - now: the time in Unix seconds.
    ///   - sleep: waits between two reads; returns early when the task is cancelled.
    public init(
        relay: RelayHTTP, signer: any Signer, now: @escaping @Sendable () -> Int64 = WallClock.now,
        sleep: @escaping @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }
    ) {
        self.relay = relay
        self.signer = signer
        self.now = now
        self.sleep = sleep
    }

    /// Takes each step of the plan in turn.
    ///
    /// - Parameter channels: the community's channels, as last listed.
    public func run(existing channels: [ExistingChannel]) async -> [StarterResult] {
        var results: [StarterResult] = []
        for channel in StarterChannel.plan(relayURL: relay.relayURL.webSocket) {
            do throws(StarterFailure) {
                let id = try await finish(channel, channel.step(in: channels))
                results.append(StarterResult(channel: channel, outcome: .success(id)))
            } catch {
                results.append(StarterResult(channel: channel, outcome: .failure(error)))
            }
        }
        return results
    }

    private func finish(
        _ channel: StarterChannel, _ step: StarterStep
    ) async throws(StarterFailure) -> String {
        switch step {
        case .present(let id): return id
        case .join(let id):
            try await join(id)
            return id
        case .create:
            let answer = try await offer(channel.creation(now: now()))
            guard
                StarterChannel.exists(afterCreationAccepted: answer.isAccepted, message: answer.message)
            else { throw .refused(reason: answer.message) }
            guard let isMember = try await isMember(of: channel.id) else {
                throw answer.isAccepted ? .notVisibleYet : .deleted
            }
            if !isMember { try await join(channel.id) }
            return channel.id
        }
    }

    private func join(_ id: String) async throws(StarterFailure) {
        let answer = try await offer(StarterChannel.join(channelID: id, now: now()))
        guard answer.isAccepted else { throw .refused(reason: answer.message) }
    }

    private func offer(_ template: EventTemplate) async throws(StarterFailure) -> PublishOutcome {
        let event: Event
        do throws(SigningError) {
            event = try await signer.sign(template)
        } catch {
            throw .relay(.notSigned(error))
        }
        do throws(RelayHTTPError) {
            return try await relay.publish(event, now: now())
        } catch {
            throw .relay(error)
        }
    }

    /// Whether the person is in a channel; nil if its description is not there after three reads.
    ///
    /// The relay writes the description after it has answered the creation.
    private func isMember(of id: String) async throws(StarterFailure) -> Bool? {
        var filter = Filter(kinds: [Self.metadataKind, Self.membersKind], limit: 10)
        filter.setTag("d", [id])
        for attempt in 0..<Self.reads {
            if attempt > 0 { await sleep(Self.pause) }
            let events: [Event]
            do throws(RelayHTTPError) {
                events = try await relay.query([filter], now: now()).events
            } catch {
                throw .relay(error)
            }
            let ours = events.filter { $0.identifier.utf8.elementsEqual(id.utf8) }
            guard ours.contains(where: { $0.kind == Self.metadataKind }) else { continue }
            let member = signer.publicKey.hex
            return ours.contains { $0.kind == Self.membersKind && $0.values(ofTag: "p").contains(member) }
        }
        return nil
    }
}

/// What came of one starter channel.
public struct StarterResult: Sendable, Equatable {
    /// The channel of the plan.
    public let channel: StarterChannel
    /// The id of the channel that the person is in, or why there is none.
    public let outcome: Result<String, StarterFailure>

    /// States a result.
    public init(channel: StarterChannel, outcome: Result<String, StarterFailure>) {
        self.channel = channel
        self.outcome = outcome
    }

    /// Whether the person is in the channel, or in one that stands for it.
    public var isPresent: Bool {
        switch outcome {
        case .success: true
        case .failure: false
        }
    }

    /// Whether running the set-up again may help.
    public var mayRetry: Bool {
        switch outcome {
        case .success, .failure(.deleted): false
        case .failure: true
        }
    }
}

/// Why a person is not in a starter channel.
public enum StarterFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The relay knows the id but shows no such channel: it was deleted, and its id is not given again.
    case deleted
    /// The relay took the creation but does not show the channel yet.
    case notVisibleYet
    /// The relay did not take the event, in its own words.
    case refused(reason: String)
    /// The call failed.
    case relay(RelayHTTPError)

    /// What happened and what to do.
    public var description: String {
        switch self {
        case .deleted: "The channel was deleted. Join or make another one."
        case .notVisibleYet: "The channel was made but does not show yet. Try again in a moment."
        case .refused(let reason): "The relay refused: \(reason.isEmpty ? "no reason given" : reason)"
        case .relay(let error): error.description
        }
    }
}
