/// Hexadecimal text, ASCII digits only.
public enum Hex: Sendable {
    private static let digits = Array("0123456789abcdef".utf8)

    /// Two lowercase digits a byte.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    static func append(_ bytes: some Collection<UInt8>, to output: inout [UInt8]) {
        for byte in bytes {
            output.append(digits[Int(byte >> 4)])
            output.append(digits[Int(byte & 15)])
        }
    }

    /// The bytes that an even number of digits stands for, or nil if any byte of the text is not a digit.
    ///
    /// Upper case is refused unless asked for: NIP-01 writes lower case, people paste either.
    public static func decode(
        _ text: some Collection<UInt8>, count: Int? = nil, acceptUppercase: Bool = false
    ) -> [UInt8]? {
        guard text.count.isMultiple(of: 2) else { return nil }
        if let count, text.count / 2 != count { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8?
        for character in text {
            guard let value = nibble(character, acceptUppercase: acceptUppercase) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    /// Whether a byte is an ASCII hexadecimal digit of either case.
    package static func isDigit(_ character: UInt8) -> Bool {
        nibble(character, acceptUppercase: true) != nil
    }

    @inline(__always)
    static func nibble(_ character: UInt8, acceptUppercase: Bool) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F") where acceptUppercase: character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
