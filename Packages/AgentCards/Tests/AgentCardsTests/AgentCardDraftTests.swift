import AgentCards
import DeepLinks
import Testing

@Suite struct AgentCardDraftTests {
    @Test(
        "L07 names with a problem",
        arguments: [
            ("", [.nameIsEmpty]), (String(repeating: "a", count: 65), [.nameIsTooLong(count: 65)]),
            ("a\tb", [.nameContains("\t")]), ("a\r\nb", [.nameContains("\r")]), ("a/b", [.nameContains("/")]),
            ("a\u{202E}b", [.nameContains("\u{202E}")]), ("a\u{A0}b", [.nameContains("\u{A0}")]),
            ("🤖", [.nameContains("\u{1F916}")]), ("a\u{0}", [.nameContains("\0")]),
            (String(repeating: "a", count: 64) + "!", [.nameIsTooLong(count: 65), .nameContains("!")]),
        ] as [(String, [AgentCardDraft.Problem])])
    func problems(name: String, expected: [AgentCardDraft.Problem]) {
        let problems = AgentCardDraft(name: name).problems
        #expect(problems == expected)
        #expect(problems.allSatisfy { !$0.description.isEmpty })
    }

    @Test(
        "names without one",
        arguments: [
            "a", String(repeating: "a", count: 64), "Ann-Marie_2.0 b", "Zoë", "Zoe\u{308}", "日本語", "हिन्दी", "٣",
            "Ⅷ",
        ])
    func fine(name: String) {
        #expect(AgentCardDraft(name: name).problems.isEmpty)
    }

    @Test("instructions up to 20,000 characters")
    func instructions() {
        let most = String(repeating: "é", count: 20_000)
        #expect(AgentCardDraft(name: "a", instructions: most).problems.isEmpty)
        let problems = AgentCardDraft(name: "a", instructions: most + "x").problems
        #expect(problems == [.instructionsAreTooLong(count: 20_001)])
        #expect(
            AgentCardDraft(name: "", instructions: most + "x").problems == [
                .nameIsEmpty, .instructionsAreTooLong(count: 20_001),
            ])
    }

    @Test("a problem names a character that can't be seen")
    func description() {
        #expect(AgentCardDraft.Problem.nameContains("\t").description.contains("U+0009"))
        #expect(AgentCardDraft.Problem.nameContains("\u{1F916}").description.contains("U+1F916"))
    }
}

@Suite struct AgentCardChoiceTests {
    typealias LeftOut = AgentCardDraft.LeftOut

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The card's members.
        let model: String?
        let effort: String?
        /// What the form starts with.
        var chosen: (model: String?, effort: String?) = (nil, nil)
        var leftOut: [LeftOut] = []
        var isOffline = false
    }

    static let catalog = AgentCatalog(models: [
        .init(id: "small"), .init(id: "large", reasoningEfforts: ["low", "high"]),
        .init(id: "tiny", reasoningEfforts: ["low"]),
    ])

    static let rows = [
        Row(testDescription: "neither wished for", model: nil, effort: nil),
        Row(
            testDescription: "L07 a model that is not offered, with an effort", model: "old", effort: "high",
            leftOut: [
                .init(choice: .model, value: "old", reason: .notOffered),
                .init(choice: .reasoningEffort, value: "high", reason: .noModelChosen),
            ]),
        Row(
            testDescription: "L07 an effort offered for another model only", model: "tiny", effort: "high",
            chosen: ("tiny", nil),
            leftOut: [.init(choice: .reasoningEffort, value: "high", reason: .notOfferedForModel("tiny"))]),
        Row(
            testDescription: "a model without efforts", model: "small", effort: "low", chosen: ("small", nil),
            leftOut: [.init(choice: .reasoningEffort, value: "low", reason: .notOfferedForModel("small"))]),
        Row(
            testDescription: "an effort without a model", model: nil, effort: "low",
            leftOut: [.init(choice: .reasoningEffort, value: "low", reason: .noModelChosen)]),
        Row(
            testDescription: "another spelling of the model", model: "Large", effort: nil,
            leftOut: [.init(choice: .model, value: "Large", reason: .notOffered)]),
        Row(
            testDescription: "an empty model", model: "", effort: nil,
            leftOut: [.init(choice: .model, value: "", reason: .notOffered)]),
        Row(
            testDescription: "no catalog", model: "large", effort: "low",
            leftOut: [
                .init(choice: .model, value: "large", reason: .catalogUnavailable),
                .init(choice: .reasoningEffort, value: "low", reason: .catalogUnavailable),
            ], isOffline: true),
        Row(testDescription: "both offered", model: "large", effort: "high", chosen: ("large", "high")),
        Row(testDescription: "a model alone", model: "small", effort: nil, chosen: ("small", nil)),
    ]

    @Test("model and effort", arguments: rows)
    func choices(_ row: Row) throws {
        let model = row.model.map { ",\"model\":\"\($0)\"" } ?? ""
        let effort = row.effort.map { ",\"reasoningEffort\":\"\($0)\"" } ?? ""
        let card = try AgentCard(
            parsing: Array(cardText(more: model + effort).utf8), for: AgentLink(card: "x"))
        let draft = AgentCardDraft(card, catalog: row.isOffline ? nil : Self.catalog)
        #expect(draft.model == row.chosen.model)
        #expect(draft.reasoningEffort == row.chosen.effort)
        #expect(draft.leftOut == row.leftOut)
        #expect(draft.leftOut.allSatisfy { $0.description.contains(" was left out: ") })
        #expect(draft.name == "Notes")
        #expect(draft.avatar == card.avatar)
        #expect(draft.problems.isEmpty)
    }

    @Test(
        "L07 a card's name may be a problem of the draft",
        arguments: [
            ("\"" + String(repeating: "a", count: 65) + "\"", 1), ("\"a\\tb\"", 1),
            ("\"" + String(repeating: "a", count: 64) + "\"", 0),
        ])
    func names(name: String, count: Int) throws {
        let card = try AgentCard(parsing: Array(cardText(name: name).utf8), for: AgentLink(card: "x"))
        #expect(AgentCardDraft(card, catalog: nil).problems.count == count)
    }

    @Test("what is shown of a wish is short and can't turn the text around")
    func shown() {
        let value = "\u{202E}evil\n" + String(repeating: "x", count: 1_000)
        let text = LeftOut(choice: .model, value: value, reason: .notOfferedForModel(value)).description
        #expect(text.utf8.count < 250)
        #expect(!text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\n" })
    }
}
