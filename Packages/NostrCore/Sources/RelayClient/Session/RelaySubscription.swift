public import NostrCore

/// What a subscription brings.
public enum RelayUpdate: Sendable, Equatable {
    /// An event that matches, verified, each id once.
    case event(VerifiedEvent)
    /// The stored events are through; what follows is new. At most once.
    case endOfStored
}

/// The updates of one subscription, for one task; leaving the loop ends it at the relay.
public struct RelaySubscription: AsyncSequence, Sendable {
    /// An event, or the mark between stored and new ones.
    public typealias Element = RelayUpdate
    /// Why the subscription ended before its time.
    public typealias Failure = RelaySessionError

    let stream: AsyncThrowingStream<RelayUpdate, any Error>

    /// Begins with what has not been read.
    public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

    /// Reads update after update.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncThrowingStream<RelayUpdate, any Error>.Iterator

        /// The next update; nil at the end, or when the task was cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(RelaySessionError) -> RelayUpdate? {
            do {
                return try await base.next(isolation: actor)
            } catch {
                throw error as? RelaySessionError ?? .cancelled
            }
        }

        /// The next update; nil at the end, or when the task was cancelled.
        public mutating func next() async throws(RelaySessionError) -> RelayUpdate? {
            try await next(isolation: nil)
        }
    }
}

@available(*, unavailable, message: "one task reads a subscription")
extension RelaySubscription.Iterator: Sendable {}
