public import HTTPTransport
public import NostrCore
public import WebSocket

/// A relay over WebSocket, as an account: one connection that is made when it is needed and again when it is
/// lost (NIP-01, NIP-42, NIP-45).
///
/// What is unanswered when the connection breaks is asked again on the next one; a relay knows an event by
/// its id. A live subscription goes on from the last seen time, each event once. The session lives until
/// ``close()``.
///
/// ```swift
/// let session = RelaySession(relay: try RelayURL("wss://relay.example"), signer: keys)
/// try await session.publish(event)
/// for try await update in try await session.subscribe([Filter(kinds: [9])]) {
///     if case .event(let event) = update { print(event.content) }
/// }
/// ```
public actor RelaySession {
    /// What does not change during a session.
    public struct Configuration: Sendable {
        /// Bounds of the connection.
        public var limits = WebSocketLimits()
        /// Whose certificates are believed.
        public var trust = TLSTrust.system
        /// How many updates may wait for a subscription's reader; one more ends it with
        /// ``RelaySessionError/readerBehind(limit:)``, so nothing is lost unseen.
        public var bufferedUpdates = 4096
        /// The time in Unix seconds.
        public var now: @Sendable () -> Int64 = { WallClock.now() }
        /// A number from 0 to 1, for the wait before connecting again.
        public var chance: @Sendable () -> Double = { Double.random(in: 0...1) }
        /// Waits before connecting again; throws when the task is cancelled.
        public var pause: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

        /// Waits as long as an answer may take; throws when the task is cancelled.
        public var patience: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

        /// The defaults.
        public init() {}
    }

    private typealias Answer = CheckedContinuation<SessionState.Outcome, Never>
    private typealias Updates = AsyncThrowingStream<RelayUpdate, any Error>.Continuation

    private let relay: RelayURL
    private let signer: any Signer
    private let configuration: Configuration
    private var state = SessionState()
    private var connection: WebSocketConnection?
    private var runner: Task<Void, Never>?
    private var answers: [SessionState.Key: Answer] = [:]
    private var updates: [SubscriptionID: Updates] = [:]
    private var lastNotice: String?
    private var lastLoss: WebSocketError?
    private var isClosed = false

    /// Talks to a relay as an account; nothing is connected yet.
    public init(relay: RelayURL, signer: any Signer, configuration: Configuration = Configuration()) {
        self.relay = relay
        self.signer = signer
        self.configuration = configuration
    }

    /// Offers an event and waits for the relay's OK; its words are returned.
    ///
    /// - Throws: ``RelaySessionError``; ``RelaySessionError/refused(_:)`` is the relay's no. After a timeout the relay may have
    ///   the event or not.
    @discardableResult
    public func publish(
        _ event: Event, timeout: Duration = .seconds(15)
    ) async throws(RelaySessionError) -> RelayReason {
        guard !isClosed else { throw .closed }
        guard let effects = state.publish(event) else { throw .alreadyUnderWay }
        switch await answer(.event(event.id), effects, timeout: timeout) {
        case .accepted(let reason): return reason
        case .failed(let error): throw error
        case .complete, .counted: throw .cancelled
        }
    }

    /// How many events match any of the filters (NIP-45).
    ///
    /// - Throws: ``RelaySessionError``.
    public func count(
        _ filters: [Filter], timeout: Duration = .seconds(15)
    ) async throws(RelaySessionError) -> EventCount {
        let id = try begin(filters)
        let effects = state.count(id, filters)
        switch await answer(.named(id), effects, timeout: timeout) {
        case .counted(let count): return count
        case .failed(let error): throw error
        case .complete, .accepted: throw .cancelled
        }
    }

    /// Stored events and then new ones, until the reader leaves.
    ///
    /// - Throws: ``RelaySessionError``; reading throws ``RelaySessionError/refused(_:)`` when the relay ends it.
    public func subscribe(_ filters: [Filter]) throws(RelaySessionError) -> RelaySubscription {
        try open(filters, endsWithStored: false)
    }

    /// Stored events only: the sequence ends with the last of them.
    ///
    /// - Throws: ``RelaySessionError``.
    public func stored(_ filters: [Filter]) throws(RelaySessionError) -> RelaySubscription {
        try open(filters, endsWithStored: true)
    }

    /// Ends all requests with ``RelaySessionError/closed`` and closes the connection.
    public func close() async {
        isClosed = true
        for key in answers.keys { finish(key, .failed(.closed)) }
        for id in updates.keys { finish(.named(id), .failed(.closed)) }
        state = SessionState()
        let connection = connection
        await connection?.close()
        // It may be connecting, or waiting to.
        runner?.cancel()
        await runner?.value
    }

    // MARK: Requests

    private func begin(_ filters: [Filter]) throws(RelaySessionError) -> SubscriptionID {
        guard !isClosed else { throw .closed }
        guard !filters.isEmpty else { throw .noFilters }
        do {
            return try SubscriptionID.random()
        } catch {
            throw .noRandomness
        }
    }

    private func open(
        _ filters: [Filter], endsWithStored: Bool
    ) throws(RelaySessionError) -> RelaySubscription {
        let id = try begin(filters)
        let (stream, continuation) = AsyncThrowingStream.makeStream(
            of: RelayUpdate.self, throwing: (any Error).self,
            bufferingPolicy: .bufferingOldest(max(1, configuration.bufferedUpdates)))
        updates[id] = continuation
        continuation.onTermination = { [weak self] _ in
            Task { await self?.leave(id) }
        }
        perform(state.subscribe(id, filters, endsWithStored: endsWithStored))
        run()
        return RelaySubscription(stream: stream)
    }

    /// The reader has gone, or the subscription has ended.
    private func leave(_ id: SubscriptionID) {
        updates[id] = nil
        perform(state.drop(.named(id)))
    }

    private func answer(
        _ key: SessionState.Key, _ effects: [SessionState.Effect], timeout: Duration
    ) async -> SessionState.Outcome {
        lastNotice = nil
        let timer = Task {
            guard (try? await configuration.patience(timeout)) != nil else { return }
            self.giveUp(key, .timeout(after: timeout, notice: self.lastNotice, connection: self.lastLoss))
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else {
                    _ = state.drop(key)
                    continuation.resume(returning: .failed(.cancelled))
                    return
                }
                answers[key] = continuation
                perform(effects)
                run()
            }
        } onCancel: {
            Task { await self.giveUp(key, .cancelled) }
        }
    }

    private func giveUp(_ key: SessionState.Key, _ error: RelaySessionError) {
        guard answers[key] != nil else { return }
        perform(state.drop(key))
        finish(key, .failed(error))
    }

    private func finish(_ key: SessionState.Key, _ outcome: SessionState.Outcome) {
        if let answer = answers.removeValue(forKey: key) { answer.resume(returning: outcome) }
        if case .named(let id) = key, let continuation = updates.removeValue(forKey: id) {
            if case .failed(let error) = outcome {
                continuation.finish(throwing: error)
            } else {
                continuation.finish()
            }
        }
    }

    // MARK: The connection

    private func run() {
        guard runner == nil, !isClosed else { return }
        runner = Task { await self.stayConnected() }
    }

    /// Connects as long as there is something to ask.
    private func stayConnected() async {
        while state.hasWork, !isClosed {
            do throws(WebSocketError) {
                let connection = try await WebSocketConnection.connect(
                    to: relay.webSocket, limits: configuration.limits, trust: configuration.trust)
                self.connection = connection
                lastLoss = nil
                perform(state.connected())
                while let messages = try await connection.receive() {
                    for message in messages { take(message) }
                }
            } catch {
                lastLoss = error
            }
            connection?.cancel()
            connection = nil
            state.lost()
            guard state.hasWork, !isClosed else { break }
            let wait = state.backoff.next(chance: configuration.chance())
            guard (try? await configuration.pause(wait)) != nil else { break }
        }
        runner = nil
    }

    /// What is no message of a relay is passed over, as NIP-01 asks for unknown ones.
    private func take(_ message: WebSocketMessage) {
        let limit = configuration.limits.framing.messageBytes
        guard let message = try? RelayMessage.parse(message.bytes, maximumBytes: limit) else { return }
        perform(state.received(message, now: configuration.now()))
    }

    private func perform(_ effects: [SessionState.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let message): send(message)
            case .sign(let challenge, let connection): sign(challenge, connection)
            case .deliver(let id, let event): deliver(.event(event), to: id)
            case .storedDone(let id): deliver(.endOfStored, to: id)
            case .end(let key, let outcome): finish(key, outcome)
            case .notice(let text): lastNotice = text
            }
        }
    }

    private func send(_ message: ClientMessage) {
        do throws(WebSocketError) {
            try connection?.send(text: message.serialized())
        } catch {
            // The connection's reader learns of it and connects again; then all is asked anew.
            connection?.cancel()
        }
    }

    private func deliver(_ update: RelayUpdate, to id: SubscriptionID) {
        guard case .dropped? = updates[id]?.yield(update) else { return }
        perform(state.drop(.named(id)))
        finish(.named(id), .failed(.readerBehind(limit: configuration.bufferedUpdates)))
    }

    private func sign(_ challenge: String, _ connection: Int) {
        let (relay, signer, now) = (relay.webSocket, signer, configuration.now())
        Task {
            do throws(SigningError) {
                let event = try await NIP42.event(
                    challenge: challenge, relay: relay, now: now, signer: signer)
                self.perform(self.state.signed(event, challenge: challenge, connection: connection))
            } catch {
                self.perform(
                    self.state.notSigned(reason: "\(error)", challenge: challenge, connection: connection))
            }
        }
    }
}
