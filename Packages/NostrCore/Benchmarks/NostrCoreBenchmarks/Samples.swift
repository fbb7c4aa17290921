internal import NostrCore

/// Signed events of a size, by so many authors in turn.
struct Sample {
    let name: String
    let events: [Event]
    let texts: [[UInt8]]

    /// What the content is made of.
    enum Content {
        /// English, no character that needs an escape.
        case plain
        /// A quote, a line feed or an emoji about every fifty bytes.
        case mixed
        /// Three bytes a character.
        case japanese

        var sentence: String {
            switch self {
            case .plain: "The quick brown fox jumps over the lazy dog once more. "
            case .mixed: "The quick brown \"fox\" jumps over the lazy dog\nand eats a 🍕 with the neighbours. "
            case .japanese: "いろはにほへとちりぬるをわかよたれそつねならむ"
            }
        }
    }

    init(_ content: Content, bytes: Int, authors: Int, count: Int) throws {
        name = "\(bytes) B \(content), \(authors) authors"
        let keys = try (0..<authors).map { _ in try KeyPair.random() }
        let channel = "0f0e0d0c-0b0a-4908-8706-050403020100"
        events = try (0..<count).map { index in
            // What the members, tags and the signature take of the size.
            let room = max(0, bytes - 370)
            var text = "\(index) "
            while text.utf8.count < room { text += content.sentence }
            while text.utf8.count > max(room, 8) { text.removeLast() }
            return try EventTemplate(
                kind: 9, createdAt: 1_700_000_000, tags: [["h", channel]], content: text
            )
            .signed(by: keys[index % authors])
        }
        texts = events.map { $0.serialized() }
    }
}
