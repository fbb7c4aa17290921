import NostrCore

/// The edge cases' shorthand: the public key of secret key 1, and their time.
let p1 = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
let time: Int64 = 1_700_000_000

/// Secret key 1, as everyone can compute it.
func keyOne() throws -> KeyPair {
    try KeyPair(SecretKey(bytes: [UInt8](repeating: 0, count: 31) + [1]))
}

/// A digit or letter repeated to the length of an id.
func hex64(_ digit: Character) -> String { String(repeating: digit, count: 64) }

/// An event's text from the JSON text of its members; nil leaves a member out.
func eventText(
    id: String? = "\"\(hex64("0"))\"", pubkey: String? = "\"\(p1)\"", createdAt: String? = "1700000000",
    kind: String? = "9", tags: String? = "[]", content: String? = "\"x\"",
    sig: String? = "\"\(String(repeating: "0", count: 128))\""
) -> String {
    let members: [(String, String?)] = [
        ("id", id), ("pubkey", pubkey), ("created_at", createdAt), ("kind", kind), ("tags", tags),
        ("content", content), ("sig", sig),
    ]
    let present = members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }
    return "{" + present.joined(separator: ",") + "}"
}

/// A signed event of secret key 1.
func signed(
    kind: UInt16 = 9, createdAt: Int64 = time, tags: [[String]] = [], content: String = "x"
) throws -> Event {
    try EventTemplate(kind: kind, createdAt: createdAt, tags: tags, content: content).signed(by: keyOne())
}

extension Event {
    /// The text that `serialized()` writes.
    var text: String { String(decoding: serialized(), as: UTF8.self) }
}

extension String {
    /// Replaces the first occurrence, compared as bytes.
    func replacing(first old: String, with new: String) -> String {
        let bytes = Array(utf8)
        guard let range = bytes.firstRange(of: Array(old.utf8)) else { return self }
        return String(
            decoding: bytes[..<range.lowerBound] + Array(new.utf8) + bytes[range.upperBound...], as: UTF8.self
        )
    }
}
