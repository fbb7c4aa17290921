import NIPPL
import NostrCore
import Testing

private let now: Int64 = 1_767_398_000
private let installation = ["d", "000102030405060708090a0b0c0d0e0f"]
private let exec = ["exec", "relay-v1"]
private let end = ["expiration", String(now + 60)]

@Suite("lease tags and replacement")
struct LeaseTagsTests {
    private func read(_ tags: [[String]], content: String = "") throws -> LeaseTags {
        let event = try EventTemplate(kind: 30350, createdAt: now, tags: tags, content: content)
            .signed(by: KeyPair.random())
        return try LeaseTags(event, limits: PushDescriptor(information()).limits, now: now)
    }

    @Test(
        "the first broken rule is the answer",
        arguments: [
            ("d tag must have exactly one value", [["d"]]),
            ("alt tag must have exactly one value", [["alt", "a", "b"]]),
            ("duplicate d tag", [installation, installation]),
            ("duplicate alt tag", [["alt", "a"], ["alt", "a"]]),
            ("unexpected public tag: p", [installation, ["p", "x"]]), ("missing d tag", [end, exec]),
            ("invalid d tag length", [["d", ""], end, exec]),
            ("invalid d tag length", [["d", String(repeating: "x", count: 65)], end, exec]),
            ("missing expiration tag", [installation, exec]), ("missing exec tag", [installation, end]),
            ("empty exec tag", [installation, end, ["exec", ""]]),
        ])
    func refused(_ text: String, _ tags: [[String]]) throws {
        let error = #expect(throws: LeaseRefusal.self) { try read(tags) }
        #expect(error?.description == "invalid: \(text)")
    }

    @Test(
        "expiration: spelling and bounds (G10)",
        arguments: [
            ("1769990000.0", "expiration must be integer Unix seconds"),
            (" 1769990000", "expiration must be integer Unix seconds"),
            ("+1769990000", "expiration must be integer Unix seconds"),
            ("01769990000", "expiration must be integer Unix seconds"),
            ("-1", "expiration must be integer Unix seconds"),
            ("", "expiration must be integer Unix seconds"),
            ("9223372036854775807", "lease ttl too long"), (String(now + 2_592_001), "lease ttl too long"),
            ("0", "lease already expired"), (String(now - 121), "lease already expired"),
            (String(now - 120), "lease already expired"), (String(now - 119), nil),
            (String(now + 2_592_000), nil),
        ] as [(String, String?)])
    func expiration(_ value: String, _ text: String?) throws {
        let tags = [installation, ["expiration", value], exec]
        guard let text else {
            #expect(try read(tags).expiration == Int64(value))
            return
        }
        let error = #expect(throws: LeaseRefusal.self) { try read(tags) }
        #expect(error?.description == "invalid: \(text)")
    }

    @Test("content has a limit")
    func content() throws {
        let tags = [installation, end, exec]
        _ = try read(tags, content: String(repeating: "x", count: 65536))
        #expect(throws: LeaseRefusal.contentTooLong) {
            try read(tags, content: String(repeating: "x", count: 65537))
        }
    }

    @Test("a replacement wins both orders, and a loser moves nothing (G07)")
    func replacement() throws {
        func id(_ digit: Character) throws -> EventID {
            EventID(try #require(Bytes32(hex: String(repeating: digit, count: 64))))
        }
        let stored = LeaseAddressState(createdAt: 100, id: try id("5"), watermark: 5)
        #expect(throws: LeaseRefusal.staleReplacement) {
            try stored.replaced(createdAt: 90, id: id("1"), generation: 9)
        }
        #expect(throws: LeaseRefusal.staleReplacement) {
            try stored.replaced(createdAt: 100, id: id("6"), generation: 6)
        }
        #expect(throws: LeaseRefusal.staleReplacement) {
            try stored.replaced(createdAt: 100, id: id("5"), generation: 6)
        }
        #expect(throws: LeaseRefusal.staleGeneration) {
            try stored.replaced(createdAt: 101, id: id("6"), generation: 5)
        }
        let next = try stored.replaced(createdAt: 100, id: id("4"), generation: 6)
        #expect(next == LeaseAddressState(createdAt: 100, id: try id("4"), watermark: 6))
    }
}
