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
        return try parse(bytes, in: 0..<bytes.count)
    }

    /// Reads one event from a text; see ``parse(_:maximumBytes:)``.
    public static func parse(_ text: String, maximumBytes: Int = 1_048_576) throws(EventError) -> Event {
        try parse(Array(text.utf8), maximumBytes: maximumBytes)
    }

    /// Reads the event that a part of the bytes holds.
    static func parse(_ bytes: [UInt8], in range: Range<Int>) throws(EventError) -> Event {
        var scanner = JSONScanner(bytes, range: range, maximumDepth: 64)
        var draft = EventDraft()
        do throws(JSONError) {
            guard try scanner.peek(expected: "an object") == UInt8(ascii: "{") else {
                // Fully checked first, so that a syntax error is reported as one.
                try scanner.skipValue(depth: 0)
                try scanner.expectEnd()
                throw JSONError(.unexpectedByte(0, expected: ""), at: -1)
            }
            try scanner.object(depth: 0) { (scanner, key) throws(JSONError) in
                try draft.read(member: key, &scanner)
            }
            try scanner.expectEnd()
        } catch {
            if error.offset < 0 { throw .notAnObject }
            throw .json(error)
        }
        return try draft.event(from: scanner)
    }
}

/// The members of one event while it is being read: where each stands, and the first fault that is not of syntax.
private struct EventDraft {
    private var id: EventID?
    private var pubkey: Bytes32?
    private var signature: Signature?
    private var createdAt: Int64?
    private var kind: UInt16?
    private var tags: Range<Int>?
    private var content: JSONScanner.StringToken?
    private var fault: EventError?

    mutating func read(member key: JSONScanner.StringToken, _ scanner: inout JSONScanner) throws(JSONError) {
        let first = try scanner.peek(expected: "a value")
        let start = scanner.position
        switch scanner.text(of: key) {
        case "id":
            id = try hex(&scanner, first, "id", count: 32).flatMap { Bytes32($0) }.map { EventID($0) }
        case "pubkey":
            pubkey = try hex(&scanner, first, "pubkey", count: 32).flatMap { Bytes32($0) }
        case "sig":
            signature = try hex(&scanner, first, "sig", count: 64).flatMap { Signature($0) }
        case "created_at":
            createdAt = try integer(&scanner, first, "created_at", in: 0...Event.maximumCreatedAt)
        case "kind":
            kind = try integer(&scanner, first, "kind", in: 0...65535).flatMap { UInt16(exactly: $0) }
        case "content":
            guard first == UInt8(ascii: "\"") else {
                return try refuse(&scanner, "content", "a string", start)
            }
            content = try scanner.string()
        case "tags":
            guard first == UInt8(ascii: "[") else {
                return try refuse(&scanner, "tags", "an array of arrays", start)
            }
            try readTags(&scanner)
            tags = start..<scanner.position
        default:
            try scanner.skipValue(depth: 1)
        }
    }

    private mutating func refuse(
        _ scanner: inout JSONScanner, _ member: String, _ expected: String, _ start: Int
    ) throws(JSONError) {
        try scanner.skipValue(depth: 1)
        note(member, expected, start)
    }

    private mutating func note(_ member: String, _ expected: String, _ offset: Int) {
        if fault == nil { fault = .invalid(member: member, expected: expected, offset: offset) }
    }

    private mutating func hex(
        _ scanner: inout JSONScanner, _ first: UInt8, _ member: String, count: Int
    ) throws(JSONError) -> [UInt8]? {
        let start = scanner.position
        let expected = "\(count * 2) lowercase hexadecimal digits"
        guard first == UInt8(ascii: "\"") else {
            try refuse(&scanner, member, expected, start)
            return nil
        }
        let token = try scanner.string()
        let digits = token.hasEscapes ? scanner.decodedBytes(of: token)[...] : scanner.bytes[token.range]
        guard let bytes = Hex.decode(digits, count: count) else {
            note(member, expected, start)
            return nil
        }
        return bytes
    }

    private mutating func integer(
        _ scanner: inout JSONScanner, _ first: UInt8, _ member: String, in range: ClosedRange<Int64>
    ) throws(JSONError) -> Int64? {
        let start = scanner.position
        let expected = "an integer in \(range.lowerBound)...\(range.upperBound)"
        guard first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") <= 9 else {
            try refuse(&scanner, member, expected, start)
            return nil
        }
        let token = try scanner.number()
        guard let value = scanner.integer(in: token), range.contains(value) else {
            note(member, expected, start)
            return nil
        }
        return value
    }

    private mutating func readTags(_ scanner: inout JSONScanner) throws(JSONError) {
        var faultAt: Int?
        try scanner.array(depth: 1) { (scanner) throws(JSONError) in
            let first = try scanner.peek(expected: "a value")
            let start = scanner.position
            guard first == UInt8(ascii: "[") else {
                faultAt = faultAt ?? start
                try scanner.skipValue(depth: 2)
                return
            }
            var count = 0
            try scanner.array(depth: 2) { (scanner) throws(JSONError) in
                count += 1
                if try scanner.peek(expected: "a value") == UInt8(ascii: "\"") {
                    _ = try scanner.string()
                } else {
                    faultAt = faultAt ?? scanner.position
                    try scanner.skipValue(depth: 3)
                }
            }
            if count == 0 { faultAt = faultAt ?? start }
        }
        if let faultAt { note("tags", "arrays of one or more strings", faultAt) }
    }

    func event(from scanner: JSONScanner) throws(EventError) -> Event {
        if let fault { throw fault }
        guard let id else { throw .missing(member: "id") }
        guard let pubkey else { throw .missing(member: "pubkey") }
        guard let createdAt else { throw .missing(member: "created_at") }
        guard let kind else { throw .missing(member: "kind") }
        guard let tags else { throw .missing(member: "tags") }
        guard let content else { throw .missing(member: "content") }
        guard let signature else { throw .missing(member: "sig") }
        var builder = CanonicalBuilder(
            pubkey: pubkey, createdAt: createdAt, kind: kind, capacity: tags.count + content.range.count)
        builder.appendTags(from: scanner, in: tags)
        builder.appendContent(from: scanner, content)
        return builder.event(id: id, signature: signature)
    }
}
