import DeepLinks
import Invites
import Testing

/// The check value of spec relay §6: 32 bytes of 7.
let randomCode = "v2.BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc"
/// The same page's code of the older form.
let signedCode =
    "eyJjIjoiMDAwMDAwMDAtMDAwMC0wMDAwLTAwMDAtMDAwMDAwMDAwMDAxIiwiciI6Im1lbWJlciIsImUiOjE3NjcwMDAwMDAsIm4iOiJBQUFB"
    + "QUFBQUFBQUFBQUFBQUFBQUFBIn0.R07u1iiHs9VbLT2gZ61rXiC8dFbxJ4WQWLyAtQnyDL0"

@Suite struct InviteCodeTests {
    static let tail = String(randomCode.dropFirst(3))

    static let wrong: [String] = [
        "", "v2", "v2.", ".", "a.b", "\(randomCode.dropLast())d", "\(randomCode)=", "\(randomCode) ",
        "\(randomCode)\n", "V2.\(tail)", "v2.\(tail.dropLast())", "\(randomCode)c", "\(randomCode).",
        ".\(randomCode)", "v3.\(tail)", "v2.\(randomCode)", "v2.+\(tail.dropFirst())",
        "v2./\(tail.dropFirst())", "v2.\u{FF22}\(tail.dropFirst())", "v2.%42\(tail.dropFirst())",
        "\(signedCode.dropFirst())", "\(signedCode.dropLast())", "e30=.\(tail)",
    ]

    @Test("K04 refused", arguments: wrong)
    func refused(code: String) {
        #expect(InviteCodeForm(code) == nil)
    }

    @Test("K04 1,025 bytes are too many, 1,024 not")
    func length() {
        let tail = "." + randomCode.dropFirst(3)
        let letters = "eyJ" + String(repeating: "A", count: 977)
        #expect((letters + tail).utf8.count == 1024)
        #expect(InviteCodeForm(letters + tail) == .signed)
        #expect(InviteCodeForm(letters + "A" + tail) == nil)
    }

    @Test(
        "K04 accepted",
        arguments: [
            (randomCode, .random), (signedCode, .signed),
            ("v2.__-_\(randomCode.dropFirst(7))", .random), ("e30.\(tail)", .signed),
        ] as [(String, InviteCodeForm)])
    func accepted(code: String, form: InviteCodeForm) {
        #expect(InviteCodeForm(code) == form)
    }
}

@Suite struct PastedInviteTests {
    @Test(
        "refused before anything is connected",
        arguments: [
            ("", nil, .empty), (" \n", nil, .empty), (randomCode, nil, .needsRelay),
            ("hello", "wss://r.example", .damagedCode),
            ("https://r.example/invite/hello", nil, .damagedCode),
            ("https://r.example/invite/\(randomCode)%0A", nil, .link(.malformed(.code))),
            ("https://r.example/invite/\(randomCode)%20", nil, .damagedCode),
            ("https://r.example/invite/", nil, .link(.missing(.code))),
            ("https://r.example/invite/\(randomCode)#x", nil, .link(.hasFragment)),
            ("ws://203.0.113.5:3000/invite/\(randomCode)", nil, .link(.unsupportedScheme)),
            (
                "buzz://message?channel=dea3e723-4236-4230-9184-f4879264e6fa&id="
                    + String(repeating: "a", count: 64), nil, .notAnInvite
            ),
            // K05: the host is named, and no socket is opened.
            (randomCode, "ws://r.example", .relay(host: "r.example", reason: .insecure)),
            (randomCode, "wss://10.0.0.1", .relay(host: "10.0.0.1", reason: .privateAddress)),
            (randomCode, "", .relay(host: nil, reason: .unsupportedScheme)),
        ] as [(String, String?, PastedInviteError)])
    func refused(text: String, relay: String?, error: PastedInviteError) {
        #expect(throws: error) { try PastedInvite.read(text, relay: relay) }
        #expect(!error.description.contains("BwcH"))
    }

    @Test("K05 an unencrypted public address is refused with its host")
    func unencrypted() {
        let error = #expect(throws: PastedInviteError.self) {
            try PastedInvite.read(randomCode, relay: "ws://203.0.113.5:3000")
        }
        guard case .relay(host: "203.0.113.5", _)? = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
    }

    @Test(
        "each form, with the white space that pasting brings",
        arguments: [
            ("https://r.example/invite/\(randomCode)", nil),
            ("https://r.example/invite/\(randomCode)/\n", nil),
            ("buzz://join?relay=wss%3A%2F%2Fr.example&code=\(randomCode)", nil),
            (" \(randomCode)\n", "wss://R.example:443"),
        ] as [(String, String?)])
    func accepted(text: String, relay: String?) throws {
        let link = try PastedInvite.read(text, relay: relay)
        #expect(link.relay.text == "wss://r.example")
        #expect(link.code == randomCode)
    }
}
