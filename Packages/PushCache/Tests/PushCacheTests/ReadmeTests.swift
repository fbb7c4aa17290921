internal import NostrCore
internal import PushCache
internal import Testing

@Suite("The README's example")
struct ReadmeTests {
    private let directory = TemporaryDirectory()

    @Test("compiles, and does what the README says")
    func example() throws {
        let cachesDirectory = directory.path
        let pubkey = SHA256.hash(Array("account".utf8))
        let event = (id: EventID(SHA256.hash(Array("event".utf8))), createdAt: WallClock.now())
        var shown: [EventID] = []
        func show(_ candidate: Candidate) { shown.append(candidate.id) }
        func showGenericText() {}

        // README: begin
        let cache = PushCache(directory: cachesDirectory)
        let chess = Scope(communityID: "chess-club", pubkey: pubkey)
        let work = Scope(communityID: "work", pubkey: pubkey)  // its query failed: configured all the same

        let outcome = cache.claimNewest(
            among: [chess: [Candidate(id: event.id, createdAt: event.createdAt)]],
            configured: [chess, work], now: WallClock.now())

        if let winner = outcome.winner { show(winner.candidate) } else { showGenericText() }
        for fault in outcome.faults { print(fault) }  // nothing, as long as the disk is well
        // README: end

        #expect(shown == [event.id])
        #expect(outcome.faults.isEmpty)
    }
}
