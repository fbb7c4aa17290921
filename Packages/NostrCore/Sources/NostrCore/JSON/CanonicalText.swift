/// How NIP-01 writes a string inside the serialisation that an event id hashes.
///
/// Exactly `\n \" \\ \r \t \b \f` are escaped by letter, other bytes below 0x20 as lowercase `\u00xx`, all else stands
/// as it is (spec nostr-core "Events", edge case A04).
enum CanonicalText {
    /// Appends the string's canonical form without quotes.
    static func append(_ text: some Collection<UInt8>, to output: inout [UInt8]) {
        var rest = text[...]
        while let special = rest.firstIndex(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
            output.append(contentsOf: rest[..<special])
            append(escaping: rest[special], to: &output)
            rest = rest[rest.index(after: special)...]
        }
        output.append(contentsOf: rest)
    }

    private static func append(escaping byte: UInt8, to output: inout [UInt8]) {
        output.append(0x5C)
        switch byte {
        case 0x0A: output.append(UInt8(ascii: "n"))
        case 0x0D: output.append(UInt8(ascii: "r"))
        case 0x09: output.append(UInt8(ascii: "t"))
        case 0x08: output.append(UInt8(ascii: "b"))
        case 0x0C: output.append(UInt8(ascii: "f"))
        case 0..<0x20:
            output.append(contentsOf: [UInt8(ascii: "u"), UInt8(ascii: "0"), UInt8(ascii: "0")])
            Hex.append([byte], to: &output)
        default: output.append(byte)
        }
    }

    /// Appends the string's canonical form with its quotes.
    static func appendQuoted(_ text: some Collection<UInt8>, to output: inout [UInt8]) {
        output.append(0x22)
        append(text, to: &output)
        output.append(0x22)
    }

    /// Whether a `\u` escape of a control character is the one that ``append(_:to:)`` writes.
    static func isCanonicalControlEscape(_ escape: ArraySlice<UInt8>) -> Bool {
        var canonical: [UInt8] = []
        append(unescape(escape), to: &canonical)
        return canonical.elementsEqual(escape)
    }

    /// The string that an escaped form stands for.
    static func string(_ escaped: ArraySlice<UInt8>) -> String {
        guard escaped.contains(0x5C) else { return String(decoding: escaped, as: UTF8.self) }
        return String(decoding: unescape(escaped), as: UTF8.self)
    }

    /// Resolves the escapes of a string that was checked before; without quotes.
    static func unescape(_ escaped: ArraySlice<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(escaped.count)
        var rest = escaped
        while let backslash = rest.firstIndex(of: 0x5C) {
            output.append(contentsOf: rest[..<backslash])
            rest = rest[(backslash + 1)...]
            guard let kind = rest.popFirst() else { break }
            switch kind {
            case UInt8(ascii: "n"): output.append(0x0A)
            case UInt8(ascii: "r"): output.append(0x0D)
            case UInt8(ascii: "t"): output.append(0x09)
            case UInt8(ascii: "b"): output.append(0x08)
            case UInt8(ascii: "f"): output.append(0x0C)
            case UInt8(ascii: "u"):
                var scalar = unit(&rest)
                if scalar & 0xFC00 == 0xD800 {
                    rest = rest.dropFirst(2)
                    scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(&rest) & 0x3FF
                }
                appendUTF8(scalar, to: &output)
            default: output.append(kind)
            }
        }
        output.append(contentsOf: rest)
        return output
    }

    private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt32 {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        return digits.reduce(0) { $0 << 4 | UInt32(Hex.nibble($1, acceptUppercase: true) ?? 0) }
    }

    private static func appendUTF8(_ scalar: UInt32, to output: inout [UInt8]) {
        // The scanner refused lone surrogates, so every value is a scalar; U+FFFD only keeps this total.
        let scalar = Unicode.Scalar(scalar) ?? "\u{FFFD}"
        output.append(contentsOf: Array(String(Character(scalar)).utf8))
    }
}
