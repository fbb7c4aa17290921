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

    @Test(
        "three bytes that are no character, at each place of a run of such",
        arguments: [
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE3, 0x81, 0x41],
        ]
            as [[UInt8]])
    func threeBytes(bad: [UInt8]) {
        let run = Array("いろはにほへとちりぬるを".utf8)
        for place in stride(from: 0, through: run.count, by: 3) {
            let text = [0x22] + run[..<place] + bad + run[place...] + [0x22]
            #expect(throws: JSONError(.invalidUTF8, at: place + 1)) {
                try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 1000))
            }
        }
        // The neighbours of what is refused are characters.
        for good in [
            "\u{800}", "\u{FFF}", "\u{1000}", "\u{CFFF}", "\u{D000}", "\u{D7FF}", "\u{E000}", "\u{FFFF}",
        ] {
            for place in stride(from: 0, through: run.count, by: 3) {
                #expect(Self.accepts(run[..<place] + Array(good.utf8) + run[place...]))
            }
        }
    }

    @Test("what ends a plain run is found at every distance", arguments: 0..<110)
    func distance(length: Int) throws {
        let plain = String(repeating: "x", count: length)
        let tail = String(repeating: "y", count: 70)
        let limits = JSONLimits(maximumBytes: 1000)
        #expect(
            try JSONValue.parse("[\"\(plain)\",\"\(tail)\"]", limits: limits)
                == .array([.string(plain), .string(tail)]))
        #expect(try JSONValue.parse("\"\(plain)\\n\(tail)\"", limits: limits) == .string(plain + "\n" + tail))
        #expect(
            try JSONValue.parse("\"\(plain)\\u0041\(tail)\"", limits: limits) == .string(plain + "A" + tail))
        for (byte, reason) in [
            (0x1F, .unexpectedByte(0x1F, expected: "an escape for a control character")),
            (0x80, .invalidUTF8),
            (0xFF, .invalidUTF8),
        ] as [(UInt8, JSONError.Reason)] {
            let text = [0x22] + Array(plain.utf8) + [byte] + Array(tail.utf8) + [0x22]
            #expect(throws: JSONError(reason, at: length + 1)) { try JSONValue.parse(text, limits: limits) }
        }
    }
}
