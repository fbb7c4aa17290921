/// A second writer of bech32, bit by bit from BIP-173's words, to make texts that the library would not write.
enum ReferenceBech32 {
    static func encode(_ prefix: String, _ bytes: [UInt8]) -> String {
        let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
        var bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        while !bits.count.isMultiple(of: 5) { bits.append(0) }
        var values: [UInt32] = stride(from: 0, to: bits.count, by: 5).map { start in
            bits[start..<(start + 5)].reduce(0) { $0 << 1 | UInt32($1) }
        }
        let expanded = prefix.utf8.map { UInt32($0) >> 5 } + [0] + prefix.utf8.map { UInt32($0) & 31 }
        let sum = checksum(expanded + values + [0, 0, 0, 0, 0, 0])
        values += (0..<6).map { sum >> UInt32(25 - 5 * $0) & 31 }
        return prefix + "1" + String(values.map { alphabet[Int($0)] })
    }

    /// The remainder modulo the code's generator polynomial, xor 1.
    private static func checksum(_ values: [UInt32]) -> UInt32 {
        let terms: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
        var remainder: UInt32 = 1
        for value in values {
            let top = remainder >> 25
            remainder = (remainder & 0x1FF_FFFF) << 5 ^ value
            for bit in 0..<5 where top >> UInt32(bit) & 1 == 1 { remainder ^= terms[bit] }
        }
        return remainder ^ 1
    }
}
