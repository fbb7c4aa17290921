import DeepLinks
import Testing

/// A host, and what it is read as for a relay in production.
struct HostRow: Sendable, CustomTestStringConvertible {
    let host: String
    let canonical: String?
    let error: DeepLinkError?
    var testDescription: String { host.debugDescription }

    /// A host that is refused.
    init(_ host: String, _ error: DeepLinkError) {
        self.host = host
        canonical = nil
        self.error = error
    }

    /// A host that is accepted, and its one spelling.
    init(_ host: String, is canonical: String) {
        self.host = host
        self.canonical = canonical
        error = nil
    }
}

/// Edge cases M05, M06 and M08 of the specification, and the rest of their kinds.
@Suite("Relay hosts")
struct HostTests {
    static let numbers = [
        HostRow("017700000001", .ambiguousAddress), HostRow("2130706433", .ambiguousAddress),
        HostRow("0x7f000001", .ambiguousAddress), HostRow("0X7F000001", .ambiguousAddress),
        HostRow("127.1", .ambiguousAddress), HostRow("127.0.1", .ambiguousAddress),
        HostRow("127.0.0.01", .ambiguousAddress), HostRow("127.0.0.0x1", .ambiguousAddress),
        HostRow("0177.0.0.1", .ambiguousAddress), HostRow("1.2.3.256", .ambiguousAddress),
        HostRow("1.2.3.4.5", .ambiguousAddress), HostRow("1.2.3.4.", is: "1.2.3.4"),
        HostRow("0", .ambiguousAddress), HostRow("0x", .ambiguousAddress),
        HostRow("8.8.8.8.0x8", .ambiguousAddress),
        HostRow("00.0.0.0", .ambiguousAddress), HostRow("relay.123", .ambiguousAddress),
        HostRow("relay.0x1f.", .ambiguousAddress), HostRow("4294967296", .ambiguousAddress),
        HostRow("99999999999999999999999999", .ambiguousAddress), HostRow("1..2.3", .malformed(.host)),
        HostRow("127.0.0.1..", .malformed(.host)), HostRow("-1.0.0.1", .malformed(.host)),
        HostRow("+1.0.0.1", .malformed(.host)), HostRow("1.2.3.4%00", .malformed(.host)),
        HostRow("\u{FF11}.2.3.4", .unmappableHost("\u{FF11}")),
        HostRow("\u{2460}.2.3.4", .unmappableHost("\u{2460}")),
        HostRow("8\u{3002}8\u{3002}8\u{3002}8", .unmappableHost("\u{3002}")),
        HostRow("\u{661}.2.3.4", .unmappableHost("\u{661}")),
        HostRow("169.254.169.254", .privateAddress), HostRow("169.254.169.254.", .privateAddress),
        HostRow("10.0.0.1", .privateAddress), HostRow("127.0.0.1", .privateAddress),
        HostRow("0.0.0.0", .privateAddress), HostRow("255.255.255.255", .privateAddress),
        HostRow("8.8.8.8", is: "8.8.8.8"), HostRow("0x.example", is: "0x.example"),
        HostRow("1.example", is: "1.example"),
        HostRow("1.2.3.4a", is: "1.2.3.4a"), HostRow("0xfg", is: "0xfg"),
    ]

