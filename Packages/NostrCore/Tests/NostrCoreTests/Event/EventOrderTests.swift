import NostrCore
import Testing

@Suite struct EventOrderTests {
    static func event(id: String, createdAt: Int64 = time, kind: Int = 0, tags: String = "[]") throws -> Event
    {
        try Event.parse(eventText(id: "\"\(id)\"", createdAt: "\(createdAt)", kind: "\(kind)", tags: tags))
    }

    static let low = String(repeating: "0", count: 63) + "1"
    static let high = hex64("f")

    @Test("B06 a tie goes to the lower id, whichever arrives first", arguments: [0, 30350])
    func tie(kind: Int) throws {
        let first = try Self.event(id: Self.low, kind: kind, tags: #"[["d","x"]]"#)
        let last = try Self.event(id: Self.high, kind: kind, tags: #"[["d","x"]]"#)
        #expect(first.replaces(last))
        #expect(!last.replaces(first))
        #expect(!first.replaces(first))
    }

    @Test("a newer event replaces an older one, whatever its id")
    func newer() throws {
        let old = try Self.event(id: Self.low)
        let new = try Self.event(id: Self.high, createdAt: time + 1)
        #expect(new.replaces(old))
        #expect(!old.replaces(new))
    }

    @Test("B07 lists run from new to old, equal times by id")
    func sorting() throws {
        let ids = (1...3).map { String(repeating: "0", count: 63) + "\($0)" }
        let newest = try Self.event(id: Self.high, createdAt: time + 1)
        let events = try [3, 1, 2].map { try Self.event(id: ids[$0 - 1]) } + [newest]
        #expect(events.sorted(by: Event.newestFirst).map(\.id.hex) == [Self.high] + ids)
    }

    @Test(
        "classes by kind (NIP-01)",
        arguments: [
            (0, .replaceable), (1, .regular), (2, .regular), (3, .replaceable), (4, .regular), (9, .regular),
            (9999, .regular), (10000, .replaceable), (19999, .replaceable), (20000, .ephemeral),
            (29999, .ephemeral), (30000, .addressable), (30350, .addressable), (39999, .addressable),
            (40000, .regular), (65535, .regular),
        ] as [(UInt16, EventClass)])
    func classes(kind: UInt16, expected: EventClass) {
        #expect(EventClass(kind: kind) == expected)
    }

    @Test(
        "the address ends in the first d value, empty without one",
        arguments: [
            ("[]", ""), (#"[["d"]]"#, ""), (#"[["d",""]]"#, ""), (#"[["d","a"],["d","b"]]"#, "a"),
            (#"[["D","a"]]"#, ""),
        ])
    func identifier(tags: String, expected: String) throws {
        #expect(try Self.event(id: Self.low, kind: 30000, tags: tags).identifier == expected)
    }

    @Test(
        "expiration is ASCII digits or nothing (NIP-40)",
        arguments: [
            ("[]", nil), (#"[["expiration"]]"#, nil), (#"[["expiration",""]]"#, nil),
            (#"[["expiration","-5"]]"#, nil), (#"[["expiration","+5"]]"#, nil),
            (#"[["expiration","1.5"]]"#, nil),
            (#"[["expiration"," 5"]]"#, nil), (#"[["expiration","\uff11"]]"#, nil),
            (#"[["expiration","9223372036854775808"]]"#, nil), (#"[["expiration","0"]]"#, 0),
            (#"[["expiration","1700000000"]]"#, 1_700_000_000),
            (#"[["expiration","9223372036854775807"]]"#, .max),
        ] as [(String, Int64?)])
    func expiration(tags: String, expected: Int64?) throws {
        #expect(try Self.event(id: Self.low, tags: tags).expiration == expected)
    }

    @Test("an event expires in its expiration's second")
    func expired() throws {
        let event = try Self.event(id: Self.low, tags: #"[["expiration","1700000000"]]"#)
        #expect(!event.isExpired(at: time - 1))
        #expect(event.isExpired(at: time))
        #expect(event.isExpired(at: time + 1))
        #expect(try !Self.event(id: Self.low).isExpired(at: .max))
    }

    @Test(
        "protected by a tag named - (NIP-70)",
        arguments: [
            ("[]", false), (#"[["d","-"]]"#, false), (#"[["--"]]"#, false), (#"[["-"]]"#, true),
            (#"[["e","x"],["-"]]"#, true), (#"[["\u002d"]]"#, true),
        ])
    func protected(tags: String, expected: Bool) throws {
        #expect(try Self.event(id: Self.low, tags: tags).isProtected == expected)
    }
}
