import NostrCore
import Testing

@Suite struct RelayInformationTests {
    static func read(_ text: String) throws -> RelayInformation {
        try RelayInformation(JSONValue.parse(text, limits: JSONLimits(maximumBytes: 100_000)))
    }

    @Test("what is no object is refused", arguments: ["[]", "null", "\"relay\"", "5"])
    func refused(text: String) {
        #expect(throws: JSONShapeError.self) { try Self.read(text) }
    }

    @Test("F05 strings among NIPs, unknown members, null for a limit")
    func mixed() throws {
        let information = try Self.read(
            #"{"id":"x","supported_nips":[1,"9a",null],"supported_extensions":["nip-pl"],"limitation":null,"push":{"v":1}}"#
        )
        #expect(information.supportedNIPs == [.number(1), .name("9a")])
        #expect(information.supportedNIPs.map(\.description) == ["1", "9a"])
        #expect(information.supportedExtensions == ["nip-pl"])
        #expect(information.limitation == nil)
        #expect(try information.push == JSONValue.parse(#"{"v":1}"#, limits: JSONLimits(maximumBytes: 100)))
        #expect(information.document["id"] == .string("x"))
    }

    @Test("a member of a wrong kind counts as absent")
    func wrongKinds() throws {
        let information = try Self.read(
            #"{"name":5,"description":null,"self":"xyz","supported_nips":{},"supported_extensions":[1,"a",[]],"limitation":[],"push":null}"#
        )
        #expect(information.name == nil)
        #expect(information.summary == nil)
        #expect(information.selfKey == nil)
        #expect(information.supportedNIPs.isEmpty)
        #expect(information.supportedExtensions == ["a"])
        #expect(information.limitation == nil)
        #expect(information.push == nil)
    }

    @Test("a whole document")
    func whole() throws {
        let information = try Self.read(
            #"""
            {"name":"r","description":"d","pubkey":"k","contact":"c","icon":"i","software":"s","version":"v",
             "self":"\#(p1)","limitation":{"max_limit":500}}
            """#)
        #expect(information.name == "r")
        #expect(information.summary == "d")
        #expect(information.pubkey == "k")
        #expect(information.contact == "c")
        #expect(information.icon == "i")
        #expect(information.software == "s")
        #expect(information.version == "v")
        #expect(information.selfKey?.hex == p1)
        #expect(information.limitation?["max_limit"] == .integer(500))
    }
}
