/// The one byte sequence that this package writes for a list of entries, read back at the speed of a comparison.
///
/// A claim reads the store of every scope, some 60 KiB each when full; as a tree of JSON values that alone would take
/// longer than the whole claim may. Any other spelling of the same JSON gives nil here and goes through the strict
/// reader.
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
        let (beforeID, beforeCreatedAt, beforeShownAt) = (beforeID, beforeCreatedAt, beforeShownAt)
        var output = head
        output.reserveCapacity(head.count + entries.count * 136 + tail.count)
        for (index, entry) in entries.enumerated() {
            if index > 0 { output.append(comma) }
            output.append(contentsOf: beforeID)
            for place in 0..<4 { appendHex(entry.id.words[place], to: &output) }
            output.append(contentsOf: beforeCreatedAt)
            output.append(contentsOf: String(entry.createdAt).utf8)
            output.append(contentsOf: beforeShownAt)
            output.append(contentsOf: String(entry.shownAt).utf8)
            output.append(close)
        }
        output.append(contentsOf: tail)
        return output
    }

    private static func appendHex(_ word: UInt64, to output: inout [UInt8]) {
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
            let nibble = UInt8(truncatingIfNeeded: word >> shift) & 15
            output.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble)
        }
    }

    // MARK: Reading

    /// The entries, or nil if the bytes are not exactly what ``bytes(of:)`` writes.
    static func entries(in bytes: Span<UInt8>) -> [StoreEntry]? {
        let literals = (
            beforeID: beforeID.span, beforeCreatedAt: beforeCreatedAt.span, beforeShownAt: beforeShownAt.span
        )
        var position = 0
        guard skip(head.span, in: bytes, &position) else { return nil }
        var entries: [StoreEntry] = []
        entries.reserveCapacity(bytes.count / 128)
        while position < bytes.count, bytes[position] != UInt8(ascii: "]") {
            if !entries.isEmpty {
                guard bytes[position] == comma else { return nil }
                position += 1
            }
            guard skip(literals.beforeID, in: bytes, &position),
                let id = readID(bytes, &position),
                skip(literals.beforeCreatedAt, in: bytes, &position),
                let createdAt = readTime(bytes, &position),
                skip(literals.beforeShownAt, in: bytes, &position),
                let shownAt = readTime(bytes, &position),
                position < bytes.count, bytes[position] == close
            else { return nil }
            position += 1
            entries.append(StoreEntry(id: id, createdAt: createdAt, shownAt: shownAt))
        }
        guard skip(tail.span, in: bytes, &position), position == bytes.count else { return nil }
        return entries
    }

    @inline(__always)
    private static func skip(_ literal: Span<UInt8>, in bytes: Span<UInt8>, _ position: inout Int) -> Bool {
        guard bytes.count - position >= literal.count else { return false }
        for index in 0..<literal.count where bytes[position + index] != literal[index] { return false }
        position += literal.count
        return true
    }

    @inline(__always)
    private static func readID(_ bytes: Span<UInt8>, _ position: inout Int) -> StoreEntry.ID? {
        guard bytes.count - position >= 64 else { return nil }
        var words = SIMD4<UInt64>()
        var isHex = true
        for place in 0..<4 {
            var word: UInt64 = 0
            for offset in 0..<16 {
                let byte = bytes[position + place * 16 + offset]
                let digit = byte &- UInt8(ascii: "0")
                let letter = byte &- UInt8(ascii: "a")
                isHex = isHex && (digit < 10 || letter < 6)
                word = word << 4 | UInt64(digit < 10 ? digit : letter &+ 10)
            }
            words[place] = word
        }
        guard isHex else { return nil }
        position += 64
        return StoreEntry.ID(words: words)
    }

    /// Reads an integer in the range of ``StoredTime`` without leading zeros.
    @inline(__always)
    private static func readTime(_ bytes: Span<UInt8>, _ position: inout Int) -> Int64? {
        let start = position
        var value: Int64 = 0
        // Sixteen digits hold 2^53−1 and can't overflow 64 bits.
        while position < bytes.count, position - start < 17 {
            let digit = bytes[position] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value * 10 + Int64(digit)
            position += 1
        }
        let count = position - start
        guard count > 0, count < 17, count == 1 || bytes[start] != UInt8(ascii: "0"),
            value <= StoredTime.range.upperBound
        else { return nil }
        return value
    }
}
