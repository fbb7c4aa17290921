/// Decides when a link may be opened; a pure function of what the app knows now (spec deep-links).
public enum LinkGate: Sendable {
    /// What the app knows when a link is pending.
    public struct Situation: Hashable, Sendable {
        /// Whether somebody is signed in.
        public var isSignedIn: Bool
        /// Whether the selected community has loaded.
        public var isCommunityLoaded: Bool
        /// Whether the account is a hosted one.
        public var isHosted: Bool
        /// Whether the community supports remote agents.
        public var supportsRemoteAgents: Bool
        /// Whether the account's agents have been reloaded since the link arrived.
        public var areAgentsReloaded: Bool
        /// Whether an agent's set-up was begun and not finished.
        public var hasUnfinishedSetup: Bool
        /// What the Agents page shows.
        public var agentsPage: AgentsPage
        /// What is known of an agent card.
        public var card: Card

        /// States a situation; left out is what a fresh start has not found out yet.
        public init(
            isSignedIn: Bool = false, isCommunityLoaded: Bool = false, isHosted: Bool = false,
            supportsRemoteAgents: Bool = false, areAgentsReloaded: Bool = false,
            hasUnfinishedSetup: Bool = false,
            agentsPage: AgentsPage = .closed, card: Card = .notAsked
        ) {
            self.isSignedIn = isSignedIn
            self.isCommunityLoaded = isCommunityLoaded
            self.isHosted = isHosted
            self.supportsRemoteAgents = supportsRemoteAgents
            self.areAgentsReloaded = areAgentsReloaded
            self.hasUnfinishedSetup = hasUnfinishedSetup
            self.agentsPage = agentsPage
            self.card = card
        }
    }

    /// What the Agents page shows.
    public enum AgentsPage: Hashable, Sendable, CaseIterable {
        /// The page is not open.
        case closed
        /// The list and nothing over it.
        case list
        /// A form that somebody may be filling in.
        case form
        /// An agent's profile.
        case profile
        /// A dialog.
        case dialog
    }

    /// What is known of an agent card; the id says which, so that an answer for an older link is not taken
    /// for this one's.
    public enum Card: Hashable, Sendable {
        /// No card has been asked for.
        case notAsked
        /// The card is there.
        case loaded(id: String)
        /// The card can't be had.
        case failed(id: String)
    }

    /// What to do with a pending link.
    public enum Decision: Hashable, Sendable {
        /// Keep it until something has happened.
        case wait(Reason)
        /// Open it.
        case open(DeepLink)
        /// Open it in place of the list of agents.
        case replace(DeepLink)
        /// Forget it, and say why.
        case drop(Fault)
    }

    /// What a link waits for.
    public enum Reason: Hashable, Sendable, CaseIterable {
        /// Somebody signs in.
        case signIn
        /// The community loads.
        case community
        /// The account's agents are reloaded: the app starts that now.
        case agents
        /// The agent's card is loaded or fails to: the app starts that now.
        case card
        /// The Agents page is back at its list or closed.
        case agentsPage
    }

    /// Why a link was dropped.
    public enum Fault: Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// The account is not a hosted one.
        case notHosted
        /// The community has no remote agents.
        case noRemoteAgents
        /// An agent's set-up is not finished.
        case unfinishedSetup
        /// The card can't be loaded.
        case cardUnavailable

        /// A message for the person who tapped the link.
        public var description: String {
            switch self {
            case .notHosted: "Shared agents need a hosted account. Sign in with one and open the link again."
            case .noRemoteAgents: "This community doesn't support remote agents. Switch to one that does."
            case .unfinishedSetup:
                "Finish or discard the agent you were setting up, then open the link again."
            case .cardUnavailable: "The shared agent couldn't be loaded. Try the link again later."
            }
        }
    }

    /// Decides about a link.
    ///
    /// An invite opens at once: it is how people without an account come in. The links to content wait for
    /// sign-in and the community. An agent link further needs a hosted account and a community with remote
    /// agents, then the reloaded agents (they tell of an unfinished set-up), then its card; and it takes the
    /// place of a bare list only.
    public static func decide(_ link: DeepLink, in situation: Situation) -> Decision {
        if case .invite = link { return .open(link) }
        guard situation.isSignedIn else { return .wait(.signIn) }
        guard situation.isCommunityLoaded else { return .wait(.community) }
        guard case .agent(let agent) = link else { return .open(link) }
        guard situation.isHosted else { return .drop(.notHosted) }
        guard situation.supportsRemoteAgents else { return .drop(.noRemoteAgents) }
        guard situation.areAgentsReloaded else { return .wait(.agents) }
        guard !situation.hasUnfinishedSetup else { return .drop(.unfinishedSetup) }
        switch situation.card {
        case .failed(agent.card): return .drop(.cardUnavailable)
        case .loaded(agent.card): break
        case .notAsked, .loaded, .failed: return .wait(.card)
        }
        return switch situation.agentsPage {
        case .closed: .open(link)
        case .list: .replace(link)
        case .form, .profile, .dialog: .wait(.agentsPage)
        }
    }
}
