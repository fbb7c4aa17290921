extension Hex {
    /// The word that 16 lowercase digits spell, the first digit in the highest position; nil for anything else.
    @inline(__always)
    static func word(in text: Span<UInt8>, at index: Int) -> UInt64? {
        guard let first = StringText.word(in: text, at: index),
            let second = StringText.word(in: text, at: index + 8),
            let high = halfWord(first.byteSwapped), let low = halfWord(second.byteSwapped)
        else { return nil }
        return high << 32 | low
    }

    /// The 32 bits that eight digits spell, all at once: each digit is a byte of the word.
    @inline(__always)
    private static func halfWord(_ digits: UInt64) -> UInt64? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let isLetter = digits >> 6 & ones
        let values = digits & 0x0F0F_0F0F_0F0F_0F0F &+ isLetter &* 9
        // Valid are just the bytes that spell their value: writing it back must give the digit.
        let isTenOrMore = (values &+ ones &* 6) >> 4 & ones
        let written = values &+ ones &* 0x30 &+ isTenOrMore &* 0x27
        guard written == digits, values & 0xF0F0_F0F0_F0F0_F0F0 == 0 else { return nil }
        var packed = (values | values >> 4) & 0x00FF_00FF_00FF_00FF
        packed = (packed | packed >> 8) & 0x0000_FFFF_0000_FFFF
        return (packed | packed >> 16) & 0xFFFF_FFFF
    }
}

extension Bytes32 {
    /// Reads the 64 lowercase digits that start at a place of a text.
    init?(hexDigits text: Span<UInt8>, at index: Int) {
        guard let first = Hex.word(in: text, at: index), let second = Hex.word(in: text, at: index + 16),
            let third = Hex.word(in: text, at: index + 32), let fourth = Hex.word(in: text, at: index + 48)
        else { return nil }
        self.init(words: (first, second, third, fourth))
    }
}
