public import DeepLinks

/// Asks the person at the device to prove that they may do something sensitive (spec invites, "Sensitive actions").
///
/// The operating system's prompt on a phone, a passphrase elsewhere. One prompt at a time is the caller's to keep, see
/// ``IdentityExportGate``.
public protocol SensitiveActionAuthorizer: Sendable {
    /// Asks, and waits for the outcome.
    func authorize(_ action: SensitiveAction) async -> AuthorizationOutcome
}

/// What needs a fresh authorisation.
public enum SensitiveAction: Hashable, Sendable {
    /// Giving the identity of a community to another device.
    case exportIdentity(relay: Origin)
}

/// What came of asking.
public enum AuthorizationOutcome: String, Hashable, Sendable, CaseIterable {
    /// The person has proved it.
    case granted
    /// The person or the system closed the prompt.
    case cancelled
    /// The device has no way to ask.
    case unavailable
    /// Too many wrong tries; the device wants to be unlocked first.
    case lockedOut
    /// The proof was wrong, or the prompt broke.
    case failed
}
