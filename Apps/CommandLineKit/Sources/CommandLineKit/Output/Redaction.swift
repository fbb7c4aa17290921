/// Keeps secret keys that were typed in the wrong place out of messages.
enum Redaction {
    /// What a message says instead of the word.
    static let placeholder = "a word that looks like a secret key"

    /// Whether a word may be a secret key: it holds `nsec1`, or ends in 64 hexadecimal digits.
    static func hides(_ word: String) -> Bool {
        let lowercase = word.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        if lowercase.indices.contains(where: { lowercase[$0...].starts(with: "nsec1".utf8) }) { return true }
        return lowercase.count >= 64
            && lowercase.suffix(64).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
