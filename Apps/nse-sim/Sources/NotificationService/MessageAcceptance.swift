public import NIPPL
public import NostrCore

/// A message that may be shown: verified, wanted, from someone else, and with something to say.
public struct AcceptedMessage: Sendable, Equatable {
    /// The event.
    public let event: VerifiedEvent
    /// What the notification's body would be; never empty.
    public let preview: String
}

/// Decides which events of an answer may be shown, in the order of spec presentation "Query".
public enum MessageAcceptance: Sendable {
    /// The kinds that are messages.
    public static let kinds: Set<UInt16> = Set(SubscriptionPlan.messageKinds)

    /// Why an event is not shown.
    public enum Refusal: Error, Sendable, Equatable, CustomStringConvertible {
        /// Its id, author or signature is wrong: it was forged or altered.
        case unverified(VerificationError)
        /// No policy wants it; the verdict is the nearest that any policy came.
        case unwanted(LeaseSubscription.Verdict)
        /// It is the account's own.
        case own
        /// It is of a kind that is no message.
        case notAMessage(kind: UInt16)
        /// Its preview is empty.
        case nothingToShow

        /// One sentence for a person who asks why.
        public var description: String {
            switch self {
            case .unverified(let error): "not verified: \(error)"
            case .unwanted(.ignored): "muted: an ignore filter matches"
            case .unwanted(.suppressed(let count, let limit)):
                "suppressed: \(count) p tags, the limit is \(limit)"
            case .unwanted: "no policy matches"
            case .own: "one's own message"
            case .notAMessage(let kind): "kind \(kind) is no message"
            case .nothingToShow: "nothing is left to show of its text"
            }
        }
    }

    /// Judges one well-formed event.
    ///
    /// - Throws: ``Refusal``, the first reason that holds.
    public static func accept(
        _ event: Event, policies: [LeaseSubscription], account: Bytes32
    ) throws(Refusal) -> AcceptedMessage {
        let verified: VerifiedEvent
        do {
            verified = try event.verify()
        } catch {
            throw .unverified(error)
        }
        var nearest = LeaseSubscription.Verdict.noMatch
        for policy in policies {
            let verdict = policy.verdict(on: event)
            if verdict == .matched {
                nearest = .matched
                break
            }
            if nearest == .noMatch { nearest = verdict }
        }
        guard nearest == .matched else { throw .unwanted(nearest) }
        guard event.pubkey != account else { throw .own }
        guard kinds.contains(event.kind) else { throw .notAMessage(kind: event.kind) }
        let preview = MessagePreview.text(of: event.content)
        guard !preview.isEmpty else { throw .nothingToShow }
        return AcceptedMessage(event: verified, preview: preview)
    }
}
