import DeepLinks
import Testing

private let card = "card"
private let ready = LinkGate.Situation(
    isSignedIn: true, isCommunityLoaded: true, isHosted: true, supportsRemoteAgents: true,
    areAgentsReloaded: true,
    card: .loaded(id: card))

private func situation(_ change: (inout LinkGate.Situation) -> Void) -> LinkGate.Situation {
    var situation = ready
    change(&situation)
    return situation
}

@Suite("Pending links")
struct PendingLinkTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let situation: LinkGate.Situation
        let waits: LinkGate.Reason?
        let drops: LinkGate.Fault?
        let replaces: Bool
        var testDescription: String { name }

        init(
            _ name: String, _ situation: LinkGate.Situation, waits: LinkGate.Reason? = nil,
            drops: LinkGate.Fault? = nil, replaces: Bool = false
        ) {
            self.name = name
            self.situation = situation
            self.waits = waits
            self.drops = drops
            self.replaces = replaces
        }
    }

    static let rows = [
        Row("a fresh start", .init(), waits: .signIn),
        Row("signed out, all else known", situation { $0.isSignedIn = false }, waits: .signIn),
        Row("the community loads", situation { $0.isCommunityLoaded = false }, waits: .community),
        Row(
            "what is not known yet is no fault",
            situation {
                $0.isCommunityLoaded = false
                $0.isHosted = false
                $0.hasUnfinishedSetup = true
            }, waits: .community),
        Row("the account is not hosted", situation { $0.isHosted = false }, drops: .notHosted),
        Row("no remote agents", situation { $0.supportsRemoteAgents = false }, drops: .noRemoteAgents),
        Row("agents not reloaded", situation { $0.areAgentsReloaded = false }, waits: .agents),
        Row(
            "an unfinished set-up counts once the agents are reloaded",
            situation {
                $0.areAgentsReloaded = false
                $0.hasUnfinishedSetup = true
            }, waits: .agents),
        Row("an unfinished set-up", situation { $0.hasUnfinishedSetup = true }, drops: .unfinishedSetup),
        Row("the card was not asked for", situation { $0.card = .notAsked }, waits: .card),
        Row("another card is there", situation { $0.card = .loaded(id: "other") }, waits: .card),
        Row("another card failed", situation { $0.card = .failed(id: "other") }, waits: .card),
        Row("the card failed", situation { $0.card = .failed(id: card) }, drops: .cardUnavailable),
        Row(
            "the card failed while a form is open",
            situation {
                $0.card = .failed(id: card)
                $0.agentsPage = .form
            }, drops: .cardUnavailable),
        Row("a form is open", situation { $0.agentsPage = .form }, waits: .agentsPage),
        Row("a profile is open", situation { $0.agentsPage = .profile }, waits: .agentsPage),
        Row("a dialog is open", situation { $0.agentsPage = .dialog }, waits: .agentsPage),
        Row("the bare list is open", situation { $0.agentsPage = .list }, replaces: true),
        Row("all is ready", ready),
    ]

    @Test("an agent link", arguments: rows)
    func agentLink(row: Row) throws {
        let link = try #require(agent(card))
        let expected: LinkGate.Decision =
            if let reason = row.waits {
                .wait(reason)
            } else if let fault = row.drops {
                .drop(fault)
            } else {
                row.replaces ? .replace(link) : .open(link)
            }
        #expect(LinkGate.decide(link, in: row.situation) == expected)
        var pending = PendingLink(link)
        #expect(pending.advance(in: row.situation) == expected)
        #expect(pending.link == (row.waits == nil ? nil : link))
    }

    /// Every situation there is, the cards by their three kinds and the page by its five.
    static let situations: [LinkGate.Situation] = (0..<64).flatMap { bits in
        LinkGate.AgentsPage.allCases.flatMap { page in
            [LinkGate.Card.notAsked, .loaded(id: card), .failed(id: card), .loaded(id: "other")].map { card in
                LinkGate.Situation(
                    isSignedIn: bits & 1 != 0, isCommunityLoaded: bits & 2 != 0, isHosted: bits & 4 != 0,
                    supportsRemoteAgents: bits & 8 != 0, areAgentsReloaded: bits & 16 != 0,
                    hasUnfinishedSetup: bits & 32 != 0, agentsPage: page, card: card)
            }
        }
    }

    @Test("in every situation an agent link opens only when all that it needs is there")
    func everySituation() throws {
        let link = try #require(agent(card))
        for situation in Self.situations {
            let needs =
                situation.isSignedIn && situation.isCommunityLoaded && situation.isHosted
                && situation.supportsRemoteAgents && situation.areAgentsReloaded
                && !situation.hasUnfinishedSetup
                && situation.card == .loaded(id: card)
            switch LinkGate.decide(link, in: situation) {
            case .open(let opened): #expect(needs && situation.agentsPage == .closed && opened == link)
            case .replace(let opened): #expect(needs && situation.agentsPage == .list && opened == link)
            case .wait(.agentsPage):
                #expect(needs && ![.closed, .list].contains(situation.agentsPage))
            case .wait, .drop: #expect(!needs)
            }
        }
    }

    @Test("a link to content waits for sign-in and community alone, an invite for nothing")
    func others() throws {
        let content = try [
            #require(message()), .repository(#require(address(a64, "x"))),
            .project(#require(address(a64, "x"))),
            .pullRequest(#require(event())), .issue(#require(event())),
        ]
        let join = try #require(invite("wss://r.example", code: "x"))
        for situation in Self.situations {
            #expect(LinkGate.decide(join, in: situation) == .open(join))
            for link in content {
                let expected: LinkGate.Decision =
                    !situation.isSignedIn
                    ? .wait(.signIn) : !situation.isCommunityLoaded ? .wait(.community) : .open(link)
                #expect(LinkGate.decide(link, in: situation) == expected)
            }
        }
    }

    @Test("the newest link wins the slot, and tells which it pushed out")
    func newest() throws {
        let old = try #require(agent("old"))
        let new = try #require(message())
        var pending = PendingLink()
        #expect(pending.advance(in: ready) == nil)
        #expect(pending.offer(old) == nil)
        #expect(pending.offer(new) == old)
        #expect(pending.advance(in: .init()) == .wait(.signIn))
        #expect(pending.advance(in: ready) == .open(new))
        #expect(pending.link == nil)
        #expect(pending.advance(in: ready) == nil)
    }

    @Test("a card that was loaded for the link pushed out doesn't open the newest one")
    func staleCard() throws {
        var pending = PendingLink(agent(card))
        let newest = try #require(agent("newest"))
        pending.offer(newest)
        #expect(pending.advance(in: ready) == .wait(.card))
        #expect(pending.advance(in: situation { $0.card = .loaded(id: "newest") }) == .open(newest))
    }

    @Test("a link is removed only while it is the one in the slot")
    func remove() throws {
        let old = try #require(agent("old"))
        let new = try #require(agent("new"))
        var pending = PendingLink(old)
        pending.offer(new)
        let removedOld = pending.remove(old)
        #expect(!removedOld && pending.link == new)
        let removedNew = pending.remove(new)
        #expect(removedNew && pending.link == nil)
    }
}
