/// Bech32 (BIP-173) as NIP-19 uses it: the first checksum constant, not bech32m, and no limit of 90 characters.
enum Bech32 {
    /// NIP-19 suggests this limit for the forms that carry lists.
    static let maximumLength = 5000
    private static let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l".utf8)

    /// The lowercase text of a prefix and some bytes.
    static func encode(prefix: String, bytes: [UInt8]) -> String {
        let values = regroup(bytes.map { UInt32($0) }, from: 8, to: 5, pad: true) ?? []
        let checked = expand(prefix) + values
        let checksum = polymod(checked + [0, 0, 0, 0, 0, 0]) ^ 1
        let tail = (0..<6).map { checksum >> UInt32(5 * (5 - $0)) & 31 }
        let text = Array(prefix.utf8) + [UInt8(ascii: "1")] + (values + tail).map { alphabet[Int($0)] }
        return String(decoding: text, as: UTF8.self)
    }

    /// Why a text is not bech32.
    ///
    /// Never holds the text, which may be a secret key with a typing error.
    enum Failure: Error, Equatable {
        case tooLong(Int)
        case mixedCase
        case noSeparator
        case invalidCharacter(offset: Int)
        case wrongChecksum
        case strayBits
    }

    /// The prefix in lower case and the bytes, or nil for a bad checksum, mixed case, stray bits or characters.
    static func decode(_ text: String) -> (prefix: String, bytes: [UInt8])? {
        try? decode(checking: text)
    }

    /// The prefix in lower case and the bytes.
    static func decode(checking text: String) throws(Failure) -> (prefix: String, bytes: [UInt8]) {
        var characters = Array(text.utf8)
        guard characters.count <= maximumLength else { throw .tooLong(characters.count) }
        let hasLower = characters.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        let hasUpper = characters.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        if hasLower, hasUpper { throw .mixedCase }
        if hasUpper {
            characters = characters.map {
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
            }
        }
        guard let separator = characters.lastIndex(of: UInt8(ascii: "1")), separator > 0,
            characters.count - separator - 1 >= 6
        else { throw .noSeparator }
        if let offset = characters[..<separator].firstIndex(where: { !(33...126).contains($0) }) {
            throw .invalidCharacter(offset: offset)
        }
        var values: [UInt32] = []
        values.reserveCapacity(characters.count - separator)
        for (offset, character) in characters.enumerated().dropFirst(separator + 1) {
            guard let index = alphabet.firstIndex(of: character) else {
                throw .invalidCharacter(offset: offset)
            }
            values.append(UInt32(index))
        }
        let prefix = String(decoding: characters[..<separator], as: UTF8.self)
        guard polymod(expand(prefix) + values) == 1 else { throw .wrongChecksum }
        guard let bytes = regroup(Array(values.dropLast(6)), from: 5, to: 8, pad: false) else {
            throw .strayBits
        }
        return (prefix, bytes.map { UInt8(truncatingIfNeeded: $0) })
    }

    /// The 32 bytes of a bare key form.
    static func decode(key text: String, expectedPrefix: String) throws(KeyError) -> [UInt8] {
        guard let (prefix, bytes) = decode(text) else { throw .unreadable(expected: expectedPrefix) }
        guard prefix == expectedPrefix else { throw .wrongPrefix(expected: expectedPrefix, found: prefix) }
        guard bytes.count == 32 else { throw .unreadable(expected: expectedPrefix) }
        return bytes
    }

    private static func expand(_ prefix: String) -> [UInt32] {
        prefix.utf8.map { UInt32($0 >> 5) } + [0] + prefix.utf8.map { UInt32($0 & 31) }
    }

    private static func polymod(_ values: [UInt32]) -> UInt32 {
        let generator: [UInt32] = [0x3B6A_57B2, 0x2650_8E6D, 0x1EA1_19FA, 0x3D42_33DD, 0x2A14_62B3]
        var sum: UInt32 = 1
        for value in values {
            let top = sum >> 25
            sum = (sum & 0x1FF_FFFF) << 5 ^ value
            for (bit, term) in generator.enumerated() where top >> UInt32(bit) & 1 == 1 { sum ^= term }
        }
        return sum
    }

    /// Regroups bits; without padding, left-over bits must be fewer than a group and zero.
    private static func regroup(_ values: [UInt32], from: UInt32, to: UInt32, pad: Bool) -> [UInt32]? {
        var output: [UInt32] = []
        var bits: UInt32 = 0
        var held: UInt32 = 0
        for value in values {
            bits = bits << from | value
            held += from
            while held >= to {
                held -= to
                output.append(bits >> held & ((1 << to) - 1))
            }
            bits &= (1 << held) - 1
        }
        if pad {
            if held > 0 { output.append(bits << (to - held)) }
        } else if held >= from || bits != 0 {
            return nil
        }
        return output
    }
}
