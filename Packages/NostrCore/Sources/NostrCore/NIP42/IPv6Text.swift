/// An IPv6 address as text (RFC 4291 §2.2), read to compare two spellings of one address.
enum IPv6Text {
    /// The eight groups of an address in brackets, or nil if it is none.
    static func groups(bracketed text: String) -> [UInt16]? {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]"), bytes.count >= 4 else {
            return nil
        }
        return groups(bytes[1..<(bytes.count - 1)])
    }

    private static func groups(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        let colon = UInt8(ascii: ":")
        // A second gap leaves an empty piece on one side, which is no group.
        let gap = text.indices.dropLast().first { text[$0] == colon && text[$0 + 1] == colon }
        guard let gap else { return part(text, mayEndInIPv4: true).flatMap { $0.count == 8 ? $0 : nil } }
        guard let left = part(text[..<gap], mayEndInIPv4: false),
            let right = part(text[(gap + 2)...], mayEndInIPv4: true), left.count + right.count < 8
        else { return nil }
        return left + [UInt16](repeating: 0, count: 8 - left.count - right.count) + right
    }

    /// The groups on one side of the gap; an empty side has none.
    private static func part(_ text: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let pieces = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, piece) in pieces.enumerated() {
            if mayEndInIPv4, index == pieces.count - 1, piece.contains(UInt8(ascii: ".")) {
                guard let address = ipv4(piece) else { return nil }
                groups += address
                continue
            }
            guard (1...4).contains(piece.count) else { return nil }
            var group: UInt16 = 0
            for digit in piece {
                guard let value = Hex.nibble(digit, acceptUppercase: true) else { return nil }
                group = group << 4 | UInt16(value)
            }
            groups.append(group)
        }
        return groups
    }

    private static func ipv4(_ text: ArraySlice<UInt8>) -> [UInt16]? {
        let pieces = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        var bytes: [UInt16] = []
        for piece in pieces {
            let digits = String(decoding: piece, as: UTF8.self)
            guard let byte = UInt8(digits), digits == String(byte) else { return nil }
            bytes.append(UInt16(byte))
        }
        guard bytes.count == 4 else { return nil }
        return [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
    }
}
