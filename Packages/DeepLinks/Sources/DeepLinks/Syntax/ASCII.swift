/// Questions about single bytes.
enum ASCII {
    static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

    static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 <= 25 }

    static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }

    static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 <= 5 }

    /// What a hexadecimal digit of either case stands for.
    static func value(ofHexDigit byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte &- 0x30 }
        let letter = (byte | 0x20) &- 0x61
        return letter <= 5 ? letter &+ 10 : nil
    }

    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 <= 25 ? byte | 0x20 : byte }

    /// The text with A–Z in lower case and all else as it stands.
    static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.map(lowercased), as: UTF8.self)
    }

    /// Whether bytes spell a lower-case ASCII word, in either case.
    static func spells(_ word: StaticString, _ bytes: ArraySlice<UInt8>) -> Bool {
        let word = word.description.utf8
        return bytes.count == word.count && zip(bytes, word).allSatisfy { lowercased($0) == $1 }
    }
}
