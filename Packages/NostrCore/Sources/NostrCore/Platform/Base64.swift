/// Standard base64 with padding (RFC 4648 §4), strict in both directions.
public enum Base64: Sendable {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Four characters for each three bytes, `=` filling the last group.
    public static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var index = 0
        while index < bytes.count {
            let left = bytes.count - index
            let first = UInt32(bytes[index]) << 16
            let second = left > 1 ? UInt32(bytes[index + 1]) << 8 : 0
            let third = left > 2 ? UInt32(bytes[index + 2]) : 0
            let group = first | second | third
            text.append(alphabet[Int(group >> 18)])
            text.append(alphabet[Int(group >> 12 & 63)])
            text.append(left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
            text.append(left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
            index += 3
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes, or nil for anything but the one canonical form: no white space, no missing or extra padding,
    /// no bits left over in the last group, not the URL alphabet.
    public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let characters = Array(text)
        guard characters.count.isMultiple(of: 4) else { return nil }
        guard !characters.isEmpty else { return [] }
        let values = Self.values
        let last = characters.count - 4
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        for index in stride(from: 0, to: last, by: 4) {
            guard let group = group(characters, at: index, values) else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: group >> 16))
            bytes.append(UInt8(truncatingIfNeeded: group >> 8))
            bytes.append(UInt8(truncatingIfNeeded: group))
        }
        // The last group may end in one or two equals signs; the bits that they leave over must be zero.
        var tail = Array(characters[last...])
        var padding = 0
        while padding < 2, tail[3 - padding] == UInt8(ascii: "=") {
            tail[3 - padding] = UInt8(ascii: "A")
            padding += 1
        }
        guard let group = group(tail, at: 0, values), group & ((1 << UInt32(8 * padding)) - 1) == 0 else {
            return nil
        }
        for place in 0..<(3 - padding) {
            bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * place)))
        }
        return bytes
    }

    /// What each byte stands for; 255 marks those outside the alphabet.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The 24 bits of four characters.
    @inline(__always)
    private static func group(_ characters: [UInt8], at index: Int, _ values: [UInt8]) -> UInt32? {
        let first = UInt32(values[Int(characters[index])])
        let second = UInt32(values[Int(characters[index + 1])])
        let third = UInt32(values[Int(characters[index + 2])])
        let fourth = UInt32(values[Int(characters[index + 3])])
        guard (first | second | third | fourth) < 64 else { return nil }
        return first << 18 | second << 12 | third << 6 | fourth
    }
}
