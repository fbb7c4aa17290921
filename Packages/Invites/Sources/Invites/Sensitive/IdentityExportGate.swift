public import DeepLinks
public import NostrCore

/// Whether an identity may leave this device now (spec invites, "Sensitive actions").
///
/// A value without clock and prompt: times are passed in, and the caller shows the prompt. A grant is for one community's
/// key and relay and one pairing session, lives less than two minutes, and is gone after every end.
public struct IdentityExportGate: Sendable, Equatable {
    /// What a grant is for.
    public struct Scope: Hashable, Sendable {
        /// The identity that is exported.
        public let key: PublicKey
        /// The relay of its community.
        public let relay: Origin
        /// The pairing session.
        public let session: String

        /// States a scope.
        public init(key: PublicKey, relay: Origin, session: String) {
            self.key = key
            self.relay = relay
            self.session = session
        }
    }

    /// One prompt, to recognise its outcome by.
    public struct Prompt: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    /// What to do before the scanner opens or the payload is sent.
    public enum Decision: Hashable, Sendable {
        /// Go on.
        case allowed
        /// Ask for a fresh authorisation.
        case askAgain
    }

    private struct Grant: Equatable {
        let scope: Scope
        let time: Int64
    }

    /// How long a grant lives, in seconds; at this age it is over.
    public static let lifetime: Int64 = 120

    private var grant: Grant?
    private var shown: Prompt?
    private var awaited: Scope?
    private var count: UInt64 = 0

    /// Closed.
    public init() {}

    /// Whether a prompt is on the screen.
    public var isPrompting: Bool { shown != nil }

    /// Starts a prompt; what was granted before is wiped.
    ///
    /// - Returns: the prompt, or nil while another one is on the screen, even one whose session has ended.
    public mutating func ask(for scope: Scope) -> Prompt? {
        guard shown == nil else { return nil }
        grant = nil
        awaited = scope
        count &+= 1
        let prompt = Prompt(number: count)
        shown = prompt
        return prompt
    }

    /// Takes a prompt's outcome.
    ///
    /// - Returns: whether it opens the gate; the outcome of an outdated prompt or session is void.
    @discardableResult
    public mutating func answered(_ prompt: Prompt, _ outcome: AuthorizationOutcome, now: Int64) -> Bool {
        guard prompt == shown else { return false }
        shown = nil
        guard let scope = awaited else { return false }
        awaited = nil
        guard outcome == .granted else { return false }
        grant = Grant(scope: scope, time: now)
        return true
    }

    /// Decides for a scope; a grant that is over or for another scope is wiped.
    public mutating func decide(for scope: Scope, now: Int64) -> Decision {
        guard let grant, grant.scope == scope else {
            self.grant = nil
            return .askAgain
        }
        let (age, overflow) = now.subtractingReportingOverflow(grant.time)
        // A clock that was set back says nothing about the age.
        guard !overflow, (0..<Self.lifetime).contains(age) else {
            self.grant = nil
            return .askAgain
        }
        return .allowed
    }

    /// Wipes everything: after success, cancel, reset, an error, or a change of community.
    ///
    /// A prompt that is on the screen stays there, and its outcome is void.
    public mutating func end() {
        grant = nil
        awaited = nil
    }
}
