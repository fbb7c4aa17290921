/// Runs over the text of a JSON string, many bytes at a step.
///
/// The loops are plain Swift on spans of a length that the compiler knows, which it turns into vector instructions.
enum StringText {
    /// Where a run ended, and whether it passed over escapes.
    struct Run {
        var end: Int
        var hasEscapes = false
    }

    /// Passes over all that needs no second look: plain ASCII, escapes of two characters that NIP-01 writes too, and
    /// well-formed characters beyond ASCII.
    ///
    /// It ends at a quote, a control character, another escape, a character that is not or not surely UTF-8, or at `end`.
    static func run(in bytes: [UInt8], from start: Int, to end: Int) -> Run {
        let text = bytes.span.extracting(start..<end)
        var index = 0
        var run = Run(end: end)
        while true {
            index = endOfPlainRun(in: text, from: index)
            guard index < text.count else { return run }
            let byte = text[index]
            if byte == UInt8(ascii: "\\"), index + 1 < text.count, isCanonicalEscape(text[index + 1]) {
                run.hasEscapes = true
                index += 2
                continue
            }
            if byte >= 0x80 {
                let next = endOfMultibyteRun(in: text, from: index)
                if next > index {
                    index = next
                    continue
                }
            }
            run.end = start + index
            return run
        }
    }

    /// Whether NIP-01's serialisation has this character behind a backslash.
    @inline(__always)
    static func isCanonicalEscape(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"),
            UInt8(ascii: "b"), UInt8(ascii: "f"):
            true
        default: false
        }
    }
}

// MARK: ASCII

extension StringText {
    /// The first place that holds a quote, a backslash, a control character or a byte beyond ASCII, or the end.
    @inline(__always)
    private static func endOfPlainRun(in text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while let word = word(in: text, at: index) {
            let hits = marks(of: word)
            if hits != 0 { return index + hits.trailingZeroBitCount / 8 }
            index += 8
            // Once 24 bytes are plain a long run is likely; a block that isn't plain is time lost.
            if index - start >= 24 { while isPlainBlock(in: text, at: index) { index += 32 } }
        }
        while index < text.count, marks(of: text[index]) == 0 { index += 1 }
        return index
    }

    /// The eight bytes at a place, the first in the lowest position; nil if fewer follow.
    @inline(__always)
    static func word(in text: Span<UInt8>, at index: Int) -> UInt64? {
        let part = text.extracting(droppingFirst: index).extracting(first: 8)
        guard part.count == 8 else { return nil }
        return UInt64(fourBytes(of: part, at: 0)) | UInt64(fourBytes(of: part, at: 4)) << 32
    }

    /// The four bytes at a place, the first in the lowest position.
    @inline(__always)
    private static func fourBytes(of part: Span<UInt8>, at index: Int) -> UInt32 {
        let low = UInt32(part[index]) | UInt32(part[index + 1]) << 8
        return low | UInt32(part[index + 2]) << 16 | UInt32(part[index + 3]) << 24
    }

    /// The high bit of each byte that is not plain; exact up to and including the lowest such byte.
    @inline(__always)
    private static func marks(of word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // A subtraction borrows from the next byte only where a byte is not plain.
        let quotes = (word ^ (ones &* 0x22)) &- ones
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        let controls = word &- (ones &* 0x20)
        return (quotes | backslashes | controls | word) & 0x8080_8080_8080_8080
    }

    /// The same for one byte.
    @inline(__always)
    private static func marks(of byte: UInt8) -> UInt8 {
        let quote = (byte ^ 0x22) &- 1
        let backslash = (byte ^ 0x5C) &- 1
        let control = byte &- 0x20
        return (quote | backslash | control | byte) & 0x80
    }

    /// Whether the next 32 bytes are all plain; false if fewer follow.
    @inline(__always)
    private static func isPlainBlock(in text: Span<UInt8>, at index: Int) -> Bool {
        let part = text.extracting(droppingFirst: index).extracting(first: 32)
        guard part.count == 32 else { return false }
        var hits: UInt8 = 0
        for offset in 0..<32 { hits |= marks(of: part[offset]) }
        return hits == 0
    }
}

// MARK: Beyond ASCII

extension StringText {
    /// Passes over characters of two to four bytes (RFC 3629: no overlong form, no surrogate, at most U+10FFFF).
    ///
    /// It ends at an ASCII byte, at bytes that are not UTF-8, or where fewer than four bytes are left to judge by.
    @inline(__always)
    private static func endOfMultibyteRun(in text: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while true {
            while startsWithFourOfThreeBytes(text, at: index) { index += 12 }
            let part = text.extracting(droppingFirst: index).extracting(first: 4)
            guard part.count == 4 else { return index }
            // The lead byte in the lowest position.
            let four = fourBytes(of: part, at: 0)
            if four & 0x00C0_C0F0 == 0x0080_80E0 {
                // 0: the bits that an overlong form leaves empty. 0x200D: U+D800…U+DFFF.
                let top = four & 0x200F
                guard top != 0, top != 0x200D else { return index }
                index += 3
            } else if four & 0xC0E0 == 0x80C0 {
                guard four & 0x1E != 0 else { return index }
                index += 2
            } else if four & 0xC0C0_C0F8 == 0x8080_80F0 {
                let lead = four & 0x07
                let isAboveBottom = four & 0x3000 != 0
                guard lead == 0 ? isAboveBottom : lead < 4 || (lead == 4 && !isAboveBottom) else {
                    return index
                }
                index += 4
            } else {
                return index
            }
        }
    }

    /// Whether the next twelve bytes are surely four characters of three bytes each, as most of Asia writes.
    ///
    /// False for U+0000…U+0FFF and U+D000…U+DFFF, where the lead byte alone does not decide.
    @inline(__always)
    private static func startsWithFourOfThreeBytes(_ text: Span<UInt8>, at index: Int) -> Bool {
        let part = text.extracting(droppingFirst: index).extracting(first: 12)
        guard part.count == 12 else { return false }
        let middle = UInt64(fourBytes(of: part, at: 4))
        let first = UInt64(fourBytes(of: part, at: 0)) | middle << 32
        let second = middle | UInt64(fourBytes(of: part, at: 8)) << 32
        guard first & 0xC0F0_C0C0_F0C0_C0F0 == 0x80E0_8080_E080_80E0,
            second & 0xC0C0_F0C0_C0F0_C0C0 == 0x8080_E080_80E0_8080
        else { return false }
        // The leads' low nibbles, three of the first word and the last of the second; 1 in the bytes between.
        let nibbles =
            (first & 0x000F_0000_0F00_000F) | (second & 0x0000_0F00_0000_0000) | 0x0100_0001_0001_0100
        return !hasZeroByte(nibbles) && !hasZeroByte(nibbles ^ 0x000D_0D00_0D00_000D)
    }

    @inline(__always)
    private static func hasZeroByte(_ word: UInt64) -> Bool {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080 != 0
    }
}
