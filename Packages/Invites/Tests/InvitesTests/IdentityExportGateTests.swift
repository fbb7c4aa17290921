import DeepLinks
import Invites
import NostrCore
import Testing

@Suite struct IdentityExportGateTests {
    typealias Scope = IdentityExportGate.Scope

    let scope: Scope

    init() throws {
        scope = Scope(
            key: try KeyPair.random().publicKey, relay: try Origin("wss://r.example"), session: "a")
    }

    func ask(_ gate: inout IdentityExportGate) throws -> IdentityExportGate.Prompt {
        let prompt = gate.ask(for: scope)
        return try #require(prompt)
    }

    /// A gate that was opened at 1000.
    func opened() throws -> IdentityExportGate {
        var gate = IdentityExportGate()
        let prompt = try ask(&gate)
        #expect(gate.answered(prompt, .granted, now: 1000) == true)
        return gate
    }

    @Test("closed at first")
    func closed() {
        var gate = IdentityExportGate()
        #expect(gate.decide(for: scope, now: 0) == .askAgain)
        #expect(!gate.isPrompting)
    }

    @Test("only granted opens", arguments: AuthorizationOutcome.allCases)
    func outcomes(outcome: AuthorizationOutcome) throws {
        var gate = IdentityExportGate()
        let prompt = try ask(&gate)
        let isOpen = outcome == .granted
        #expect(gate.answered(prompt, outcome, now: 1000) == isOpen)
        #expect(gate.decide(for: scope, now: 1000) == (isOpen ? .allowed : .askAgain))
        #expect(!gate.isPrompting)
    }

    @Test(
        "a grant lives strictly less than two minutes",
        arguments: [
            (1000, true), (1119, true), (1120, false), (1121, false), (999, false), (Int64.max, false),
            (Int64.min, false),
        ])
    func lifetime(now: Int64, isAllowed: Bool) throws {
        var gate = try opened()
        #expect(gate.decide(for: scope, now: now) == (isAllowed ? .allowed : .askAgain))
        // What was refused once is wiped.
        #expect(gate.decide(for: scope, now: 1000) == (isAllowed ? .allowed : .askAgain))
    }

    @Test("another key, relay or session is asked again, and wipes the grant")
    func scopes() throws {
        let others = [
            Scope(key: try KeyPair.random().publicKey, relay: scope.relay, session: "a"),
            Scope(key: scope.key, relay: try Origin("ws://r.example"), session: "a"),
            Scope(key: scope.key, relay: scope.relay, session: "b"),
        ]
        for other in others {
            var gate = try opened()
            #expect(gate.decide(for: other, now: 1000) == .askAgain)
            #expect(gate.decide(for: scope, now: 1000) == .askAgain)
        }
    }

    @Test("every end wipes")
    func ends() throws {
        var gate = try opened()
        gate.end()
        #expect(gate.decide(for: scope, now: 1000) == .askAgain)
    }

    @Test("one prompt at a time, and the outcome of an ended session is void")
    func prompts() throws {
        var gate = IdentityExportGate()
        let first = try ask(&gate)
        #expect(gate.ask(for: scope) == nil)
        gate.end()
        #expect(gate.isPrompting)
        #expect(gate.ask(for: scope) == nil)
        #expect(gate.answered(first, .granted, now: 1000) == false)
        #expect(gate.decide(for: scope, now: 1000) == .askAgain)
        let second = try ask(&gate)
        #expect(gate.answered(first, .granted, now: 1000) == false)
        #expect(gate.isPrompting)
        #expect(gate.answered(second, .granted, now: 1000) == true)
        #expect(gate.answered(second, .granted, now: 1100) == false)
        #expect(gate.decide(for: scope, now: 1120) == .askAgain)
    }

    @Test("asking again wipes what was granted")
    func again() throws {
        var gate = try opened()
        _ = gate.ask(for: scope)
        #expect(gate.decide(for: scope, now: 1000) == .askAgain)
    }
}
