package import NostrCore

/// What a session knows and decides, without socket, clock or chance (NIP-01, NIP-42, NIP-45).
///
/// Each function takes what happened and returns what is to be done, in order.
package struct SessionState {
    /// What a request is answered under.
    package enum Key: Hashable, Sendable {
        case named(SubscriptionID)
        case event(EventID)
    }

    package enum Outcome: Equatable, Sendable {
        /// A subscription that ends with the stored events has them all.
        case complete
        case accepted(RelayReason)
        case counted(EventCount)
        case failed(RelaySessionError)
    }

    package enum Effect: Equatable, Sendable {
        case send(ClientMessage)
        /// Sign the answer to a challenge of this connection.
        case sign(challenge: String, connection: Int)
        case deliver(SubscriptionID, VerifiedEvent)
        /// The stored events are through; at most once a subscription.
        case storedDone(SubscriptionID)
        case end(Key, Outcome)
        case notice(String)
    }

    private struct Subscription {
        let filters: [Filter]
        let endsWithStored: Bool
        var seen: SeenEvents
        var lastSeen: Int64?
        var isStoredDone = false
    }

    private enum Kind {
        case subscription(Subscription)
        case count([Filter])
        case publication(Event)
    }

    private enum Standing {
        case notSent
        case sent
        case waitsForAuthentication
        /// Refused once for want of authentication, and sent again behind it.
        case sentAgain
    }

    private struct Request {
        let number: Int
        var kind: Kind
        var standing = Standing.notSent
    }

    private enum Authentication: Equatable {
        case none
        case signing(String)
        case answering(EventID)
        case accepted
        case refused(RelaySessionError)
    }

    /// How many delivered ids each subscription remembers.
    package static let rememberedEvents = 8192

    private var requests: [Key: Request] = [:]
    private var lastNumber = 0
    private var authentication = Authentication.none
    private var connection = 0
    private var isConnected = false
    /// How long to wait before the next attempt.
    package var backoff = Backoff()

    package init() {}

    /// Whether anything is to be asked or awaited.
    package var hasWork: Bool { !requests.isEmpty }

    // MARK: What users want

    package mutating func subscribe(
        _ id: SubscriptionID, _ filters: [Filter], endsWithStored: Bool
    ) -> [Effect] {
        let seen = SeenEvents(limit: Self.rememberedEvents)
        return add(
            .named(id),
            .subscription(Subscription(filters: filters, endsWithStored: endsWithStored, seen: seen)))
    }

    package mutating func count(_ id: SubscriptionID, _ filters: [Filter]) -> [Effect] {
        add(.named(id), .count(filters))
    }

    /// Publishes an event, unless it is being published.
    package mutating func publish(_ event: Event) -> [Effect]? {
        guard requests[.event(event.id)] == nil else { return nil }
        return add(.event(event.id), .publication(event))
    }

    /// Nobody waits for this any more.
    package mutating func drop(_ key: Key) -> [Effect] {
        guard let request = requests.removeValue(forKey: key), isConnected, case .named(let id) = key,
            case .subscription = request.kind
        else { return [] }
        return [.send(.close(id))]
    }

    private mutating func add(_ key: Key, _ kind: Kind) -> [Effect] {
        lastNumber += 1
        requests[key] = Request(number: lastNumber, kind: kind)
        return isConnected ? send(key, as: .sent) : []
    }

    private mutating func send(_ key: Key, as standing: Standing) -> [Effect] {
        guard var request = requests[key] else { return [] }
        request.standing = standing
        requests[key] = request
        switch (key, request.kind) {
        case (.named(let id), .subscription(let subscription)):
            return [.send(.request(id, Self.filters(of: subscription)))]
        case (.named(let id), .count(let filters)): return [.send(.count(id, filters))]
        case (.event, .publication(let event)): return [.send(.event(event))]
        default: return []
        }
    }

    /// As they were given until the stored events are through, then from the last seen time on.
    ///
    /// Without a limit then, since any number may have come meanwhile. Relays send the newest first, so an
    /// earlier cut would lose older ones.
    private static func filters(of subscription: Subscription) -> [Filter] {
        guard subscription.isStoredDone, let lastSeen = subscription.lastSeen else {
            return subscription.filters
        }
        return subscription.filters.map { filter in
            var filter = filter
            filter.since = max(filter.since ?? lastSeen, lastSeen)
            filter.limit = nil
            return filter
        }
    }

    // MARK: The connection

    /// A new connection: all that is unanswered is asked on it.
    package mutating func connected() -> [Effect] {
        connection += 1
        isConnected = true
        authentication = .none
        return keys { _ in true }.flatMap { send($0, as: .sent) }
    }

    /// The connection is gone; nothing of its challenge is used again.
    package mutating func lost() {
        isConnected = false
        authentication = .none
        for key in requests.keys { requests[key]?.standing = .notSent }
    }

    /// In the order in which they were asked.
    private func keys(where isChosen: (Request) -> Bool) -> [Key] {
        requests.filter { isChosen($0.value) }.sorted { $0.value.number < $1.value.number }.map(\.key)
    }

    // MARK: What the relay says

    package mutating func received(_ message: RelayMessage, now: Int64) -> [Effect] {
        guard isConnected else { return [] }
        backoff.reset()
        switch message {
        case .challenge(let challenge):
            authentication = .signing(challenge)
            return [.sign(challenge: challenge, connection: connection)]
        case .ok(let id, let isAccepted, let reason): return verdict(id, isAccepted, reason)
        case .event(let id, let event): return arrival(id, event, now: now)
        case .endOfStored(let id): return endOfStored(id)
        case .closed(let id, let reason): return refusal(.named(id), reason)
        case .count(let id, let count):
            guard case .count? = requests[.named(id)]?.kind else { return [] }
            return end(.named(id), .counted(count))
        case .notice(let text): return [.notice(text)]
        }
    }

    private mutating func verdict(_ id: EventID, _ isAccepted: Bool, _ reason: RelayReason) -> [Effect] {
        if authentication == .answering(id) {
            return isAccepted ? authenticated() : authenticationFailed(.authenticationRefused(reason))
        }
        // An OK for what nobody sent is nothing (edge case F06).
        guard requests[.event(id)] != nil else { return [] }
        return isAccepted ? end(.event(id), .accepted(reason)) : refusal(.event(id), reason)
    }

    private mutating func authenticated() -> [Effect] {
        authentication = .accepted
        return keys { $0.standing == .waitsForAuthentication }.flatMap { send($0, as: .sentAgain) }
    }

    private mutating func authenticationFailed(_ error: RelaySessionError) -> [Effect] {
        authentication = .refused(error)
        return keys { $0.standing == .waitsForAuthentication }.flatMap { end($0, .failed(error)) }
    }

    /// The signer has answered a challenge; one of an earlier connection or before a newer one is dropped.
    package mutating func signed(_ event: Event, challenge: String, connection: Int) -> [Effect] {
        guard isNewest(challenge, connection) else { return [] }
        authentication = .answering(event.id)
        return [.send(.authenticate(event))]
    }

    /// The signer has not.
    package mutating func notSigned(reason: String, challenge: String, connection: Int) -> [Effect] {
        isNewest(challenge, connection) ? authenticationFailed(.cannotSign(reason: reason)) : []
    }

    private func isNewest(_ challenge: String, _ connection: Int) -> Bool {
        guard isConnected, connection == self.connection, case .signing(let newest) = authentication else {
            return false
        }
        return newest.utf8.elementsEqual(challenge.utf8)
    }

    /// OK false or CLOSED.
    ///
    /// For want of authentication a request is sent again behind it, once (edge case F04).
    private mutating func refusal(_ key: Key, _ reason: RelayReason) -> [Effect] {
        guard let request = requests[key] else { return [] }
        guard reason.prefix == .authRequired else { return end(key, .failed(.refused(reason))) }
        switch (request.standing, authentication) {
        case (.waitsForAuthentication, _), (.notSent, _): return []
        case (.sentAgain, _): return end(key, .failed(.refused(reason)))
        case (.sent, .refused(let error)): return end(key, .failed(error))
        case (.sent, .accepted): return send(key, as: .sentAgain)
        case (.sent, .none), (.sent, .signing), (.sent, .answering):
            requests[key]?.standing = .waitsForAuthentication
            return []
        }
    }

    private mutating func arrival(_ id: SubscriptionID, _ event: Event, now: Int64) -> [Effect] {
        guard case .subscription(var subscription)? = requests[.named(id)]?.kind,
            !subscription.seen.contains(event.id), subscription.filters.matches(event),
            // Only what is proven is remembered: a forged id must not keep the real event out.
            let verified = try? event.verify()
        else { return [] }
        subscription.seen.insert(event.id)
        // A time in the future must not hide what comes until then.
        subscription.lastSeen = max(subscription.lastSeen ?? .min, min(event.createdAt, now))
        requests[.named(id)]?.kind = .subscription(subscription)
        return [.deliver(id, verified)]
    }

    private mutating func endOfStored(_ id: SubscriptionID) -> [Effect] {
        guard case .subscription(var subscription)? = requests[.named(id)]?.kind else { return [] }
        if subscription.endsWithStored { return end(.named(id), .complete) + [.send(.close(id))] }
        guard !subscription.isStoredDone else { return [] }
        subscription.isStoredDone = true
        requests[.named(id)]?.kind = .subscription(subscription)
        return [.storedDone(id)]
    }

    private mutating func end(_ key: Key, _ outcome: Outcome) -> [Effect] {
        requests[key] = nil
        return [.end(key, outcome)]
    }
}
