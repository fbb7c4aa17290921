import Testing
import ThreadRefs

private let a = String(repeating: "a", count: 64)
private let b = String(repeating: "b", count: 64)
private let c = String(repeating: "c", count: 64)
private let r = String(repeating: "d", count: 64)

@Suite("Thread references")
struct ThreadReferenceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let tags: [[String]]
        var parent: String?
        var root: String?
        var nip10Parent: String?
        var nip10Root: String?
        var testDescription: String { name }
    }

    static let rows = [
        Row(name: "no tags", tags: []),
        Row(name: "an empty tag", tags: [[]]),
        Row(name: "a tag without a value", tags: [["e"]]),
        Row(name: "an empty id", tags: [["e", "", "", "reply"]]),
        Row(name: "63 digits", tags: [["e", String(a.dropLast()), "", "reply"]]),
        Row(name: "65 digits", tags: [["e", a + "a", "", "reply"]]),
        Row(name: "a space before", tags: [["e", " " + a, "", "reply"]]),
        Row(name: "64 bytes of other text", tags: [["e", String(repeating: "g", count: 64), "", "reply"]]),
        Row(
            name: "a full-width digit",
            tags: [["e", String(repeating: "a", count: 63) + "\u{FF11}", "", "reply"]]),
        Row(
            name: "64 bytes with a combining mark",
            tags: [["e", String(repeating: "a", count: 62) + "\u{301}", "", "reply"]]),
        Row(
            name: "three elements, the marker in the wrong place", tags: [["e", a, "reply"]], nip10Parent: a,
            nip10Root: a),
        Row(name: "two elements", tags: [["e", a]], nip10Parent: a, nip10Root: a),
        Row(name: "a marker with a capital", tags: [["e", a, "", "Reply"]]),
        Row(name: "a marker after a space", tags: [["e", a, "", " reply"]]),
        Row(name: "a mention", tags: [["e", a, "", "mention"]]),
        Row(name: "a marker with a combining mark", tags: [["e", a, "", "reply\u{301}"]]),
        Row(name: "a tag name with a combining mark", tags: [["e\u{301}", a, "", "reply"]]),
        Row(name: "a full-width tag name", tags: [["\u{FF45}", a, "", "reply"]]),
        Row(
            name: "an empty marker in four elements", tags: [["e", a, "", ""]], nip10Parent: a, nip10Root: a),
        Row(
            name: "64 Arabic-Indic digits",
            tags: [["e", String(repeating: "\u{661}", count: 64), "", "reply"]]),
        Row(name: "a NUL inside", tags: [["e", String(repeating: "a", count: 63) + "\0", "", "reply"]]),
        Row(name: "a line end behind", tags: [["e", a + "\n", "", "reply"]]),
        Row(name: "an upper-case tag name", tags: [["E", a, "", "reply"]]),
        Row(
            name: "five elements with an empty marker", tags: [["e", a, "wss://r.example", "", b]],
            nip10Parent: a, nip10Root: a),
        Row(name: "a lone root", tags: [["e", a, "", "root"]], nip10Parent: a, nip10Root: a),
        Row(
            name: "unmarked, first and last", tags: [["e", a], ["e", b], ["e", c]], nip10Parent: c,
            nip10Root: a),
        Row(
            name: "a direct reply", tags: [["e", b, "", "reply"]], parent: b, root: b, nip10Parent: b,
            nip10Root: b),
        Row(
            name: "a nested reply", tags: [["e", r, "", "root"], ["e", b, "", "reply"]], parent: b, root: r,
            nip10Parent: b, nip10Root: r),
        Row(
            name: "root and reply equal", tags: [["e", a, "", "root"], ["e", a, "", "reply"]], parent: a,
            root: a,
            nip10Parent: a, nip10Root: a),
        Row(
            name: "a mention and a quote beside a reply",
            tags: [["e", a, "", "mention"], ["q", c], ["e", b, "", "reply"]], parent: b, root: b,
            nip10Parent: b,
            nip10Root: b),
        Row(
            name: "later invalid ones don't replace a valid one",
            tags: [
                ["e", a.uppercased(), "", "reply"], ["e", "zz", "", "reply"], ["e", " " + b, "", "reply"],
                ["e", String(repeating: "a", count: 63) + "\u{FF11}", "", "reply"],
            ], parent: a, root: a, nip10Parent: a, nip10Root: a),
        Row(
            name: "the last valid one wins", tags: [["e", a, "", "reply"], ["e", c, "", "reply"]], parent: c,
            root: c,
            nip10Parent: c, nip10Root: c),
        Row(
            name: "an invalid root, a valid reply", tags: [["e", "zz", "", "root"], ["e", b, "", "reply"]],
            parent: b,
            root: b, nip10Parent: b, nip10Root: b),
        Row(
            name: "a key behind the marker", tags: [["e", b, "wss://r.example", "reply", a]], parent: b,
            root: b,
            nip10Parent: b, nip10Root: b),
    ]

    @Test("parent and root", arguments: rows)
    func reference(row: Row) {
        let buzz = ThreadReference(tags: row.tags)
        #expect(buzz.parent == row.parent)
        #expect(buzz.root == row.root)
        #expect(buzz.isReply == (row.parent != nil))
        let nip10 = ThreadReference(tags: row.tags, dialect: .nip10)
        #expect(nip10.parent == row.nip10Parent)
        #expect(nip10.root == row.nip10Root)
    }

    @Test(
        "broadcast is exactly one tag",
        arguments: [
            ([["broadcast"]], false), ([["broadcast", "0"]], false), ([["broadcast", "1", "x"]], false),
            ([["Broadcast", "1"]], false), ([["broadcast", "1\u{301}"]], false),
            ([["broadcast", "1"]], true),
            ([["x"], ["broadcast", "1"]], true),
        ] as [([[String]], Bool)])
    func broadcast(tags: [[String]], isBroadcast: Bool) {
        #expect(ThreadReference(tags: tags).isBroadcast == isBroadcast)
    }

    @Test(
        "a tap on a top-level message or a broadcast opens the channel, on a reply its direct parent's thread"
    )
    func destination() {
        let nested = [["e", r, "", "root"], ["e", b, "", "reply"]]
        #expect(ThreadReference(tags: []).destination == .channel)
        #expect(ThreadReference(tags: nested + [["broadcast", "1"]]).destination == .channel)
        #expect(ThreadReference(tags: nested).destination == .thread(parent: b))
    }

    @Test("the conversation is the root, else the direct-message channel, else the message")
    func conversation() {
        let nested = ThreadReference(tags: [["e", r, "", "root"], ["e", b, "", "reply"]])
        #expect(nested.conversationID(eventID: a, directMessageChannel: "x") == r)
        #expect(ThreadReference(tags: []).conversationID(eventID: a, directMessageChannel: "x") == "dm:x")
        #expect(ThreadReference(tags: []).conversationID(eventID: a) == a)
    }

    @Test("a reply to a top-level message is one tag, to a reply two")
    func builders() {
        #expect(ThreadReference.replyTags(to: a, parentTags: []) == [["e", a, "", "reply"]])
        #expect(
            ThreadReference.replyTags(to: a, parentTags: [["e", r, "", "root"]]) == [["e", a, "", "reply"]])
        #expect(
            ThreadReference.replyTags(to: a, parentTags: [["e", r, "", "root"], ["e", b, "", "reply"]])
                == [["e", r, "", "root"], ["e", a, "", "reply"]])
        #expect(
            ThreadReference.replyTags(to: a, parentTags: [["e", b, "", "reply"]])
                == [["e", b, "", "root"], ["e", a, "", "reply"]])
    }

    @Test("ids built into tags and stated in a reference are in lower case; a root needs a parent")
    func canonicalIDs() {
        #expect(ThreadReference.replyTags(to: a.uppercased(), parentTags: []) == [["e", a, "", "reply"]])
        #expect(
            ThreadReference.replyTags(to: b, parentTags: [["e", a.uppercased(), "", "reply"]])
                == [["e", a, "", "root"], ["e", b, "", "reply"]])
        #expect(ThreadReference(parent: a.uppercased(), root: nil) == ThreadReference(parent: a, root: a))
        #expect(ThreadReference(parent: nil, root: a) == ThreadReference(tags: []))
    }

    @Test("a capital digit at any place, in either marker, comes out in lower case")
    func capitals() {
        for place in 0..<64 {
            let mixed = String(repeating: "a", count: place) + "F" + String(repeating: "9", count: 63 - place)
            let reference = ThreadReference(tags: [["e", mixed, "", "root"], ["e", mixed, "", "reply"]])
            #expect(reference.parent == mixed.lowercased())
            #expect(reference.root == mixed.lowercased())
        }
    }

    @Test("every byte but a hexadecimal digit makes an id invalid, at its start, middle and end")
    func digits() {
        for byte in UInt8(0)..<128 {
            let digit = Character(UnicodeScalar(byte))
            for place in [0, 31, 63] {
                let text =
                    String(repeating: "0", count: place) + [digit] + String(repeating: "0", count: 63 - place)
                let isReply = ThreadReference(tags: [["e", text, "", "reply"]]).isReply
                #expect(isReply == digit.isHexDigit, "byte \(byte) at \(place)")
            }
        }
    }

    @Test(
        "random tags: the last marked reply with a valid id is the parent, and nothing else is"
    )
    func randomTags() {
        var seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        func random(_ bound: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % bound
        }
        let pieces = [
            "e", "p", "broadcast", "1", "reply", "root", "", "mention", a, b, c, a.uppercased(), "zz",
        ]
        for _ in 0..<2_000 {
            let tags = (0..<random(6)).map { _ -> [String] in
                random(2) == 0
                    ? ["e", pieces[7 + random(6)], "", pieces[4 + random(4)]]
                    : (0..<random(5)).map { _ in pieces[random(pieces.count)] }
            }
            func last(_ marker: String) -> String? {
                tags.last { tag in
                    tag.count > 3 && tag[0] == "e" && tag[3] == marker && tag[1].count == 64
                }?[1].lowercased()
            }
            let reference = ThreadReference(tags: tags)
            #expect(reference.parent == last("reply"), "\(tags)")
            #expect(reference.root == last("reply").map { last("root") ?? $0 }, "\(tags)")
            #expect(reference.isBroadcast == tags.contains(["broadcast", "1"]))
            let nip10 = ThreadReference(tags: tags, dialect: .nip10)
            #expect(!reference.isReply || nip10 == reference, "\(tags)")
        }
    }

    @Test("a chain of built replies reads back: each one's parent is the one before, the root the first")
    func roundTrip() {
        var seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        func randomID() -> String {
            (0..<64).map { _ in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return String(seed >> 60, radix: 16)
            }.joined()
        }
        for _ in 0..<200 {
            let first = randomID()
            var parent = first
            var tags: [[String]] = []
            for _ in 0..<5 {
                tags = ThreadReference.replyTags(to: parent, parentTags: tags)
                #expect(ThreadReference(tags: tags) == ThreadReference(parent: parent, root: first))
                parent = randomID()
            }
        }
    }
}
