/// Text as a terminal shows it: how wide it is, and what must not reach it.
public enum DisplayText: Sendable {
    /// How many columns a text takes: two for East Asian wide characters and emoji, none for combining marks.
    ///
    /// Control characters count nothing; make the text safe first.
    public static func width(_ text: String) -> Int {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + width(of: $1) }
    }

    private static func width(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        // U+FE0F asks for the emoji form, which is drawn wide; a flag is two regional indicators.
        if scalars.count > 1, first.properties.isEmoji, scalars.contains("\u{FE0F}") { return 2 }
        if first.properties.isEmojiPresentation { return 2 }
        return scalars.contains { isWide($0.value) } ? 2 : scalars.contains { takesColumn($0) } ? 1 : 0
    }

    private static func takesColumn(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: false
        // Medial vowels and final consonants of Korean join the syllable before them.
        default: !(0x1160...0x11FF).contains(scalar.value)
        }
    }

    /// Whether Unicode's East Asian Width of a scalar is Wide or Fullwidth (UAX #11), emoji apart.
    private static func isWide(_ value: UInt32) -> Bool {
        guard value >= 0x1100 else { return false }
        var low = 0
        var high = wideRanges.count
        while low < high {
            let middle = (low + high) / 2
            if wideRanges[middle].contains(value) { return true }
            if value < wideRanges[middle].lowerBound { high = middle } else { low = middle + 1 }
        }
        return false
    }

    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF,
        0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60,
        0xFFE0...0xFFE6, 0x16FE0...0x16FFF, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF,
        0x20000...0x2FFFD, 0x30000...0x3FFFD,
    ]

    /// The text with everything that could steer a terminal made visible: `\n`, `\t`, `\u{1B}`.
    ///
    /// Control characters (C0, DEL, C1) and the marks that turn the direction of text are escaped; the rest
    /// is kept.
    public static func safe(_ text: String, keepingNewlines: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: { steers($0) }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where keepingNewlines: result.unicodeScalars.append(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where steers(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0x200E...0x200F: true
        default: false
        }
    }

    /// The text cut to a width, the last column an ellipsis if anything was cut.
    public static func truncated(_ text: String, to width: Int) -> String {
        if self.width(text) <= width { return text }
        var result = ""
        var used = 0
        for character in text {
            let next = self.width(of: character)
            if used + next > width - 1 { break }
            result.append(character)
            used += next
        }
        return width > 0 ? result + "…" : ""
    }

    /// Lines of words no wider than `width`; a longer word stands alone on its line.
    ///
    /// Line breaks in the text are kept.
    public static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var line = ""
            for word in paragraph.split(separator: " ") {
                if line.isEmpty {
                    line = String(word)
                } else if self.width(line) + 1 + self.width(String(word)) <= width {
                    line += " " + word
                } else {
                    lines.append(line)
                    line = String(word)
                }
            }
            lines.append(line)
        }
        return lines
    }
}
