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

    static func isTemporary(_ name: String) -> Bool {
        name.utf8.first == UInt8(ascii: ".") && name.hasSuffix(temporary)
    }

    /// The stem of a store or of one set aside; nil for any other file.
    static func stem(ofStore name: String) -> String? {
        for suffix in [corrupt, store] where name.hasSuffix(suffix) {
            return String(name.dropLast(suffix.utf8.count))
        }
        return nil
    }
}
