internal import NostrCore
internal import PushCache
internal import PushCacheFixtures
internal import Testing

private let id1 = Fixtures.id(1).hex
private let id2 = Fixtures.id(2).hex
private let good = #"{"id":"\#(id1)","created_at":10,"shown_at":20}"#
private let other = #"{"id":"\#(id2)","created_at":11,"shown_at":21}"#

/// A store's text and what it reads as: numbers of events, or nil for corrupt.
struct StoreRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let shown: [Int]?

    init(_ name: String, _ text: String, _ shown: [Int]?) {
        (testDescription, self.text, self.shown) = (name, text, shown)
    }
}

@Suite("The format of a store")
struct StoreFormatTests {
    static let rows = [
        StoreRow("no bytes", "", nil),
        StoreRow("not JSON", "hello", nil),
        StoreRow("an array", "[]", nil),
        StoreRow("null", "null", nil),
        StoreRow("text behind the store", #"{"version":1,"shown":[]}x"#, nil),
        StoreRow("a member twice", #"{"version":1,"version":1,"shown":[]}"#, nil),
        StoreRow("shown is an object", #"{"version":1,"shown":{}}"#, nil),
        StoreRow("a comma before the first entry", #"{"version":1,"shown":[,\#(good)]}"#, nil),
        StoreRow("a comma behind the last entry", #"{"version":1,"shown":[\#(good),]}"#, nil),
        StoreRow("no comma between", #"{"version":1,"shown":[\#(good)\#(other)]}"#, nil),
        StoreRow(
            "a leading zero", #"{"version":1,"shown":[{"id":"\#(id1)","created_at":01,"shown_at":2}]}"#, nil),
        StoreRow("an empty object", "{}", []),
        StoreRow("no version", #"{"shown":[\#(good)]}"#, []),
        StoreRow("a later version", #"{"version":2,"shown":[\#(good)]}"#, []),
        StoreRow("a version of text", #"{"version":"1","shown":[\#(good)]}"#, []),
        StoreRow("older: no shown", #"{"version":1}"#, []),
        StoreRow("older, with members of its own", #"{"version":1,"profiles":[{"name":"x"}]}"#, []),
        StoreRow("shown is null", #"{"version":1,"shown":null}"#, []),
        StoreRow("empty", #"{"version":1,"shown":[]}"#, []),
        StoreRow("as written", #"{"version":1,"shown":[\#(good),\#(other)]}"#, [1, 2]),
        StoreRow("with spaces and members moved", #" { "shown" : [ \#(good) ] , "version" : 1 } "#, [1]),
        StoreRow(
            "unknown members everywhere",
            #"{"a":[1],"version":1,"shown":[{"x":null,"id":"\#(id1)","created_at":1,"shown_at":2}],"b":{}}"#,
            [1]),
        StoreRow("an entry that is text", #"{"version":1,"shown":["x",\#(good)]}"#, [1]),
        StoreRow(
            "an entry without an id", #"{"version":1,"shown":[{"created_at":1,"shown_at":1},\#(good)]}"#, [1]),
        StoreRow(
            "an upper-case id",
            #"{"version":1,"shown":[{"id":"\#(String(repeating: "A", count: 64))","created_at":1,"shown_at":1}]}"#,
            []),
        StoreRow(
            "an id with a g",
            #"{"version":1,"shown":[{"id":"\#(id1.dropLast())g","created_at":1,"shown_at":1},\#(good)]}"#, [1]
        ),
        StoreRow(
            "an id of 63 digits",
            #"{"version":1,"shown":[{"id":"\#(id1.dropLast())","created_at":1,"shown_at":1},\#(good)]}"#, [1]),
        StoreRow(
            "created_at below 0", #"{"version":1,"shown":[{"id":"\#(id1)","created_at":-1,"shown_at":1}]}"#,
            []),
        StoreRow(
            "created_at 2^53−1",
            #"{"version":1,"shown":[{"id":"\#(id1)","created_at":9007199254740991,"shown_at":1}]}"#, [1]),
        StoreRow(
            "created_at 2^53",
            #"{"version":1,"shown":[{"id":"\#(id1)","created_at":9007199254740992,"shown_at":1},\#(other)]}"#,
            [2]),
        StoreRow(
            "shown_at beyond 64 bits",
            #"{"version":1,"shown":[{"id":"\#(id1)","created_at":1,"shown_at":99999999999999999999}]}"#, []),
        StoreRow(
            "shown_at 1.5", #"{"version":1,"shown":[{"id":"\#(id1)","created_at":1,"shown_at":1.5}]}"#, []),
        StoreRow(
            "shown_at null", #"{"version":1,"shown":[{"id":"\#(id1)","created_at":1,"shown_at":null}]}"#, []),
    ]

    @Test(arguments: rows)
    func reading(_ row: StoreRow) {
        let store = try? Store(parsing: Array(row.text.utf8))
        #expect(store?.entries.map(\.id) == row.shown?.map { StoreEntry.ID(Fixtures.id($0)) })
    }

    @Test("what is written is the text of the specification, and reads as it was")
    func roundTrip() throws {
        let entries = [
            StoreEntry(Fixtures.candidate(0x0123_4567_89AB_CDEF, at: 0), shownAt: (1 << 53) - 1),
            StoreEntry(Fixtures.candidate(2, at: 1_700_000_000), shownAt: 10),
        ]
        let bytes = Store(entries: entries).serialized()
        let zeros = String(repeating: "0", count: 48)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"version":1,"shown":[{"id":"\#(zeros)0123456789abcdef","created_at":0,"#
                + #""shown_at":9007199254740991},{"id":"\#(zeros)0000000000000002","created_at":1700000000,"#
                + #""shown_at":10}]}"#)
        #expect(try Store(parsing: bytes).entries == entries)
        #expect(Store().serialized() == Array(#"{"version":1,"shown":[]}"#.utf8))
    }

    @Test("random ids and times read the same by the fast reader and by strict JSON, and break the same")
    func readersAgree() throws {
        let seed = SeededGenerator.freshSeed(for: "readersAgree")
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let entries = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                StoreEntry(
                    Fixtures.candidate(
                        Int.random(in: 0 ... .max, using: &random),
                        at: Int64.random(
                            in: 0...1 << Int64.random(in: 0...53, using: &random), using: &random)),
                    shownAt: Int64.random(in: 0...10, using: &random))
            }
            var bytes = Store(entries: entries).serialized()
            #expect(try Store(parsing: bytes).entries == entries, "seed \(seed)")
            #expect(try Store(parsing: bytes + [0x20]).entries == entries, "seed \(seed)")
            // One byte changed: a space behind keeps the fast reader out, and nothing else may depend on
            // that.
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] = UInt8.random(in: 0x20...0x7E, using: &random)
            let fast = try? Store(parsing: bytes)
            let strict = try? Store(parsing: bytes + [0x20])
            #expect(fast == strict, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("members that this version does not know outlive a claim")
    func unknownMembers() throws {
        let text = #"{"profiles":[{"name":"\u00e9\"","n":1.50}],"version":1,"shown":[\#(good)],"z":null}"#
        let store = try Store(parsing: Array(text.utf8)).recording(Fixtures.candidate(2, at: 11), now: 21)
        #expect(
            String(decoding: store.serialized(), as: UTF8.self)
                == #"{"version":1,"profiles":[{"name":"é\"","n":1.50}],"z":null,"shown":[\#(good),\#(other)]}"#
        )
        #expect(try Store(parsing: store.serialized()) == store)
    }

    @Test("unknown members give way where the store would become too large to be read again")
    func unknownMembersOverTheBound() throws {
        let start = #"{"version":1,"shown":[],"x":""#
        let filler = String(repeating: "x", count: Store.maximumBytes - start.utf8.count - 2)
        let full = try Store(parsing: Array("\(start)\(filler)\"}".utf8))
        #expect(full.serialized().count == Store.maximumBytes)
        let bytes = full.recording(Fixtures.candidate(1, at: 10), now: 20).serialized()
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"version":1,"shown":[\#(good)]}"#)
    }
}
