import AgentCards
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

@Test("the README's example")
func readmeExample() throws {
    let environment = try HostedEnvironment(.custom, avatarsOrigin: "https://cdn.example")
    let id = try AgentCardID(linkValue: "my%20agent")
    print(AgentCardAddress(id: id, in: environment).url)  // https://cdn.example/my%20agent/agent.json

    let draft = AgentCardDraft(name: "Notes\tBot", instructions: "Write down what was decided.")
    for problem in draft.problems { print(problem) }
    // The name contains U+0009; use letters, numbers, spaces, dots, hyphens and underscores.

    #expect(AgentCardAddress(id: id, in: environment).url == "https://cdn.example/my%20agent/agent.json")
    #expect(draft.problems == [.nameContains("\t")])
}
