internal import PushCache
internal import PushCacheFixtures
internal import Testing

private let noon: Int64 = 1_800_000_000

/// One decision: candidates and shown messages by (scope, event, created_at[, shown_at]).
struct SelectionRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var candidates: [(scope: Int, event: Int, at: Int64)] = []
    var shown: [(scope: Int, event: Int, at: Int64, shownAt: Int64)] = []
    var configured: [Int] = [0, 1]
    var revoked: [Int] = []
    let verdicts: [String]
}

@Suite("The decision, apart from all files")
struct ClaimSelectionTests {
    static let rows = [
        SelectionRow(testDescription: "no candidates", verdicts: []),
        SelectionRow(
            testDescription: "a shown one", candidates: [(0, 1, noon)], shown: [(0, 1, noon, noon)],
            verdicts: ["0/1 shown"]),
        SelectionRow(
            testDescription: "a revoked scope is skipped, though newest",
            candidates: [(0, 1, noon + 5), (1, 2, noon)], revoked: [0],
            verdicts: ["0/1 revoked", "1/2 won"]),
        SelectionRow(
            testDescription: "what a revoked scope showed sets no watermark",
            candidates: [(1, 2, noon - 5000)], shown: [(0, 1, noon, noon)], revoked: [0],
            verdicts: ["1/2 won"]),
        SelectionRow(
            testDescription: "901 s below the watermark of another scope: covered",
            candidates: [(1, 2, noon - 901)], shown: [(0, 1, noon, noon)], verdicts: ["1/2 covered"]),
        SelectionRow(
            testDescription: "900 s below: still inside the window",
            candidates: [(1, 2, noon - 900)], shown: [(0, 1, noon, noon)], verdicts: ["1/2 won"]),
        SelectionRow(
            testDescription: "a future-dated shown message counts as of when it was shown",
            candidates: [(0, 2, noon + 4)], shown: [(0, 1, 1_700_000_000_000, noon)], verdicts: ["0/2 won"]),
        SelectionRow(
            testDescription: "shown late: the earlier created_at counts",
            candidates: [(0, 2, noon - 950)], shown: [(0, 1, noon - 100, noon)], verdicts: ["0/2 won"]),
        SelectionRow(
            testDescription: "newest first, over all scopes; the others are outranked",
            candidates: [(0, 1, noon), (1, 2, noon + 1), (0, 3, noon - 1)],
            verdicts: ["1/2 won", "0/1 outranked", "0/3 outranked"]),
        SelectionRow(
            testDescription: "a tie goes to the lower id",
            candidates: [(0, 9, noon), (1, 8, noon)], verdicts: ["1/8 won", "0/9 outranked"]),
        SelectionRow(
            testDescription: "the same event in two scopes: each scope decides for itself",
            candidates: [(0, 1, noon), (1, 1, noon)], shown: [(0, 1, noon, noon)],
            verdicts: ["0/1 shown", "1/1 won"]),
        SelectionRow(
            testDescription: "the same event twice in one scope",
            candidates: [(0, 1, noon), (0, 1, noon)], verdicts: ["0/1 won", "0/1 shown"]),
        SelectionRow(
            testDescription: "verdicts behind the winner are told too",
            candidates: [(0, 1, noon + 1), (0, 2, noon), (1, 3, noon - 2000), (1, 4, noon - 1)],
            shown: [(0, 2, noon, noon)],
            verdicts: ["0/1 won", "0/2 shown", "1/4 outranked", "1/3 covered"]),
        SelectionRow(
            testDescription: "the least and the greatest time",
            candidates: [(0, 1, .min), (0, 2, .max)], shown: [(1, 3, 0, 0)],
            verdicts: ["0/2 won", "0/1 covered"]),
        SelectionRow(
            testDescription: "a watermark near the least time covers nothing",
            candidates: [(0, 1, .min)], verdicts: ["0/1 won"]),
    ]

    @Test(arguments: rows)
    func verdicts(_ row: SelectionRow) {
        var candidates: [Scope: [Candidate]] = [:]
        for candidate in row.candidates {
            candidates[Fixtures.scope(candidate.scope), default: []].append(
                Fixtures.candidate(candidate.event, at: candidate.at))
        }
        var shown = Dictionary(
            uniqueKeysWithValues: row.configured.map { (Fixtures.scope($0), [StoreEntry]()) })
        for entry in row.shown {
            shown[Fixtures.scope(entry.scope), default: []].append(
                StoreEntry(Fixtures.candidate(entry.event, at: entry.at), shownAt: entry.shownAt))
        }
        let selection = ClaimSelection.choose(
            among: candidates, shown: shown, revoked: Set(row.revoked.map(Fixtures.scope)))
        let outcome = ClaimOutcome(selection)
        #expect(outcome.verdicts == row.verdicts)
        let winners = selection.judgements.filter { $0.verdict == .won }.map(\.choice)
        #expect(winners == selection.winner.map { [$0] } ?? [])
    }

    @Test("the same scope by other spellings of its id is another scope")
    func scopesByBytes() {
        let composed = Scope(communityID: "caf\u{E9}", pubkey: Fixtures.scope(0).pubkey)
        let decomposed = Scope(communityID: "cafe\u{301}", pubkey: Fixtures.scope(0).pubkey)
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(composed.fileStem != decomposed.fileStem)
    }

    @Test("the file's name is the hash of community, NUL and key")
    func fileStem() {
        // printf 'community-0\0%064d' 0 | sha256sum
        let expected = "08b96c4167e125c6fc3e59336a5b60d430090969e44925ed15239ae4da52e97f"
        #expect(Fixtures.scope(0).fileStem == expected)
    }
}
