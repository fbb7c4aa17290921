import DeepLinks
import Testing

private func open(_ text: String, saved: [Origin]) -> String {
    do throws(DeepLinkError) {
        switch try DeepLink.parse(text) {
        case .invite(let invite):
            if let index = invite.relay.position(among: saved) { return "switch to \(saved[index])" }
            return "join \(invite.relay)"
        case let link: return "open \(link)"
        }
    } catch {
        return error.description
    }
}

@Test("the README's example")
func readmeExample() throws {
    let saved = [try Origin("wss://r.example")]
    #expect(open("https://R.example:443/invite/x", saved: saved) == "switch to wss://r.example")
    #expect(open("https://b\u{FC}cher.example/invite/x", saved: saved) == "join wss://xn--bcher-kva.example")
    #expect(
        open("https://good.example@evil.example/invite/x", saved: saved)
            == "The link has a user name before the host, which can hide where it leads.")

    var pending = PendingLink()
    pending.offer(try .message(MessageLink(channel: u4, id: a64)))
    #expect(pending.advance(in: .init()) == .wait(.signIn))
    let opened = pending.advance(in: .init(isSignedIn: true, isCommunityLoaded: true))
    #expect(opened == .open(try .message(MessageLink(channel: u4, id: a64))))
}
