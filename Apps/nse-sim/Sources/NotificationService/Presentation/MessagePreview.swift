/// A message's text as a notification shows it (spec presentation "Text").
///
/// The steps follow one another: fenced code, inline code, links and images, addresses, white space, length.
enum MessagePreview {
    static let maximumCharacters = 180
    static let charactersBeforeEllipsis = 177

    /// The preview, empty if the message leaves nothing to show.
    static func text(of content: String) -> String {
        var bytes = Array(content.utf8)
        bytes = replaceFencedCode(bytes)
        bytes = unwrapInlineCode(bytes)
        bytes = unwrapLinks(bytes)
        bytes = replaceAddresses(bytes)
        return shorten(collapseWhiteSpace(String(decoding: bytes, as: UTF8.self)))
    }

    private static let backtick = UInt8(ascii: "`")
    private static let fence: [UInt8] = [backtick, backtick, backtick]

    /// Each shortest span between two triple backticks becomes `[code]`; an unclosed one stays.
    private static func replaceFencedCode(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while let open = find(fence, in: text, from: index), let close = find(fence, in: text, from: open + 3)
        {
            output.append(contentsOf: text[index..<open])
            output.append(contentsOf: "[code]".utf8)
            index = close + 3
        }
        return output + text[index...]
    }

    /// A span of something between two single backticks becomes its inside.
    private static func unwrapInlineCode(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while let open = text[index...].firstIndex(of: backtick),
            let close = text[(open + 1)...].firstIndex(of: backtick)
        {
            output.append(contentsOf: text[index..<open])
            if close > open + 1 {
                output.append(contentsOf: text[(open + 1)..<close])
                index = close + 1
            } else {
                // Nothing between them: the first stays, the second may open a span.
                output.append(backtick)
                index = close
            }
        }
        return output + text[index...]
    }

    /// `[text](address)`, with or without `!` before it, becomes its text.
    private static func unwrapLinks(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        var squares = Finder(UInt8(ascii: "]"), in: text)
        var rounds = Finder(UInt8(ascii: ")"), in: text)
        while index < text.count {
            let isImage = text[index] == UInt8(ascii: "!") && index + 1 < text.count
            let open = isImage ? index + 1 : index
            if text[open] == UInt8(ascii: "["), let square = squares.next(from: open),
                square + 1 < text.count,
                text[square + 1] == UInt8(ascii: "("), let round = rounds.next(from: square + 2)
            {
                output.append(contentsOf: text[(open + 1)..<square])
                index = round + 1
            } else {
                output.append(text[index])
                index += 1
            }
        }
        return output
    }

    /// `http://` or `https://` and what follows up to white space becomes `[link]`.
    private static func replaceAddresses(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var index = 0
        while index < text.count {
            if let end = endOfAddress(in: text, from: index) {
                output.append(contentsOf: "[link]".utf8)
                index = end
            } else {
                output.append(text[index])
                index += 1
            }
        }
        return output
    }

    private static func endOfAddress(in text: [UInt8], from start: Int) -> Int? {
        guard text[start] | 0x20 == UInt8(ascii: "h") else { return nil }
        let head = text[start..<min(start + 8, text.count)].map {
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0
        }
        let length = head.starts(with: "https://".utf8) ? 8 : head.starts(with: "http://".utf8) ? 7 : 0
        guard length > 0 else { return nil }
        let rest = String(decoding: text[(start + length)...].prefix(65536), as: UTF8.self).unicodeScalars
        let size = rest.prefix { !$0.properties.isWhitespace }.reduce(0) { $0 + UTF8.width($1) }
        return size > 0 ? min(start + length + size, text.count) : nil
    }

    private static func collapseWhiteSpace(_ text: String) -> String {
        var output = String.UnicodeScalarView()
        var pending = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                pending = !output.isEmpty
            } else {
                if pending { output.append(" ") }
                pending = false
                output.append(scalar)
            }
        }
        return String(output)
    }

    /// Over 180 characters as a person counts them: the first 177, trimmed, and an ellipsis.
    private static func shorten(_ text: String) -> String {
        guard text.prefix(maximumCharacters + 1).count > maximumCharacters else { return text }
        let head = text.prefix(charactersBeforeEllipsis)
        return head.last?.isWhitespace == true ? head.dropLast() + "…" : head + "…"
    }

    private static func find(_ needle: [UInt8], in text: [UInt8], from start: Int) -> Int? {
        var index = start
        while index + needle.count <= text.count {
            if text[index..<(index + needle.count)].elementsEqual(needle) { return index }
            index += 1
        }
        return nil
    }

    /// The next place of a byte at or after an index, for indices that only grow: each byte is looked at once.
    private struct Finder {
        private let byte: UInt8
        private let text: [UInt8]
        private var found: Int?
        private var searched = 0

        init(_ byte: UInt8, in text: [UInt8]) {
            self.byte = byte
            self.text = text
        }

        mutating func next(from index: Int) -> Int? {
            if let found, found >= index { return found }
            let start = max(index, searched)
            guard start <= text.count else { return nil }
            found = text[start...].firstIndex(of: byte)
            searched = found.map { $0 + 1 } ?? text.count + 1
            return found
        }
    }
}
