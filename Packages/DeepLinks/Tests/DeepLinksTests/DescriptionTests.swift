import DeepLinks
import Testing

@Suite("What errors and links say")
struct DescriptionTests {
    static let errors: [DeepLinkError] =
        [
            .tooLong(bytes: 8_193, limit: 8_192), .unsupportedScheme, .unsupportedHost,
            .desktopOnly(.connect),
            .desktopOnly(.addCommunity), .notAnOrigin, .insecure, .privateAddress, .ambiguousAddress,
            .unmappableHost("\u{FF11}"), .hasCredentials, .hasFragment,
        ]
        + DeepLinkPart.allCases.flatMap { part -> [DeepLinkError] in
            [.missing(part), .malformed(part), .duplicate(part)]
        }

    @Test("each error is a sentence of its own")
    func sentences() {
        for error in Self.errors {
            #expect(error.description.hasSuffix(".") && error.description.count > 30, "\(error)")
        }
        // Both desktop links say the same.
        #expect(Set(Self.errors.map(\.description)).count == Self.errors.count - 1)
        #expect(Set(LinkGate.Fault.allCases.map(\.description)).count == LinkGate.Fault.allCases.count)
        #expect(DeepLinkError.unmappableHost("\u{FF11}").description.contains("U+FF11"))
    }

    @Test("codes, receipts and ids are in no description")
    func secrets() throws {
        let secret = "s3cret"
        let link = try #require(invite("wss://r.example", code: secret, receipt: secret + "2"))
        var pending = PendingLink(link)
        let texts = [
            "\(link)", String(describing: pending.advance(in: .init())),
            "\(LinkGate.decide(link, in: .init()))",
            String(describing: agent(secret)),
            String(describing: Outcome(of: "https://r.example/invite/\(secret)%")),
            String(describing: Outcome(of: "buzz://join?relay=wss://r.example/\(secret)&code=\(secret)")),
        ]
        for text in texts { #expect(!text.contains(secret), "\(text)") }
        guard case .invite(let invite) = link else { return }
        #expect("\(invite)" == "an invite to wss://r.example")
    }
}
