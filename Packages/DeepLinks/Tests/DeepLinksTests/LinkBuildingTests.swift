import DeepLinks
import Testing

@Suite("Building links")
struct LinkBuildingTests {
    @Test("the canonical text of each link")
    func texts() throws {
        #expect(message(thread: b64)?.text == "buzz://message?channel=\(u4)&id=\(a64)&thread=\(b64)")
        #expect(message(u5)?.text == "buzz://message?channel=\(u5)&id=\(a64)")
        #expect(invite("wss://r.example:8443", code: "x")?.text == "https://r.example:8443/invite/x")
        #expect(
            invite("wss://r.example", code: "x", receipt: "a=")?.text
                == "buzz://join?relay=wss%3A%2F%2Fr.example&code=x&policy_receipt=a%3D")
        #expect(agent("a b")?.text == "buzz://agent/new?card=a%20b")
        #expect(
            address(a64, "x y").map { DeepLink.repository($0).text } == "buzz://repo?owner=\(a64)&d=x%20y")
        #expect(address(a64, "p").map { DeepLink.project($0).text } == "buzz://project?owner=\(a64)&d=p")
        #expect(event().map { DeepLink.pullRequest($0).text } == "buzz://pr?id=\(a64)")
        #expect(
            event(in: address(b64, "\u{FC}")).map { DeepLink.issue($0).text }
                == "buzz://issue?id=\(a64)&owner=\(b64)&d=%C3%BC")
    }

    @Test("a plus is written as %2B and a space as %20, so that readers of forms agree (M01)")
    func plus() throws {
        let relay = try RelayOrigin("wss://r.example")
        let link = try InviteLink(relay: relay, code: "a+b+c d")
        #expect(link.handOffText == "buzz://join?relay=wss%3A%2F%2Fr.example&code=a%2Bb%2Bc%20d")
        #expect(link.shareText == "https://r.example/invite/a%2Bb%2Bc%20d")
    }

    @Test("the form for sharing leaves out the receipt, which is one person's")
    func receipt() throws {
        let link = try InviteLink(relay: RelayOrigin("wss://r.example"), code: "x", policyReceipt: "r")
        #expect(link.shareText == "https://r.example/invite/x")
        #expect(Outcome(of: link.handOffText) == .link(.invite(link)))
    }

    @Test("what no link can carry can't be built")
    func refused() throws {
        let relay = try RelayOrigin("wss://r.example")
        #expect(throws: DeepLinkError.malformed(.channel)) { try MessageLink(channel: "x", id: a64) }
        #expect(throws: DeepLinkError.malformed(.id)) { try MessageLink(channel: u4, id: "") }
        #expect(throws: DeepLinkError.malformed(.thread)) {
            try MessageLink(channel: u4, id: a64, thread: "xyz")
        }
        #expect(throws: DeepLinkError.missing(.code)) { try InviteLink(relay: relay, code: "") }
        #expect(throws: DeepLinkError.malformed(.code)) { try InviteLink(relay: relay, code: "..") }
        #expect(throws: DeepLinkError.malformed(.code)) { try InviteLink(relay: relay, code: "a\nb") }
        #expect(throws: DeepLinkError.missing(.policyReceipt)) {
            try InviteLink(relay: relay, code: "x", policyReceipt: "")
        }
        #expect(throws: DeepLinkError.malformed(.card)) { try AgentLink(card: "a/b") }
        #expect(throws: DeepLinkError.missing(.identifier)) { try EntityAddress(owner: a64, identifier: "") }
        #expect(throws: DeepLinkError.malformed(.owner)) {
            try EntityAddress(owner: "npub1x", identifier: "x")
        }
        #expect(throws: DeepLinkError.malformed(.id)) { try EntityEvent(id: "1") }
    }

    @Test("whatever can be built is read back byte for byte")
    func roundTrip() {
        var random = SeededGenerator(label: "links")
        var built = 0
        for _ in 0..<3_000 {
            guard let link = randomLink(&random) else { continue }
            built += 1
            check(link, text: link.text)
            if case .invite(let invite) = link {
                check(link, text: invite.handOffText)
                if invite.policyReceipt == nil { check(link, text: invite.shareText) }
            }
        }
        // A few codes are a control character or dots, which are refused.
        #expect(built > 2_000)
    }

    @Test("no damage makes a trap or a half link: what is still read is written and read as the same")
    func damage() {
        var random = SeededGenerator(label: "damage")
        let pieces = [
            "%", "%00", "%2F", "#", "?", "&", "=", "@", ":", "/", "//", "[", "]", ".", "xn--", "\u{FF0E}",
            "0x7f", " ",
        ]
        for _ in 0..<5_000 {
            guard let link = randomLink(&random) else { continue }
            var text = Array(link.text)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0...text.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: text.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: place)
                case 1:
                    text.removeSubrange(
                        place..<min(text.count, place + Int.random(in: 0..<9, using: &random)))
                default: if place < text.count { text[place] = "\u{41}" }
                }
            }
            for policy in [DeepLinkPolicy.production, .development] {
                if case .link(let read) = Outcome(of: String(text), policy: policy) {
                    #expect(Outcome(of: read.text, policy: policy) == .link(read), "\(String(text))")
                }
            }
        }
    }

    /// Equality of texts folds canonically equivalent ones, so bytes are compared too.
    private func check(_ link: DeepLink, text: String) {
        guard case .link(let read) = Outcome(of: text, policy: .development) else {
            Issue.record("\(text) is refused: \(Outcome(of: text, policy: .development))")
            return
        }
        #expect(read == link, "\(text)")
        #expect(read.text.utf8.elementsEqual(link.text.utf8), "\(text)")
    }

    private func randomLink(_ random: inout SeededGenerator) -> DeepLink? {
        let development = DeepLinkPolicy.development
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            return message(
                uuid(&random), id: hex(&random), thread: Bool.random(using: &random) ? hex(&random) : nil)
        case 1, 2:
            let hosts = [
                "r.example", "xn--bcher-kva.example", "8.8.8.8", "[2606:4700::1]", "localhost", "[::1]",
            ]
            let host = hosts.randomElement(using: &random) ?? ""
            let port = Bool.random(using: &random) ? "" : ":\(Int.random(in: 1...65_535, using: &random))"
            return invite(
                "wss://\(host)\(port)", code: text(&random),
                receipt: Bool.random(using: &random) ? text(&random) : nil,
                policy: development)
        case 3: return agent(text(&random))
        case 4: return address(hex(&random), text(&random)).map { .repository($0) }
        case 5: return address(hex(&random), text(&random)).map { .project($0) }
        default:
            let repository = Bool.random(using: &random) ? address(hex(&random), text(&random)) : nil
            let event = event(hex(&random), in: repository)
            return Bool.random(using: &random) ? event.map { .pullRequest($0) } : event.map { .issue($0) }
        }
    }

    private func hex(_ random: inout SeededGenerator) -> String {
        (0..<64).map { _ in String(Int.random(in: 0..<16, using: &random), radix: 16) }.joined()
    }

    private func uuid(_ random: inout SeededGenerator) -> String {
        let digits = Array(hex(&random))
        return [digits[..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
            .map { String($0) }.joined(separator: "-")
    }

    private func text(_ random: inout SeededGenerator) -> String {
        let pieces = [
            "a", "Z", "0", "+", " ", "%", "&", "=", "#", "?", "/", ".", "..", "~", "\u{E9}", "e\u{301}",
            "\u{1F355}",
            "%2F", "\"", "\u{202E}", "\u{2028}", "\r\n",
        ]
        let end = Bool.random(using: &random) ? pieces.count - 1 : 8
        return (0..<Int.random(in: 1..<20, using: &random)).map { _ in
            pieces[Int.random(in: 0..<end, using: &random)]
        }
        .joined()
    }
}
