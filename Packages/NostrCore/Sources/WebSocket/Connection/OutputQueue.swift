/// Bytes on their way out, taken from the front in pieces.
struct OutputQueue: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0

    var count: Int { bytes.count - start }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ more: [UInt8]) {
        if start > 0, start >= bytes.count / 2 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes += more
    }

    mutating func take(atMost limit: Int) -> ArraySlice<UInt8> {
        let end = start + min(limit, count)
        defer { start = end }
        return bytes[start..<end]
    }
}
