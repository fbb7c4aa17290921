public import HTTPTransport
internal import NIPPL
public import NostrCore
public import PushCache
internal import RelayClient

/// The notification service extension's pipeline: a wake in, one notification out, always before the deadline.
///
/// The steps are those of the extension on a phone: load the snapshot, ask every community at once, verify and select,
/// claim under the lock, present. The claim comes before the presentation: a lost detail is better than a repeat.
public struct NotificationService: Sendable {
    /// Times and bounds.
    public struct Configuration: Sendable {
        /// How long a community may take to answer.
        public var queryTimeout: Duration = .seconds(8)
        /// How long a wake may take in all; the best content so far is delivered then.
        ///
        /// iOS allows 30 seconds.
        public var deadline: Duration = .seconds(30)
        /// The longest answer that is read, in bytes.
        public var maximumAnswerBytes = 4 * 1024 * 1024
        /// How long to wait before asking once more when there was nothing to show; nil never asks again.
        public var requeryAfter: Duration?

        /// The values of the specification.
        public init() {}
    }

    private let configuration: Configuration
    private let snapshot: PushSnapshot
    private let keys: any KeyStore
    private let cache: PushCache?
    private let transport: any HTTPTransport
    private let now: @Sendable () -> Int64

    /// Assembles a pipeline.
    ///
    /// - Parameters:
    ///   - cache: what was shown before; nil shows the newest message at every wake, whatever was shown.
    ///   - now: the device's clock, in Unix seconds.
    public init(
        snapshot: PushSnapshot, keys: any KeyStore, cache: PushCache?, transport: any HTTPTransport,
        configuration: Configuration = Configuration(),
        now: @escaping @Sendable () -> Int64 = { WallClock.now() }
    ) {
        self.snapshot = snapshot
        self.keys = keys
        self.cache = cache
        self.transport = transport
        self.configuration = configuration
        self.now = now
    }

    /// Handles one wake.
    ///
    /// Returns exactly once, at the latest when the deadline expires.
    public func handle(_ wake: WakePayload) async -> (notification: NotificationContent, report: WakeReport) {
        let best = BestSoFar(NotificationContent.generic(for: wake))
        let start = ContinuousClock.now
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await present(wake, into: best, start: start)
                return true
            }
            group.addTask {
                try? await ContinuousClock().sleep(until: start + configuration.deadline)
                return false
            }
            let finished = await group.next() ?? false
            group.cancelAll()
            return best.close(deadlineExpired: !finished)
        }
    }

    /// Steps 2 to 7, leaving the best content and what happened as it goes.
    private func present(_ wake: WakePayload, into best: BestSoFar, start: ContinuousClock.Instant) async {
        let participants = snapshot.communities.compactMap { Participant($0, keys: keys) }
        guard !participants.isEmpty else { return }
        // A claim may wait for the lock; one that could not be presented in time is not begun.
        let end = start + configuration.deadline - (cache?.lockTimeout ?? .zero)
        if await attempt(participants, wake, into: best, until: end) { return }
        guard let pause = configuration.requeryAfter,
            ContinuousClock.now + pause + configuration.queryTimeout < end,
            (try? await Task.sleep(for: pause)) != nil
        else { return }
        _ = await attempt(participants, wake, into: best, until: end)
    }

    /// One round of queries; true if it found something to show.
    private func attempt(
        _ participants: [Participant], _ wake: WakePayload, into best: BestSoFar,
        until end: ContinuousClock.Instant
    ) async -> Bool {
        let answers = await ask(participants)
        best.update { report, _ in report.answers = answers }
        guard !Task.isCancelled, ContinuousClock.now < end else { return false }
        let messages = zip(participants, answers).flatMap { participant, answer in
            answer.accepted.map { Offer(participant: participant, message: $0) }
        }
        guard let offer = select(from: messages, participants, best) else { return false }
        best.update { _, content in
            content = NotificationPresenter.content(
                for: offer.message, in: offer.participant.community, userInfo: wake.userInfo)
        }
        return true
    }

    private func ask(_ participants: [Participant]) async -> [WakeReport.CommunityAnswer] {
        await withTaskGroup(of: (Int, WakeReport.CommunityAnswer).self) { group in
            for (index, participant) in participants.enumerated() {
                group.addTask { (index, await ask(participant)) }
            }
            var answers: [(Int, WakeReport.CommunityAnswer)] = []
            for await answer in group { answers.append(answer) }
            return answers.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func ask(_ participant: Participant) async -> WakeReport.CommunityAnswer {
        let relay = RelayHTTP(
            relayURL: participant.community.relayURL, transport: transport, signer: participant.keys)
        do throws(RelayHTTPError) {
            let answer = try await relay.query(
                participant.filters, now: now(), timeout: configuration.queryTimeout,
                maximumBytes: configuration.maximumAnswerBytes)
            return judge(answer, participant)
        } catch {
            return .init(
                communityID: participant.community.id, outcome: .failure(error), accepted: [], refused: [],
                malformed: 0)
        }
    }

    private func judge(_ answer: EventArray, _ participant: Participant) -> WakeReport.CommunityAnswer {
        var accepted: [AcceptedMessage] = []
        var refused: [(id: EventID, reason: MessageAcceptance.Refusal)] = []
        var seen: Set<EventID> = []
        for event in answer.events where seen.insert(event.id).inserted {
            do throws(MessageAcceptance.Refusal) {
                accepted.append(
                    try MessageAcceptance.accept(
                        event, policies: participant.community.policies,
                        account: participant.keys.publicKey.bytes))
            } catch {
                refused.append((event.id, error))
            }
        }
        return .init(
            communityID: participant.community.id, outcome: .success(answer.events.count), accepted: accepted,
            refused: refused, malformed: answer.rejected.count)
    }

    private struct Offer {
        let participant: Participant
        let message: AcceptedMessage
    }

    /// The newest message not shown yet, claimed; without a cache just the newest.
    private func select(from offers: [Offer], _ participants: [Participant], _ best: BestSoFar) -> Offer? {
        let ordered = offers.sorted { Event.newestFirst($0.message.event.event, $1.message.event.event) }
        guard let cache else { return ordered.first }
        guard !ordered.isEmpty else { return nil }
        var candidates: [Scope: [Candidate]] = [:]
        for offer in ordered {
            let event = offer.message.event
            candidates[offer.participant.scope, default: []]
                .append(Candidate(id: event.id, createdAt: event.createdAt))
        }
        let outcome = cache.claimNewest(
            among: candidates, configured: Set(participants.map(\.scope)), now: now())
        best.update { report, _ in report.claim = outcome }
        guard let winner = outcome.winner else { return nil }
        return ordered.first {
            $0.participant.scope == winner.scope && $0.message.event.id == winner.candidate.id
        }
    }
}
