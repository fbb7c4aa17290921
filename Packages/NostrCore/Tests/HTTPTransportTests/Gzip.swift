/// Gzip streams made by hand (RFC 1951, RFC 1952), so that the tests need no other compressor.
enum Gzip {
    /// `count` zero bytes in one block of fixed codes: 258 of them to 13 bits.
    static func zeros(_ count: Int) -> [UInt8] {
        var bits = BitWriter()
        bits.put([1, 1, 0])  // Last block, fixed codes.
        for _ in 0..<(count % 258) { bits.put(literalZero) }
        for index in 0..<(count / 258) {
            // A match needs something before it.
            if index == 0, count % 258 == 0 {
                for _ in 0..<258 { bits.put(literalZero) }
            } else {
                bits.put([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0])  // Length 258, distance 1.
            }
        }
        bits.put([0, 0, 0, 0, 0, 0, 0])  // End of block.
        return wrapped(bits.bytes, of: [UInt8](repeating: 0, count: count))
    }

    /// Bytes in one stored block, at most 65535, with a file name of any length in front.
    static func stored(_ bytes: [UInt8], nameLength: Int = 0) -> [UInt8] {
        let length = UInt16(bytes.count)
        let head: [UInt8] = [
            1, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8),
        ]
        return wrapped(head + bytes, of: bytes, nameLength: nameLength)
    }

    private static let literalZero: [UInt8] = [0, 0, 1, 1, 0, 0, 0, 0]

    private static func wrapped(_ deflated: [UInt8], of bytes: [UInt8], nameLength: Int = 0) -> [UInt8] {
        let name = nameLength == 0 ? [] : [UInt8](repeating: 97, count: nameLength) + [0]
        let head: [UInt8] = [0x1F, 0x8B, 8, nameLength == 0 ? 0 : 8, 0, 0, 0, 0, 0, 255]
        return head + name + deflated + littleEndian(crc(bytes)) + littleEndian(UInt32(bytes.count))
    }

    private static func littleEndian(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        let table = (0..<UInt32(256)).map { index in
            (0..<8).reduce(index) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
    }

    private struct BitWriter {
        var bytes: [UInt8] = []
        private var count = 0

        mutating func put(_ bits: [UInt8]) {
            for bit in bits {
                if count % 8 == 0 { bytes.append(0) }
                bytes[bytes.count - 1] |= bit << UInt8(count % 8)
                count += 1
            }
        }
    }
}
