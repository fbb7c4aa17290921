/// The names in `<caches>/notifications` (spec push-cache, "Files").
enum FileNames {
    static let directory = "notifications"
    static let lock = ".lock"

    private static let store = ".json"
    private static let corrupt = ".json.corrupt"
    private static let tombstone = ".revoked"
    private static let temporary = ".tmp"

    static func store(_ stem: String) -> String { stem + store }
    static func corrupt(_ stem: String) -> String { stem + corrupt }
    static func tombstone(_ stem: String) -> String { stem + tombstone }

    /// A name that no other writer has: no process, no thread, no earlier life of this process.
    static func fresh(for name: String) -> String {
        ".\(name).\(String(UInt64.random(in: .min ... .max), radix: 16))\(temporary)"
    }

    /// Whether a name is one that ``fresh(for:)`` gave, at any time.
    static func isTemporary(_ name: String) -> Bool {
        guard name.hasPrefix("."), name.hasSuffix(temporary) else { return false }
        return isStem(name.dropFirst().prefix(while: { $0 != "." }))
    }

    /// The stem of a store or of one set aside; nil for any other file, which is not ours to touch.
    static func stem(ofStore name: String) -> String? {
        for suffix in [corrupt, store] where name.hasSuffix(suffix) {
            let stem = name.dropLast(suffix.utf8.count)
            if isStem(stem) { return String(stem) }
        }
        return nil
    }

    private static func isStem(_ text: Substring) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
        return text.utf8.count == 64 && text.utf8.allSatisfy { digits.contains($0) || letters.contains($0) }
    }
}
