import NostrCore
import Testing

/// UTF-8 inside strings, against the standard library's own validation.
@Suite struct UTF8Tests {
    static func accepts(_ content: [UInt8]) -> Bool {
        let text = [0x22] + content + [0x22]
        guard let value = try? JSONValue.parse(text, limits: JSONLimits(maximumBytes: 100_000)) else {
            return false
        }
        return value.serialized() == text
    }

    @Test("every scalar that JSON allows raw")
    func scalars() {
        var run: [UInt8] = []
        for value in UInt32(0x20)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
            run.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            if run.count > 90_000 {
                #expect(Self.accepts(run), "up to U+\(String(value, radix: 16))")
                run = []
            }
        }
        #expect(Self.accepts(run))
    }

    /// Two to four bytes of all kinds that matter, between characters of each length.
    @Test("sequences as the standard library judges them", arguments: ["", "x", "いろはに", "🍕いろはに"])
    func sequences(around: String) {
        let leads: [UInt8] = [
            0x41, 0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1,
            0xF3, 0xF4,
            0xF5, 0xFF,
        ]
        let seconds: [UInt8] = [0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xE3]
        let around = Array(around.utf8)
        var wrong: [[UInt8]] = []
        for first in leads {
            for second in seconds {
                for tail in [[], [0x80], [0x41], [0x80, 0x80], [0xBF, 0x41], [0xBF, 0xC0], [0xC0, 0x80]]
                    as [[UInt8]]
                {
                    let bytes = around + [first, second] + tail + around
                    if Self.accepts(bytes) != (String(validating: bytes, as: UTF8.self) != nil) {
                        wrong.append(bytes)
                    }
                }
            }
        }
        #expect(wrong == [])
    }

    @Test(
        "a wrong byte at every place of a long text",
        arguments: ["いろはにほへとちりぬるを", "The quick brown fox jumps over it all", "가각갂힣"])
    func spoilt(text: String) {
        let bytes = Array(String(repeating: text, count: 3).utf8)
        var wrong: [String] = []
        for place in bytes.indices {
            for bad: UInt8 in [0x80, 0xBF, 0xC0, 0xED, 0xE0, 0xF4, 0xFF, 0x01, 0x22, 0x41] {
                var spoilt = bytes
                spoilt[place] = bad
                let valid = String(validating: spoilt, as: UTF8.self) != nil && bad >= 0x20 && bad != 0x22
                if Self.accepts(spoilt) != valid { wrong.append("\(bad) at \(place)") }
            }
        }
        #expect(wrong == [])
    }
}