    static let versionSix = [
        HostRow("[::ffff:10.0.0.1]", .privateAddress), HostRow("[::ffff:a00:1]", .privateAddress),
        HostRow("[::ffff:8.8.8.8]", .privateAddress), HostRow("[::8.8.8.8]", .privateAddress),
        HostRow("[::7f00:1]", .privateAddress), HostRow("[::ffff:0:8.8.8.8]", .privateAddress),
        HostRow("[::1]", .privateAddress), HostRow("[0:0:0:0:0:0:0:1]", .privateAddress),
        HostRow("[::]", .privateAddress),
        HostRow("[fe80::1]", .privateAddress), HostRow("[fc00::1]", .privateAddress),
        HostRow("[fd12::1]", .privateAddress),
        HostRow("[ff02::1]", .privateAddress), HostRow("[100::1]", .privateAddress),
        HostRow("[64:ff9b::7f00:1]", .privateAddress), HostRow("[64:ff9b::8.8.8.8]", .privateAddress),
        HostRow("[5f00::1]", .privateAddress), HostRow("[2002:7f00:1::]", .privateAddress),
        HostRow("[2002:808:808::]", .privateAddress), HostRow("[2001:db8::1]", .privateAddress),
        HostRow("[2001:0:1::1]", .privateAddress), HostRow("[2001:2::1]", .privateAddress),
        HostRow("[2001:10::1]", .privateAddress), HostRow("[2001:1::]", .privateAddress),
        HostRow("[2001:1::4]", .privateAddress), HostRow("[2001:1:0:0:1::1]", .privateAddress),
        HostRow("[2001:1ff:ffff::1]", .privateAddress), HostRow("[2001:4:113::1]", .privateAddress),
        HostRow("[2001:40::1]", .privateAddress), HostRow("[3fff::1]", .privateAddress),
        HostRow("[3fff:fff:ffff::1]", .privateAddress), HostRow("[1fff:ffff::1]", .privateAddress),
        HostRow("[4000::]", .privateAddress),
        HostRow("[fe80::1%25en0]", .malformed(.host)), HostRow("[fe80::1%en0]", .malformed(.host)),
        HostRow("[", .malformed(.host)), HostRow("[]", .malformed(.host)), HostRow("[:]", .malformed(.host)),
        HostRow("[:::]", .malformed(.host)), HostRow("[2001:4860::1", .malformed(.host)),
        HostRow("[[2001:4860::1]]", .malformed(.host)), HostRow("[2001:4860::1]x", .malformed(.host)),
        HostRow("[1:2:3:4:5:6:7]", .malformed(.host)), HostRow("[1:2:3:4:5:6:7:8:9]", .malformed(.host)),
        HostRow("[2600:2:3:4:5:6:7::8]", .malformed(.host)), HostRow("[2600::1::2]", .malformed(.host)),
        HostRow("[2600::12345]", .malformed(.host)), HostRow("[2600::g]", .malformed(.host)),
        HostRow("[2600::1.2.3]", .malformed(.host)), HostRow("[2600::1.2.3.04]", .malformed(.host)),
        HostRow("[2600::1.2.3.4:1]", .malformed(.host)), HostRow("[1.2.3.4::]", .malformed(.host)),
        HostRow("[1.2.3.4]", .malformed(.host)), HostRow("[v1.x]", .malformed(.host)),
        HostRow("[2600::1]]", .malformed(.host)), HostRow("[:2600::1]", .malformed(.host)),
        HostRow("[2600::1:]", .malformed(.host)), HostRow("[2600::\u{FF11}]", .malformed(.host)),
        HostRow("2600::1", .ambiguousAddress),
        HostRow("[2001:4860:4860::8888]", is: "[2001:4860:4860::8888]"),
        HostRow("[2001:4860:4860:0:0:0:0:8888]", is: "[2001:4860:4860::8888]"),
        HostRow("[2001:4860:4860:0000::8888]", is: "[2001:4860:4860::8888]"),
        HostRow("[2606:4700:0:0:1:0:0:1]", is: "[2606:4700::1:0:0:1]"),
        HostRow("[2606:4700:0:1:0:0:0:1]", is: "[2606:4700:0:1::1]"),
        HostRow("[2606:4700:1:1:0:1:1:1]", is: "[2606:4700:1:1:0:1:1:1]"),
        HostRow("[2606:4700:1:1::1:1:1]", is: "[2606:4700:1:1:0:1:1:1]"),
        HostRow("[2606:4700::]", is: "[2606:4700::]"), HostRow("[2606:4700::ABCD]", is: "[2606:4700::abcd]"),
        HostRow("[2606:4700::1.2.3.4]", is: "[2606:4700::102:304]"),
        HostRow("[2001:200::1]", is: "[2001:200::1]"), HostRow("[3fff:1000::1]", is: "[3fff:1000::1]"),
        HostRow("[2001:1::1]", is: "[2001:1::1]"), HostRow("[2001:1::2]", is: "[2001:1::2]"),
        HostRow("[2001:1::3]", is: "[2001:1::3]"), HostRow("[2001:3::1]", is: "[2001:3::1]"),
        HostRow("[2001:4:112::1]", is: "[2001:4:112::1]"),
        HostRow("[2001:2f:ffff::1]", is: "[2001:2f:ffff::1]"),
        HostRow("[2001:30::1]", is: "[2001:30::1]"), HostRow("[2001:db9::1]", is: "[2001:db9::1]"),
        HostRow("[2003::1]", is: "[2003::1]"), HostRow("[2000::]", is: "[2000::]"),
    ]

