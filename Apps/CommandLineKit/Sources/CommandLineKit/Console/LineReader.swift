/// Splits bytes into lines at 0x0A and nowhere else, a line at a time.
///
/// Nothing of Unicode ends a line, so JSON text with U+2028 or U+0085 inside stays whole.
public struct LineReader {
    /// One line, without its 0x0A.
    public struct Line: Sendable, Equatable {
        /// The line's number, from 1.
        public let number: Int
        /// Its bytes, or nil if it was longer than the limit; the rest of such a line was passed over.
        public let bytes: [UInt8]?

        /// States both.
        public init(number: Int, bytes: [UInt8]?) {
            self.number = number
            self.bytes = bytes
        }

        /// Whether it holds nothing but spaces, tabs and carriage returns.
        public var isBlank: Bool {
            bytes.map { $0.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } } ?? false
        }
    }

    private let source: ByteSource
    private let limit: Int
    private var buffer: [UInt8] = []
    private var position = 0
    private var number = 0
    private var atEnd = false

    /// Reads lines of at most `limit` bytes.
    public init(_ source: ByteSource, limit: Int) {
        self.source = source
        self.limit = limit
    }

    /// The next line, or nil at the end.
    ///
    /// A last line without 0x0A counts. An empty text has no line.
    public mutating func next() throws(FileError) -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        var sawBytes = false
        while true {
            if position == buffer.count {
                if !atEnd { buffer = try source.read(65_536) }
                position = 0
                if buffer.isEmpty {
                    atEnd = true
                    return sawBytes ? finish(line, isTooLong) : nil
                }
            }
            sawBytes = true
            let end = buffer[position...].firstIndex(of: 0x0A) ?? buffer.count
            // Once over the limit the line is only skipped, so a line without end costs no memory.
            if !isTooLong, end - position <= limit - line.count {
                line.append(contentsOf: buffer[position..<end])
            } else {
                isTooLong = true
                line = []
            }
            position = min(end + 1, buffer.count)
            if end < buffer.count { return finish(line, isTooLong) }
        }
    }

    private mutating func finish(_ line: [UInt8], _ isTooLong: Bool) -> Line {
        number += 1
        return Line(number: number, bytes: isTooLong ? nil : line)
    }
}

@available(*, unavailable)
extension LineReader: Sendable {}
