extension Event {
    /// Reads one event that makes up the whole text.
    ///
    /// Members may come in any order; unknown ones are checked as JSON and dropped. Hexadecimal must be lowercase, the
    /// kind 0…65535, the time 0…2^53−1, tags arrays of one or more strings.
    ///
    /// - Throws: ``EventError`` naming the member, or the byte where the JSON fails.
    public static func parse(_ bytes: [UInt8], maximumBytes: Int = 1_048_576) throws(EventError) -> Event {
        do throws(JSONError) {
            guard bytes.count <= maximumBytes else {
                throw JSONError(.tooLong(limit: maximumBytes), at: maximumBytes)
            }
        } catch {
            throw .json(error)
        }
        var scanner = JSONScanner(bytes, range: 0..<bytes.count, maximumDepth: 64)
        let event = try Event(&scanner)
        do throws(JSONError) {
            try scanner.expectEnd()
        } catch {
            throw .json(error)
        }
        return event
    }

    /// Reads one event from a text; see ``parse(_:maximumBytes:)``.
    public static func parse(_ text: String, maximumBytes: Int = 1_048_576) throws(EventError) -> Event {
        try parse(Array(text.utf8), maximumBytes: maximumBytes)
    }

    /// Reads the event that comes next; after a thrown error the scanner's position has no meaning.
    init(_ scanner: inout JSONScanner) throws(EventError) {
        var draft = EventDraft()
        let isObject: Bool
        do throws(JSONError) {
            isObject = try scanner.peek(expected: "an object") == UInt8(ascii: "{")
            if isObject {
                try scanner.members(depth: 0) { (scanner, key) throws(JSONError) in
                    try draft.read(member: key, &scanner)
                }
            } else {
                // Checked first, so that a syntax error is reported as one.
                try scanner.skipValue(depth: 0)
            }
        } catch {
            throw .json(error)
        }
        guard isObject else { throw .notAnObject }
        self = try draft.event(from: scanner)
    }
}
