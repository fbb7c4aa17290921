import Invites
import Testing

@Suite struct AuthDomainsTests {
    @Test(
        "refused, naming the item",
        arguments: [
            (",", .emptyItem(index: 0)), ("a.example,", .emptyItem(index: 1)),
            ("a.example,,b.example", .emptyItem(index: 1)),
            ("a.example, \t,b.example", .emptyItem(index: 1)),
            ("a.example,A.example,", .emptyItem(index: 2)),
            ("https://a.example", .url("https://a.example")), ("b.example,a.example/x", .url("a.example/x")),
            ("*.a.example", .wildcard("*.a.example")), ("*", .wildcard("*")),
            ("a.example:443", .port("a.example:443")), ("a.example:", .port("a.example:")),
            ("10.0.0.1", .address("10.0.0.1")), ("2130706433", .address("2130706433")),
            ("0x7f000001", .address("0x7f000001")), ("127.1", .address("127.1")),
            ("[::1]", .address("[::1]")),
            ("::1", .address("::1")), ("[::1]:80", .address("[::1]:80")),
            ("a.example.", .invalidName("a.example.")),
            (".a.example", .invalidName(".a.example")), ("a..example", .invalidName("a..example")),
            ("-a.example", .invalidName("-a.example")), ("a-.example", .invalidName("a-.example")),
            ("a_b.example", .invalidName("a_b.example")), ("a b.example", .invalidName("a b.example")),
            ("ü.example", .invalidName("ü.example")), ("a@b.example", .invalidName("a@b.example")),
            ("a.example;b.example", .invalidName("a.example;b.example")),
            ("\u{212A}.example", .invalidName("\u{212A}.example")),
            ("a\0.example", .invalidName("a\0.example")),
        ] as [(String, AuthDomainsError)])
    func refused(text: String, error: AuthDomainsError) {
        #expect(throws: error) { try AuthDomains.parse(text) }
        #expect(!error.description.isEmpty)
    }

    @Test("labels and names have limits")
    func limits() throws {
        let label = String(repeating: "a", count: 63)
        #expect(throws: Never.self) { try AuthDomains.parse("\(label).example") }
        #expect(throws: AuthDomainsError.self) { try AuthDomains.parse("a\(label).example") }
        let name = [label, label, label, String(repeating: "a", count: 61)].joined(separator: ".")
        #expect(throws: Never.self) { try AuthDomains.parse(name) }
        #expect(throws: AuthDomainsError.self) { try AuthDomains.parse(name + "a") }
    }

    @Test("nothing given switches hosted features off", arguments: [nil, "", " \n"] as [String?])
    func off(text: String?) throws {
        let domains = try AuthDomains.parse(text)
        #expect(domains.isEmpty)
        #expect(!domains.contains(host: "a.example"))
        #expect(!domains.contains(host: ""))
    }

    @Test("names lose white space, case and repetition")
    func normalised() throws {
        #expect(try AuthDomains.parse(" A.Example ,b.example,a.example").names == ["a.example", "b.example"])
        #expect(
            try AuthDomains.parse("xn--bcher-kva.example,localhost").names == [
                "xn--bcher-kva.example", "localhost",
            ])
    }

    @Test(
        "a name covers itself and its subdomains",
        arguments: [
            ("a.example", true), ("x.a.example", true), ("y.x.A.EXAMPLE", true), ("a.example.", true),
            ("b.example", true), ("xa.example", false), ("a.example.evil.example", false), ("example", false),
            ("", false), (".", false), (".a.example", false), ("a.example:443", false),
            ("x-a.example", false),
        ])
    func contains(host: String, expected: Bool) throws {
        #expect(try AuthDomains.parse("a.example, b.example").contains(host: host) == expected)
    }
}
