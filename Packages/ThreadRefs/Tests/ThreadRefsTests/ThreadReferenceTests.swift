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
            ([["Broadcast", "1"]], false), ([["broadcast", "1"]], true),
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
