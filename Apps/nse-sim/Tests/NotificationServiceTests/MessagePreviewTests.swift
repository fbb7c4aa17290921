import Testing

@testable import NotificationService

@Suite("Message preview")
struct MessagePreviewTests {
    private static let x200 = String(repeating: "x", count: 200)
    private static let x176 = String(repeating: "x", count: 176)
    private static let x179 = String(repeating: "x", count: 179)

    static let rows: [(name: String, content: String, preview: String)] = [
        ("nothing", "", ""),
        ("white space only", " \n\t\u{2003}\r\n ", ""),
        ("an empty link", "[](https://d)", ""),
        ("an unclosed fence stays", "a ```b", "a ```b"),
        ("an unclosed inline span stays", "a `b", "a `b"),
        ("two backticks stay", "a `` b", "a `` b"),
        ("an unclosed link stays", "[a](b", "[a](b"),
        ("brackets that are no link stay", "[a] (b)", "[a] (b)"),
        ("a scheme without an address stays", "https:// x", "https:// x"),
        ("another scheme stays", "ftp://x y", "ftp://x y"),
        ("an exclamation before no image stays", "hi! [a](b)!", "hi! a!"),
        (
            "every kind at once",
            "Before ```x``` `inline` [docs](https://d) ![image](https://i) https://u After",
            "Before [code] inline docs image [link] After"
        ),
        ("a fence over lines", "a\n```swift\nlet x = 1\n```\nb", "a [code] b"),
        ("the shortest fences", "```a``` b ```c```", "[code] b [code]"),
        ("a fence hides an address", "```https://x```", "[code]"),
        ("an address in upper case", "HTTPS://X.example/Y?z next", "[link] next"),
        ("an address up to white space", "https://a.example/b\u{3000}c", "[link] c"),
        ("runs of white space", "a \n\r\n b\tc", "a b c"),
        ("200 letters give 178 characters", x200, String(repeating: "x", count: 177) + "…"),
        ("180 letters stay", String(repeating: "x", count: 180), String(repeating: "x", count: 180)),
        ("trimmed before the ellipsis", x176 + " " + x200, x176 + "…"),
        (
            "cut at a character, never inside one", x179 + "\u{1FAE1}y",
            String(repeating: "x", count: 177) + "…"
        ),
        (
            "a family counts once", String(repeating: "👨‍👩‍👧‍👦", count: 180), String(repeating: "👨‍👩‍👧‍👦", count: 180)
        ),
        ("a leading mark stays", "\u{FEFF}a", "\u{FEFF}a"),
    ]

    @Test("text", arguments: rows)
    func text(row: (name: String, content: String, preview: String)) {
        #expect(MessagePreview.text(of: row.content) == row.preview, "\(row.name)")
    }

    // Were any step quadratic, a quarter of a million repetitions would take hours here.
    @Test(
        "hostile text at the greatest length a relay takes", .timeLimit(.minutes(1)),
        arguments: ["[", "`", "![", "[a](", "https://", "```", "h", " "])
    func hostile(piece: String) {
        let count = 262_144 / piece.utf8.count
        #expect(MessagePreview.text(of: String(repeating: piece, count: count)).count <= 180)
    }
}
