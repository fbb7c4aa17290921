/// A generator whose whole run follows from one seed (SplitMix64), so that a failure can be run again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }
}

extension SeededGenerator {
    private static let unusual: [Unicode.Scalar] = [
        "\u{0}", "\u{1}", "\u{7}", "\u{8}", "\u{9}", "\u{A}", "\u{B}", "\u{C}", "\u{D}", "\u{1F}", "\u{20}",
        "\"", "\\",
        "/", "\u{7F}", "\u{80}", "\u{85}", "\u{301}", "\u{200D}", "\u{2028}", "\u{2029}", "\u{D7FF}",
        "\u{E000}",
        "\u{FEFF}", "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{1F355}", "\u{1F1E9}", "\u{1F1EA}", "\u{10FFFF}",
        "{", "}",
        "[", "]", ",", ":", "é", "e",
    ]

    /// A string of up to `length` scalars, half of them of the kinds that break codecs.
    mutating func string(upTo length: Int) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...length, using: &self) {
            switch UInt8.random(in: 0..<4, using: &self) {
            case 0, 1: text.append(Self.unusual.randomElement(using: &self) ?? "x")
            case 2: text.append(Unicode.Scalar(UInt8.random(in: 0x20..<0x7F, using: &self)))
            default: text.append(Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) ?? "x")
            }
        }
        return String(text)
    }

    /// JSON's text of a string, each character spelled raw, by letter or by number, as the generator falls.
    mutating func spelling(of text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            let letters: [Unicode.Scalar: String] = [
                "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\u{8}": "\\b", "\u{C}": "\\f", "\n": "\\n",
                "\r": "\\r",
                "\t": "\\t",
            ]
            let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
            switch UInt8.random(in: 0..<3, using: &self) {
            case 0 where !mustEscape: result.unicodeScalars.append(scalar)
            case 1 where letters[scalar] != nil: result += letters[scalar] ?? ""
            default:
                let upper = Bool.random(using: &self)
                for unit in String(Character(scalar)).utf16 {
                    let digits = String(unit, radix: 16, uppercase: upper)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return result + "\""
    }
}