    static let names = [
        HostRow(".", .malformed(.host)), HostRow("..", .malformed(.host)),
        HostRow(".r.example", .malformed(.host)),
        HostRow("r..example", .malformed(.host)), HostRow("r.example..", .malformed(.host)),
        HostRow("-r.example", .malformed(.host)), HostRow("r-.example", .malformed(.host)),
        HostRow("r_s.example", .malformed(.host)), HostRow("r%2Eexample", .malformed(.host)),
        HostRow("%72.example", .malformed(.host)), HostRow("r*.example", .malformed(.host)),
        HostRow("r,example", .malformed(.host)), HostRow("r!.example", .malformed(.host)),
        HostRow(String(repeating: "x", count: 64) + ".example", .malformed(.host)),
        HostRow(String(repeating: "x.", count: 126) + "xy", .malformed(.host)),
        HostRow(String(repeating: "x", count: 2_000), .malformed(.host)),
        HostRow("localhost", .privateAddress), HostRow("LOCALHOST", .privateAddress),
        HostRow("localhost.", .privateAddress),
        HostRow("a.localhost", .privateAddress), HostRow("a.b.LocalHost.", .privateAddress),
        HostRow("r.example", is: "r.example"), HostRow("R.EXAMPLE.", is: "r.example"), HostRow("r", is: "r"),
        HostRow("localhost.example", is: "localhost.example"), HostRow("xlocalhost", is: "xlocalhost"),
        HostRow("a--b.example", is: "a--b.example"),
        HostRow(String(repeating: "x", count: 63), is: String(repeating: "x", count: 63)),
        HostRow(String(repeating: "x.", count: 126) + "x.", is: String(repeating: "x.", count: 126) + "x"),
    ]

