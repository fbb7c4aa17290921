import AgentCards
import DeepLinks
import HTTPTransport
import Testing

/// The form for a new agent from a tapped link, or what to tell the person instead.
func draft(
    for link: AgentLink, in environment: HostedEnvironment, catalog: AgentCatalog?,
    over transport: any HTTPTransport
) async throws(AgentCardError) -> AgentCardDraft {
    let card = try await AgentCard.fetch(link, in: environment, over: transport) { progress in
        print("\(progress.received) of \(progress.expected.map(String.init) ?? "?") bytes")
    }
    let draft = AgentCardDraft(card, catalog: catalog)
    for leftOut in draft.leftOut { print(leftOut) }
    for problem in draft.problems { print(problem) }
    return draft
}

@Test("the README's example")
func readmeExample() async throws {
    let body = cardText(id: "\"my agent\"", name: "\"Notes\\tBot\"", more: ",\"model\":\"old\"")
    let server = try ScriptedServer(
        answering: "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    defer { server.stop() }
    let environment = try HostedEnvironment(.custom, avatarsOrigin: server.url, allowsLoopbackHTTP: true)
    let catalog = AgentCatalog(models: [.init(id: "new", reasoningEfforts: ["low"])])
    let draft = try await draft(
        for: AgentLink(card: "my agent"), in: environment, catalog: catalog, over: CurlTransport())
    #expect(
        draft.leftOut.map(\.description) == [
            "The model \"old\" was left out: it is not offered here. Choose one."
        ])
    #expect(
        draft.problems.map(\.description) == [
            "The name contains U+0009; use letters, numbers, spaces, dots, hyphens and underscores."
        ])
}
