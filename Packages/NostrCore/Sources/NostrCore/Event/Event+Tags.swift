extension Event {
    /// The tags: each an array of one or more strings.
    public var tags: [[String]] {
        var result: [[String]] = []
        forEachTag { tag in
            result.append(elements(of: tag).map { text($0) })
            return true
        }
        return result
    }

    /// The first value of the first tag of this name, or nil.
    ///
    /// A tag without a value is passed over.
    public func firstValue(ofTag name: String) -> String? {
        var result: String?
        forEachTag { tag in
            guard let value = tag.value, isTag(tag, named: name.utf8) else { return true }
            result = text(value)
            return false
        }
        return result
    }

    /// The first value of each tag of this name, in order.
    public func values(ofTag name: String) -> [String] {
        var result: [String] = []
        forEachTag { tag in
            if let value = tag.value, isTag(tag, named: name.utf8) { result.append(text(value)) }
            return true
        }
        return result
    }

    /// How many tags have this name, those without a value included.
    public func tagCount(named name: String) -> Int {
        var count = 0
        forEachTag { tag in
            if isTag(tag, named: name.utf8) { count += 1 }
            return true
        }
        return count
    }

    /// How many tags have this name, and the value of the first that has one.
    func tag(named name: String) -> (count: Int, value: String?) {
        var count = 0
        var value: Range<Int>?
        forEachTag { tag in
            guard isTag(tag, named: name.utf8) else { return true }
            count += 1
            value = value ?? tag.value
            return true
        }
        return (count, value.map { text($0) })
    }

    /// Whether the first value of any tag with this one-letter name is, in canonical form, one of those given.
    func hasTag(_ letter: UInt8, withCanonicalValueIn values: [[UInt8]]) -> Bool {
        var found = false
        forEachTag { tag in
            guard let range = tag.value, tag.name.count == 1, canonical[tag.name.lowerBound] == letter else {
                return true
            }
            let value = canonical[range]
            found = values.contains { $0.count == value.count && value.elementsEqual($0) }
            return !found
        }
        return found
    }

    private func isTag(_ tag: RawTag, named name: String.UTF8View) -> Bool {
        let raw = canonical[tag.name]
        guard raw.contains(UInt8(ascii: "\\")) else { return raw.elementsEqual(name) }
        return CanonicalText.unescape(raw).elementsEqual(name)
    }

    private func text(_ range: Range<Int>) -> String { CanonicalText.string(canonical[range]) }
}

extension Event {
    /// Where one tag's first strings stand in the canonical bytes, escapes and all, without their quotes.
    private struct RawTag {
        let name: Range<Int>
        let value: Range<Int>?
    }

    /// Walks the tags in order until the body returns false.
    private func forEachTag(_ body: (RawTag) -> Bool) {
        // Parsing wrote these bytes: brackets, quoted strings and commas without white space.
        var position = tagsStart + 1
        let end = contentStart - 2
        while position < end {
            let name = string(after: position)
            var value: Range<Int>?
            position = name.upperBound + 1
            while canonical[position] == UInt8(ascii: ",") {
                let next = string(after: position)
                value = value ?? next
                position = next.upperBound + 1
            }
            // Past the closing bracket and the comma or the outer bracket behind it.
            position += 2
            if !body(RawTag(name: name, value: value)) { return }
        }
    }

    /// All strings of a tag.
    private func elements(of tag: RawTag) -> [Range<Int>] {
        var elements = [tag.name]
        var position = tag.name.upperBound + 1
        while canonical[position] == UInt8(ascii: ",") {
            let next = string(after: position)
            elements.append(next)
            position = next.upperBound + 1
        }
        return elements
    }

    /// The string whose opening quote follows a bracket or comma.
    private func string(after position: Int) -> Range<Int> {
        let start = position + 2
        var end = start
        while true {
            end = StringText.run(in: canonical, from: end, to: canonical.count).end
            if canonical[end] == UInt8(ascii: "\"") { return start..<end }
            // The backslash of a numbered escape.
            end += 1
        }
    }
}
