import NostrCore
import Testing

/// NIP-09: who may delete what.
@Suite struct EventDeletionTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let request: String
        let target: String
        let deletes: Bool
        init(_ name: String, _ request: String, _ target: String, _ deletes: Bool) {
            testDescription = name
            self.request = request
            self.target = target
            self.deletes = deletes
        }
    }

    static let id = hex64("b")
    static let byID = #"[["e","\#(id)"]]"#
    static let other = "\"\(hex64("c"))\""

    static func request(_ tags: String, kind: String = "5", createdAt: Int64 = time) -> String {
        eventText(createdAt: "\(createdAt)", kind: kind, tags: tags)
    }
    static func target(
        kind: String = "9", pubkey: String = "\"\(p1)\"", createdAt: Int64 = time, tags: String = "[]"
    ) -> String {
        eventText(id: "\"\(id)\"", pubkey: pubkey, createdAt: "\(createdAt)", kind: kind, tags: tags)
    }

    static let rows: [Row] = [
        Row("no deletion request", request(byID, kind: "7"), target(), false),
        Row("another author's event", request(byID), target(pubkey: other), false),
        Row("a deletion request", request(byID), target(kind: "5"), false),
        Row("another id", request(#"[["e","\#(hex64("d"))"]]"#), target(), false),
        Row("the id in upper case", request(#"[["e","\#(hex64("B"))"]]"#), target(), false),
        Row("the id in another tag", request(#"[["E","\#(id)"],["p","\#(id)"]]"#), target(), false),
        Row("the id as second value", request(#"[["e","x","\#(id)"]]"#), target(), false),
        Row("an address of a regular kind", request(#"[["a","9:\#(p1):"]]"#), target(), false),
        Row(
            "a newer version", request(#"[["a","0:\#(p1):"]]"#), target(kind: "0", createdAt: time + 1), false
        ),
        Row(
            "another d", request(#"[["a","30000:\#(p1):x"]]"#), target(kind: "30000", tags: #"[["d","y"]]"#),
            false),
        Row(
            "another kind", request(#"[["a","30001:\#(p1):y"]]"#),
            target(kind: "30000", tags: #"[["d","y"]]"#), false),
        Row(
            "another author in the address", request(#"[["a","0:\#(hex64("c")):"]]"#), target(kind: "0"),
            false),
        Row("an address without its last colon", request(#"[["a","0:\#(p1)"]]"#), target(kind: "0"), false),
        Row("by id", request(byID), target(), true),
        Row("by id, the newer event", request(byID), target(createdAt: time + 1), true),
        Row("by the second of two ids", request(#"[["e","x"],["e","\#(id)"]]"#), target(), true),
        Row("by address, of the same second", request(#"[["a","0:\#(p1):"]]"#), target(kind: "0"), true),
        Row(
            "by address with d", request(#"[["a","30000:\#(p1):a:b"]]"#),
            target(kind: "30000", tags: #"[["d","a:b"]]"#), true),
        Row("by address without d", request(#"[["a","30000:\#(p1):"]]"#), target(kind: "30000"), true),
        Row(
            "d of a replaceable kind plays no part", request(#"[["a","0:\#(p1):"]]"#),
            target(kind: "0", tags: #"[["d","x"]]"#), true),
    ]

    @Test("deletes or not", arguments: rows)
    func deletes(_ row: Row) throws {
        #expect(try Event.parse(row.request).deletes(Event.parse(row.target)) == row.deletes)
    }
}
