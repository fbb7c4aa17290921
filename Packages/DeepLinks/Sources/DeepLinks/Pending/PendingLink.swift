/// A slot for one link that waits to be opened; the newest link wins it.
///
/// A value: its owner, the app's main actor say, keeps it from being changed in two places at once.
public struct PendingLink: Hashable, Sendable {
    /// The link that waits.
    public private(set) var link: DeepLink?

    /// Starts empty, or with a link.
    public init(_ link: DeepLink? = nil) { self.link = link }

    /// Puts a link into the slot, and gives back the one that was pushed out.
    @discardableResult
    public mutating func offer(_ newest: DeepLink) -> DeepLink? {
        defer { link = newest }
        return link
    }

    /// Decides about the waiting link by ``LinkGate``, and empties the slot unless the link goes on waiting;
    /// nil when nothing waits.
    public mutating func advance(in situation: LinkGate.Situation) -> LinkGate.Decision? {
        guard let link else { return nil }
        let decision = LinkGate.decide(link, in: situation)
        if case .wait = decision { return decision }
        self.link = nil
        return decision
    }

    /// Empties the slot if this link is still in it, and says whether it was.
    @discardableResult
    public mutating func remove(_ expected: DeepLink) -> Bool {
        guard link == expected else { return false }
        link = nil
        return true
    }
}