    static let international = [
        HostRow("\u{430}\u{440}\u{440}\u{4CF}\u{435}.example", is: "xn--80ak6aa92e.example"),
        HostRow("xn--80ak6aa92e.example", is: "xn--80ak6aa92e.example"),
        HostRow("XN--80AK6AA92E.example", is: "xn--80ak6aa92e.example"),
        HostRow("xn--", .malformed(.host)), HostRow("xn--abc-", .malformed(.host)),
        HostRow("xn--9", .malformed(.host)),
        HostRow("xn--a-ecp.ru", is: "xn--a-ecp.ru"), HostRow("xn--\u{FC}", .malformed(.host)),
        HostRow("xn--99999999", .malformed(.host)), HostRow("xn--zzzzzzzzzzzzzzzzzz", .malformed(.host)),
        HostRow("xn--i-7iq.example", is: "xn--i-7iq.example"),
        HostRow("b\u{FC}cher.example", is: "xn--bcher-kva.example"),
        HostRow("B\u{DC}CHER.example", is: "xn--bcher-kva.example"),
        HostRow("bu\u{308}cher.example", .unmappableHost("\u{308}")),
        HostRow("stra\u{DF}e.example", is: "xn--strae-oqa.example"),
        HostRow("STRA\u{1E9E}E.example", .unmappableHost("\u{1E9E}")),
        HostRow("\u{3B2}\u{3CC}\u{3BB}\u{3BF}\u{3C2}.example", is: "xn--nxasmm1c.example"),
        HostRow("\u{212A}.example", is: "k.example"),
        HostRow("\u{212A}\u{FC}.example", is: "xn--k-eha.example"),
        HostRow("\u{130}.example", .unmappableHost("\u{307}")),
        HostRow("\u{FB01}.example", .unmappableHost("\u{FB01}")),
        HostRow("\u{FF52}.example", .unmappableHost("\u{FF52}")),
        HostRow("r\u{AD}.example", .unmappableHost("\u{AD}")),
        HostRow("r\u{200B}.example", .unmappableHost("\u{200B}")),
        HostRow("r\u{200D}.example", .unmappableHost("\u{200D}")),
        HostRow("r\u{202E}.example", .unmappableHost("\u{202E}")),
        HostRow("r\u{2044}x.example", .unmappableHost("\u{2044}")),
        HostRow("r\u{FF0F}x.example", .unmappableHost("\u{FF0F}")),
        HostRow("r\u{2024}example", .unmappableHost("\u{2024}")),
        HostRow("r\u{3002}example", .unmappableHost("\u{3002}")),
        HostRow("r\u{FF0E}example", .unmappableHost("\u{FF0E}")),
        HostRow("r\u{A0}.example", .unmappableHost("\u{A0}")),
        HostRow("r\u{85}.example", .unmappableHost("\u{85}")),
        HostRow("\u{1F355}.example", .unmappableHost("\u{1F355}")),
        HostRow("a\u{B7}b.example", .unmappableHost("\u{B7}")),
        HostRow("\u{301}r.example", .unmappableHost("\u{301}")),
        HostRow("\u{E000}.example", .unmappableHost("\u{E000}")),
        HostRow("\u{2F00}.example", .unmappableHost("\u{2F00}")),
        HostRow("\u{F900}.example", .unmappableHost("\u{F900}")),
        HostRow("\u{105C0}.example", .unmappableHost("\u{105C0}")),
        HostRow("\u{13A0}.example", .unmappableHost("\u{AB70}")),
        HostRow("\u{928}\u{93C}.example", .unmappableHost("\u{93C}")),
        HostRow("\u{5D0}\u{5B8}\u{5B0}.example", .unmappableHost("\u{5B0}")),
        HostRow("\u{FC}-.example", .malformed(.host)), HostRow("-\u{FC}.example", .malformed(.host)),
        HostRow("\u{FC}_.example", .malformed(.host)), HostRow("\u{FC}%41.example", .malformed(.host)),
        HostRow(String(repeating: "\u{FC}", count: 62), .malformed(.host)),
        HostRow(String(repeating: "\u{4E00}", count: 400), .malformed(.host)),
        // RFC 3492, 7.1 (without the samples that are too long for a label or hold characters that no name
        // can have).
        HostRow(
            "\u{4ED6}\u{4EEC}\u{4E3A}\u{4EC0}\u{4E48}\u{4E0D}\u{8BF4}\u{4E2D}\u{6587}",
            is: "xn--ihqwcrb4cv8a8dqg056pqjye"),
        HostRow(
            "\u{4ED6}\u{5011}\u{7232}\u{4EC0}\u{9EBD}\u{4E0D}\u{8AAA}\u{4E2D}\u{6587}",
            is: "xn--ihqwctvzc91f659drss3x8bo0yb"),
        HostRow("Pro\u{10D}prost\u{11B}nemluv\u{ED}\u{10D}esky", is: "xn--proprostnemluvesky-uyb24dma41a"),
        HostRow(
            "\u{5DC}\u{5DE}\u{5D4}\u{5D4}\u{5DD}\u{5E4}\u{5E9}\u{5D5}\u{5D8}\u{5DC}\u{5D0}\u{5DE}"
                + "\u{5D3}\u{5D1}\u{5E8}\u{5D9}\u{5DD}\u{5E2}\u{5D1}\u{5E8}\u{5D9}\u{5EA}",
            is: "xn--4dbcagdahymbxekheh6e0a7fei0b"),
        HostRow(
            "\u{92F}\u{939}\u{932}\u{94B}\u{917}\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}\u{915}"
                + "\u{94D}\u{92F}\u{94B}\u{902}\u{928}\u{939}\u{940}\u{902}\u{92C}\u{94B}\u{932}\u{938}"
                + "\u{915}\u{924}\u{947}\u{939}\u{948}\u{902}",
            is: "xn--i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"),
        HostRow(
            "\u{306A}\u{305C}\u{307F}\u{3093}\u{306A}\u{65E5}\u{672C}\u{8A9E}\u{3092}\u{8A71}"
                + "\u{3057}\u{3066}\u{304F}\u{308C}\u{306A}\u{3044}\u{306E}\u{304B}",
            is: "xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"),
        HostRow(
            "\u{43F}\u{43E}\u{447}\u{435}\u{43C}\u{443}\u{436}\u{435}\u{43E}\u{43D}\u{438}\u{43D}"
                + "\u{435}\u{433}\u{43E}\u{432}\u{43E}\u{440}\u{44F}\u{442}\u{43F}\u{43E}\u{440}\u{443}"
                + "\u{441}\u{441}\u{43A}\u{438}",
            is: "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
        HostRow(
            "Porqu\u{E9}nopuedensimplementehablarenEspa\u{F1}ol",
            is: "xn--porqunopuedensimplementehablarenespaol-fmd56a"),
        HostRow(
            "T\u{1EA1}isaoh\u{1ECD}kh\u{F4}ngth\u{1EC3}ch\u{1EC9}n\u{F3}iti\u{1EBF}ngVi\u{1EC7}t",
            is: "xn--tisaohkhngthchnitingvit-kjcr8268qyxafd2f1b9g"),
        HostRow("3\u{5E74}B\u{7D44}\u{91D1}\u{516B}\u{5148}\u{751F}", is: "xn--3b-ww4c5e180e575a65lsy2b"),
        HostRow(
            "\u{5B89}\u{5BA4}\u{5948}\u{7F8E}\u{6075}-with-SUPER-MONKEYS",
            is: "xn---with-super-monkeys-pc58ag80a8qai00g7n9n"),
        HostRow(
            "Hello-Another-Way-\u{305D}\u{308C}\u{305E}\u{308C}\u{306E}\u{5834}\u{6240}",
            is: "xn--hello-another-way--fc4qua05auwb3674vfr0b"),
        HostRow("\u{3072}\u{3068}\u{3064}\u{5C4B}\u{6839}\u{306E}\u{4E0B}2", is: "xn--2-u9tlzr9756bt3uc0v"),
        HostRow("Maji\u{3067}Koi\u{3059}\u{308B}5\u{79D2}\u{524D}", is: "xn--majikoi5-783gue6qz075azm5e"),
        HostRow("\u{30D1}\u{30D5}\u{30A3}\u{30FC}de\u{30EB}\u{30F3}\u{30D0}", is: "xn--de-jg4avhby1noc0d"),
        HostRow("\u{305D}\u{306E}\u{30B9}\u{30D4}\u{30FC}\u{30C9}\u{3067}", is: "xn--d9juau41awczczp"),
    ]

    /// A host is read alike as a relay's address, in an invite on the web, and in one handed to the app.
    private func check(_ row: HostRow) {
        let result: (canonical: String?, error: DeepLinkError?)
        do throws(DeepLinkError) {
            result = (try RelayOrigin("wss://\(row.host)").origin.host.description, nil)
        } catch {
            result = (nil, error)
        }
        #expect(result.canonical == row.canonical)
        #expect(result.error == row.error)
        let web = Outcome(of: "https://\(row.host)/invite/x")
        let handOff = Outcome(of: "buzz://join?code=x&relay=wss://\(encoded(row.host))")
        if let canonical = row.canonical {
            let link = invite("wss://\(canonical)", code: "x").map { Outcome.link($0) }
            #expect(link != nil && web == link && handOff == link)
            #expect(
                relay("wss://\(canonical)")?.text == "wss://\(canonical)", "the canonical spelling is stable")
        } else if let error = row.error {
            #expect(web == .refused(error))
            // A control character is refused in the parameter already.
            #expect(handOff == .refused(row.host.contains("\u{85}") ? .malformed(.relay) : error))
        }
    }

