/// The one byte sequence that this package writes for a list of entries, read back at the speed of a
/// comparison.
///
/// A claim reads the store of every scope, some 60 KiB each when full; as a tree of JSON values that alone
/// would take longer than the whole claim may. Any other spelling of the same JSON gives nil here and goes
/// through the strict reader.
enum CanonicalStore {
    private static let head = Array(#"{"version":1,"shown":["#.utf8)
    private static let beforeID = Array(#"{"id":""#.utf8)
    private static let beforeCreatedAt = Array(#"","created_at":"#.utf8)
    private static let beforeShownAt = Array(#","shown_at":"#.utf8)
    private static let tail = Array("]}".utf8)
    private static let comma = UInt8(ascii: ",")
    private static let close = UInt8(ascii: "}")

    // MARK: Writing

    static func bytes(of entries: [StoreEntry]) -> [UInt8] {
        let size = head.count + entries.count * longestEntry + tail.count
        var output = [UInt8](repeating: 0, count: size)
        var end = 0
        var span = output.mutableSpan
        put(head.span, in: &span, at: &end)
        let literals = (beforeID, beforeCreatedAt, beforeShownAt)
        for (index, entry) in entries.enumerated() {
            if index > 0 { put(comma, in: &span, at: &end) }
            put(literals.0.span, in: &span, at: &end)
            putHex(entry.id.first, in: &span, at: &end)
            putHex(entry.id.second, in: &span, at: &end)
            putHex(entry.id.third, in: &span, at: &end)
            putHex(entry.id.fourth, in: &span, at: &end)
            put(literals.1.span, in: &span, at: &end)
            put(entry.createdAt, in: &span, at: &end)
            put(literals.2.span, in: &span, at: &end)
            put(entry.shownAt, in: &span, at: &end)
            put(close, in: &span, at: &end)
        }
        put(tail.span, in: &span, at: &end)
        output.removeLast(size - end)
        return output
    }

    private static let longestEntry = 1 + 7 + 64 + 15 + 16 + 12 + 16 + 1

    @inline(__always)
    private static func put(_ byte: UInt8, in span: inout MutableSpan<UInt8>, at end: inout Int) {
        span[end] = byte
        end += 1
    }

    @inline(__always)
    private static func put(_ literal: Span<UInt8>, in span: inout MutableSpan<UInt8>, at end: inout Int) {
        for index in 0..<literal.count { span[end + index] = literal[index] }
        end += literal.count
    }

    /// Eight bytes, the first one in the highest place.
    @inline(__always)
    private static func put(_ word: UInt64, in span: inout MutableSpan<UInt8>, at end: inout Int) {
        for index in 0..<8 {
            span[end &+ index] = UInt8(truncatingIfNeeded: word >> UInt64(56 &- index &* 8))
        }
        end += 8
    }

    @inline(__always)
    private static func putHex(_ word: UInt64, in span: inout MutableSpan<UInt8>, at end: inout Int) {
        put(spelled(word >> 32), in: &span, at: &end)
        put(spelled(word & 0xFFFF_FFFF), in: &span, at: &end)
    }

    /// A time of at most sixteen digits.
    private static func put(_ time: Int64, in span: inout MutableSpan<UInt8>, at end: inout Int) {
        var count = 1
        var rest = time / 10
        while rest > 0 {
            count += 1
            rest /= 10
        }
        rest = time
        for place in stride(from: end + count - 1, through: end, by: -1) {
            span[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        end += count
    }

    /// The eight lowercase hexadecimal digits of 32 bits; the reverse of ``nibbles(_:_:)``.
    @inline(__always)
    private static func spelled(_ half: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var value = (half | half << 16) & 0x0000_FFFF_0000_FFFF
        value = (value | value << 8) & 0x00FF_00FF_00FF_00FF
        value = (value | value << 4) & 0x0F0F_0F0F_0F0F_0F0F
        let letters = ((value &+ ones &* 6) >> 4) & ones
        return value &+ ones &* 0x30 &+ letters &* 39
    }

    // MARK: Reading

    /// The entries, or nil if the bytes are not exactly what ``bytes(of:)`` writes.
    static func entries(in bytes: Span<UInt8>) -> [StoreEntry]? {
        let size = bytes.count
        guard size >= head.count + tail.count else { return nil }
        for (index, byte) in head.enumerated() where bytes[index] != byte { return nil }
        for (index, byte) in tail.enumerated() where bytes[size - tail.count + index] != byte { return nil }
        let (idWord, createdAt1, createdAt2, shownAt1, shownAt2) = Self.literals
        // Each entry is read from the comma before it; the first one from the bracket that stands there
        // instead.
        var position = head.count - 1
        let end = size - tail.count
        var entries: [StoreEntry] = []
        if position + 1 == end { return entries }
        entries.reserveCapacity(size / shortestEntry)
        while position < end {
            guard end - position >= shortestEntry,
                word(bytes, position) & 0x00FF_FFFF_FFFF_FFFF == idWord,
                entries.isEmpty || bytes[position] == comma,
                let id = readID(bytes, position + 8),
                word(bytes, position + 72) == createdAt1,
                word(bytes, position + 79) == createdAt2
            else { return nil }
            position += 87
            guard let createdAt = readTime(bytes, &position, end: end),
                end - position >= 12,
                word(bytes, position) == shownAt1,
                word(bytes, position + 4) == shownAt2
            else { return nil }
            position += 12
            guard let shownAt = readTime(bytes, &position, end: end), position < end, bytes[position] == close
            else { return nil }
            position += 1
            entries.append(StoreEntry(id: id, createdAt: createdAt, shownAt: shownAt))
        }
        return entries
    }

    /// What stands between the values, as words that overlap where a literal is no multiple of eight.
    private static let literals = (
        packed(beforeID[...]), packed(beforeCreatedAt.prefix(8)), packed(beforeCreatedAt.suffix(8)),
        packed(beforeShownAt.prefix(8)), packed(beforeShownAt.suffix(8))
    )

    private static func packed(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static let shortestEntry = 8 + 64 + 15 + 1 + 12 + 1 + 1

    /// Eight bytes, the first one in the highest place.
    ///
    /// One check of the bounds; the compiler makes one load of it.
    @inline(__always)
    private static func word(_ bytes: Span<UInt8>, _ position: Int) -> UInt64 {
        let part = bytes.extracting(position..<position &+ 8)
        var word = UInt64(part[0]) << 56 | UInt64(part[1]) << 48 | UInt64(part[2]) << 40
        word |= UInt64(part[3]) << 32 | UInt64(part[4]) << 24 | UInt64(part[5]) << 16
        return word | UInt64(part[6]) << 8 | UInt64(part[7])
    }

    @inline(__always)
    private static func readID(_ bytes: Span<UInt8>, _ position: Int) -> StoreEntry.ID? {
        var faults: UInt64 = 0
        let id = StoreEntry.ID(
            first: hexWord(bytes, position, &faults), second: hexWord(bytes, position &+ 16, &faults),
            third: hexWord(bytes, position &+ 32, &faults), fourth: hexWord(bytes, position &+ 48, &faults))
        return faults == 0 ? id : nil
    }

    @inline(__always)
    private static func hexWord(_ bytes: Span<UInt8>, _ position: Int, _ faults: inout UInt64) -> UInt64 {
        nibbles(word(bytes, position), &faults) << 32 | nibbles(word(bytes, position &+ 8), &faults)
    }

    /// The 32 bits that eight lowercase hexadecimal digits stand for, eight at a time and without a branch,
    /// since ids are random and each wrong guess costs more than the digit.
    @inline(__always)
    private static func nibbles(_ text: UInt64, _ faults: inout UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Of digits and letters only the letters have bit 6, and their low nibble counts from 1.
        var value = (text & (ones &* 0x0F)) &+ ((text >> 6) & ones) &* 9
        // Spelled again, it must be the same text; the low nibbles 16…24 of g…o are no digits.
        let letters = ((value &+ ones &* 6) >> 4) & ones
        faults |= (value &+ ones &* 0x30 &+ letters &* 39) ^ text
        faults |= value & (ones &* 0xF0)
        value = (value | value >> 4) & 0x00FF_00FF_00FF_00FF
        value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
        return (value | value >> 16) & 0xFFFF_FFFF
    }

    /// Reads an integer in the range of ``StoredTime`` without leading zeros.
    @inline(__always)
    private static func readTime(_ bytes: Span<UInt8>, _ position: inout Int, end: Int) -> Int64? {
        let start = position
        var value: Int64 = 0
        // Sixteen digits hold 2^53−1 and can't overflow 64 bits.
        while position < end, position &- start < 17 {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int64(digit)
            position &+= 1
        }
        let count = position - start
        guard count > 0, count < 17, count == 1 || bytes[start] != UInt8(ascii: "0"),
            value <= StoredTime.range.upperBound
        else { return nil }
        return value
    }
}
