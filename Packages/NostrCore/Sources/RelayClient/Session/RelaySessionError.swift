public import NostrCore
public import WebSocket

/// Why a request to a relay over WebSocket has no answer.
public enum RelaySessionError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The relay's OK false or CLOSED, in its words.
    case refused(RelayReason)
    /// The relay wants to know who asks, and does not take this account's answer (NIP-42).
    case authenticationRefused(RelayReason)
    /// The relay wants to know who asks, and the signer did not sign.
    case cannotSign(reason: String)
    /// No answer in time; the relay's last notice since then, and why there is no connection, may say more.
    case timeout(after: Duration, notice: String?, connection: WebSocketError?)
    /// The subscription's reader was behind by more events than its buffer holds; ask again from the last
    /// one.
    case readerBehind(limit: Int)
    /// This event is being published already.
    case alreadyUnderWay
    /// A request needs a filter at least.
    case noFilters
    /// The system's random source gave no name for the request.
    case noRandomness
    /// The task was cancelled.
    case cancelled
    /// The session was closed.
    case closed

    /// What happened and what to do about it.
    public var description: String {
        switch self {
        case .refused(let reason):
            return "The relay refused: \(reason.text.isEmpty ? "no reason" : reason.text)."
        case .authenticationRefused(let reason):
            return
                "The relay does not accept this account: \(reason.text.isEmpty ? "no reason" : reason.text)."
        case .cannotSign(let reason): return "The relay wants a signature and there is none: \(reason)."
        case .timeout(let after, let notice, let connection):
            let more = [notice.map { "The relay said: \($0)." }, connection?.description].compactMap { $0 }
            return (["No answer from the relay within \(after)."] + more).joined(separator: " ")
        case .readerBehind(let limit):
            return "More than \(limit) events waited for their reader. Read faster, or allow more."
        case .alreadyUnderWay: return "This event is being published already; wait for its answer."
        case .noFilters: return "A request needs at least one filter."
        case .noRandomness: return "The system's random source gave no bytes. Try again later."
        case .cancelled: return "The request was cancelled."
        case .closed: return "The session was closed."
        }
    }
}