    private func encoded(_ text: String) -> String {
        text.utf8.map { byte in "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    @Test("numbers that are addresses (M05)", arguments: numbers) func numberRows(row: HostRow) { check(row) }
    @Test("IPv6 (M06)", arguments: versionSix) func versionSixRows(row: HostRow) { check(row) }
    @Test("names", arguments: names) func nameRows(row: HostRow) { check(row) }
    @Test("names beyond ASCII (M08)", arguments: international) func internationalRows(row: HostRow) {
        check(row)
    }

    @Test(
        "the IPv4 blocks that no relay is in, at their edges",
        arguments: [
            ("0.0.0.0", "0.255.255.255"), ("10.0.0.0", "10.255.255.255"), ("100.64.0.0", "100.127.255.255"),
            ("127.0.0.0", "127.255.255.255"), ("169.254.0.0", "169.254.255.255"),
            ("172.16.0.0", "172.31.255.255"),
            ("192.0.0.0", "192.0.0.255"), ("192.0.2.0", "192.0.2.255"), ("192.168.0.0", "192.168.255.255"),
            ("198.18.0.0", "198.19.255.255"), ("198.51.100.0", "198.51.100.255"),
            ("203.0.113.0", "203.0.113.255"),
            ("224.0.0.0", "255.255.255.255"),
        ])
    func blocks(first: String, last: String) throws {
        let first = try #require(RelayHost.IPv4Address(first))
        let last = try #require(RelayHost.IPv4Address(last))
        #expect(!first.isPublic && !last.isPublic)
        if first.bits > 0 { #expect(RelayHost.IPv4Address(bits: first.bits - 1).isPublic) }
        if last.bits < .max { #expect(RelayHost.IPv4Address(bits: last.bits + 1).isPublic) }
    }

    @Test("random addresses are written so that they are read again, and in one spelling only")
    func addresses() {
        var random = SeededGenerator(label: "addresses")
        for _ in 0..<500 {
            let four = RelayHost.IPv4Address(bits: .random(in: 0 ... .max, using: &random))
            #expect(RelayHost.IPv4Address(four.description) == four)
            // Many zero groups, as real addresses have.
            let groups = (0..<8).map { _ in
                Bool.random(using: &random) ? 0 : UInt64.random(in: 0...0xFFFF, using: &random)
            }
            let six = RelayHost.IPv6Address(
                high: groups[..<4].reduce(0) { $0 << 16 | $1 }, low: groups[4...].reduce(0) { $0 << 16 | $1 })
            #expect(RelayHost.IPv6Address(six.description) == six, "\(six)")
            let long = groups.map { String($0, radix: 16) }.joined(separator: ":")
            #expect(RelayHost.IPv6Address(long) == six)
            #expect(six.description.utf8.count <= long.utf8.count)
        }
    }

    @Test("random names beyond ASCII are put into a punycode that is read as itself")
    func punycode() throws {
        var random = SeededGenerator(label: "punycode")
        let alphabet =
            Array("abc019-".unicodeScalars) + (0x4E00...0x9FFF).compactMap(Unicode.Scalar.init)
            + (0x430...0x44F).compactMap(Unicode.Scalar.init)
            + (0x10400...0x1044F).compactMap(Unicode.Scalar.init)
        for _ in 0..<500 {
            var label = String.UnicodeScalarView("\u{434}".unicodeScalars)
            for _ in 0..<Int.random(in: 0..<14, using: &random) {
                label.append(alphabet.randomElement(using: &random) ?? "a")
            }
            label.append("\u{439}")
            let host = try RelayHost("\(String(label)).example")
            #expect(host.description.hasPrefix("xn--"))
            #expect(try RelayHost(host.description) == host, "\(String(label)) \(host)")
        }
    }
}
