extension Event {
    /// The tags: each an array of one or more strings.
    public var tags: [[String]] {
        var result: [[String]] = []
        forEachTag { tag in
            result.append(
                tag.elements.map { CanonicalText.unescape(canonical[$0]) }.map {
                    String(decoding: $0, as: UTF8.self)
                })
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
            guard tag.elements.count > 1, isTag(tag, named: name.utf8) else { return true }
            result = text(tag.elements[1])
            return false
        }
        return result
    }

    /// The first value of each tag of this name, in order.
    public func values(ofTag name: String) -> [String] {
        var result: [String] = []
        forEachTag { tag in
            if tag.elements.count > 1, isTag(tag, named: name.utf8) { result.append(text(tag.elements[1])) }
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

    /// Whether the first value of any tag with this one-letter name is, in canonical form, one of those given.
    func hasTag(_ letter: UInt8, withCanonicalValueIn values: [[UInt8]]) -> Bool {
        var found = false
        forEachTag { tag in
            guard tag.elements.count > 1, tag.elements[0].count == 1,
                canonical[tag.elements[0].lowerBound] == letter
            else { return true }
            let value = canonical[tag.elements[1]]
            found = values.contains { $0.count == value.count && value.elementsEqual($0) }
            return !found
        }
        return found
    }

    /// Where the strings of one tag stand in the canonical bytes, without their quotes.
    struct RawTag {
        var elements: [Range<Int>] = []
    }

    /// Walks the tags in order until the body returns false.
    func forEachTag(_ body: (RawTag) -> Bool) {
        // Parsing wrote these bytes: brackets, quoted strings and commas without white space.
        var position = tagsStart + 1
        let end = contentStart - 2
        while position < end {
            var tag = RawTag()
            position += 1
            while canonical[position] == 0x22 {
                let start = position + 1
                position = start
                while canonical[position] != 0x22 { position += canonical[position] == 0x5C ? 2 : 1 }
                tag.elements.append(start..<position)
                position += canonical[position + 1] == UInt8(ascii: ",") ? 2 : 1
            }
            position += canonical[position + 1] == UInt8(ascii: ",") ? 2 : 1
            if !body(tag) { return }
        }
    }

    private func isTag(_ tag: RawTag, named name: String.UTF8View) -> Bool {
        CanonicalText.unescape(canonical[tag.elements[0]]).elementsEqual(name)
    }

    private func text(_ range: Range<Int>) -> String {
        String(decoding: CanonicalText.unescape(canonical[range]), as: UTF8.self)
    }
}
