/// The members of one event while it is being read: where each stands, and the first fault that is not of syntax.
struct EventDraft {
    /// The members that an event must have.
    private enum Member: UInt8 {
        case id, pubkey, createdAt, kind, tags, content, sig

        /// The member of a key whose bytes are read as one number behind a 1, which keeps the length.
        init?(packed key: UInt128) {
            switch key {
            case 0x01_6964: self = .id
            case 0x01_7075_626B_6579: self = .pubkey
            case 0x01_6372_6561_7465_645F_6174: self = .createdAt
            case 0x01_6B69_6E64: self = .kind
            case 0x01_7461_6773: self = .tags
            case 0x01_636F_6E74_656E_74: self = .content
            case 0x01_7369_67: self = .sig
            default: return nil
            }
        }
    }

    private var seen: UInt8 = 0
    private var unknownKeys = KeySet()
    private var id: EventID?
    private var pubkey: Bytes32?
    private var pubkeyDigits: Range<Int>?
    private var signature: Signature?
    private var createdAt: (value: Int64, digits: Range<Int>)?
    private var kind: (value: Int64, digits: Range<Int>)?
    private var tags: Range<Int>?
    private var tagsAreCanonical = true
    private var content: JSONScanner.StringToken?
    private var fault: EventError?

    /// Reads the value of a key that was just read; a key that came before is refused (edge case A11).
    mutating func read(member key: JSONScanner.StringToken, _ scanner: inout JSONScanner) throws(JSONError) {
        let first = try scanner.peek(expected: "a value")
        let start = scanner.position
        guard let packed = scanner.packed(key), let member = Member(packed: packed) else {
            try unknownKeys.insert(key, in: scanner)
            return try scanner.skipValue(depth: 1)
        }
        let bit: UInt8 = 1 << member.rawValue
        guard seen & bit == 0 else { throw scanner.duplicate(key) }
        seen |= bit
        switch member {
        case .id: id = try bytes32(&scanner, first, "id").map { EventID($0.bytes) }
        case .pubkey:
            guard let found = try bytes32(&scanner, first, "pubkey") else { return }
            pubkey = found.bytes
            pubkeyDigits = found.digits
        case .sig: signature = try signature(&scanner, first)
        case .createdAt:
            createdAt = try integer(&scanner, first, "created_at", in: 0...Event.maximumCreatedAt)
        case .kind: kind = try integer(&scanner, first, "kind", in: 0...65535)
        case .content:
            guard first == UInt8(ascii: "\"") else {
                return try refuse(&scanner, "content", "a string", start)
            }
            content = try scanner.string()
        case .tags:
            guard first == UInt8(ascii: "[") else {
                return try refuse(&scanner, "tags", "an array of arrays", start)
            }
            try readTags(&scanner)
            tags = start..<scanner.position
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

    /// The bytes, and the digits' place if they stand as the canonical form has them.
    private mutating func bytes32(
        _ scanner: inout JSONScanner, _ first: UInt8, _ member: String
    ) throws(JSONError) -> (bytes: Bytes32, digits: Range<Int>?)? {
        let start = scanner.position
        let expected = "64 lowercase hexadecimal digits"
        if scanner.isString(ofLength: 64), let bytes = scanner.bytes32(at: start + 1) {
            // All digits, so the string needs no other check.
            scanner.position = start + 66
            return (bytes, (start + 1)..<(start + 65))
        }
        guard first == UInt8(ascii: "\"") else {
            try refuse(&scanner, member, expected, start)
            return nil
        }
        let token = try scanner.string()
        if token.hasEscapes,
            let bytes = Hex.decode(scanner.decodedBytes(of: token), count: 32).flatMap({ Bytes32($0) })
        {
            return (bytes, nil)
        }
        note(member, expected, start)
        return nil
    }

    private mutating func signature(
        _ scanner: inout JSONScanner, _ first: UInt8
    ) throws(JSONError) -> Signature? {
        let start = scanner.position
        let expected = "128 lowercase hexadecimal digits"
        if scanner.isString(ofLength: 128), let signature = scanner.signature(at: start + 1) {
            scanner.position = start + 130
            return signature
        }
        guard first == UInt8(ascii: "\"") else {
            try refuse(&scanner, "sig", expected, start)
            return nil
        }
        let token = try scanner.string()
        if token.hasEscapes,
            let signature = Hex.decode(scanner.decodedBytes(of: token), count: 64).flatMap({ Signature($0) })
        {
            return signature
        }
        note("sig", expected, start)
        return nil
    }

    private mutating func integer(
        _ scanner: inout JSONScanner, _ first: UInt8, _ member: String, in range: ClosedRange<Int64>
    ) throws(JSONError) -> (value: Int64, digits: Range<Int>)? {
        let start = scanner.position
        if first == UInt8(ascii: "-") || first &- UInt8(ascii: "0") <= 9 {
            let digits = try scanner.number()
            if let value = scanner.integer(in: digits), range.contains(value) { return (value, digits) }
        } else {
            try scanner.skipValue(depth: 1)
        }
        note(member, "an integer in \(range.lowerBound)...\(range.upperBound)", start)
        return nil
    }

    private mutating func readTags(_ scanner: inout JSONScanner) throws(JSONError) {
        var faultAt: Int?
        var isCanonical = true
        scanner.skippedWhiteSpace = false
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
                    let token = try scanner.string()
                    isCanonical = isCanonical && token.isCanonical
                } else {
                    faultAt = faultAt ?? scanner.position
                    try scanner.skipValue(depth: 3)
                }
            }
            if count == 0 { faultAt = faultAt ?? start }
        }
        tagsAreCanonical = isCanonical && !scanner.skippedWhiteSpace
        if let faultAt { note("tags", "arrays of one or more strings", faultAt) }
    }

    /// The event, or the first fault, or the first member that is missing.
    func event(from scanner: JSONScanner) throws(EventError) -> Event {
        if let fault { throw fault }
        guard let id else { throw .missing(member: "id") }
        guard let pubkey else { throw .missing(member: "pubkey") }
        guard let createdAt else { throw .missing(member: "created_at") }
        guard let kind, let kindNumber = UInt16(exactly: kind.value) else { throw .missing(member: "kind") }
        guard let tags else { throw .missing(member: "tags") }
        guard let content else { throw .missing(member: "content") }
        guard let signature else { throw .missing(member: "sig") }
        var builder = CanonicalBuilder(
            pubkey: pubkey, createdAt: createdAt.value, kind: kindNumber,
            capacity: tags.count + content.range.count)
        if let pubkeyDigits {
            builder.appendHead(
                from: scanner.bytes, pubkey: pubkeyDigits, createdAt: createdAt.digits, kind: kind.digits)
        } else {
            builder.appendHead()
        }
        if tagsAreCanonical {
            builder.appendTags(copying: scanner.bytes[tags])
        } else {
            builder.appendTags(from: scanner, in: tags)
        }
        builder.appendContent(from: scanner, content)
        builder.closeUnhashed()
        return builder.event(id: id, signature: signature)
    }
}

extension JSONScanner {
    /// The bytes of a key of up to 15 bytes as one number behind a 1, the last byte lowest; nil for a longer one.
    fileprivate func packed(_ key: StringToken) -> UInt128? {
        guard !key.hasEscapes else {
            let decoded = decodedBytes(of: key)
            return decoded.count <= 15 ? decoded.reduce(1) { $0 << 8 | UInt128($1) } : nil
        }
        guard key.range.count <= 15 else { return nil }
        var packed: UInt128 = 1
        for index in key.range { packed = packed << 8 | UInt128(bytes[index]) }
        return packed
    }

    /// Whether a quote comes next and another one after so many bytes.
    fileprivate func isString(ofLength length: Int) -> Bool {
        position + length + 1 < end && bytes[position] == UInt8(ascii: "\"")
            && bytes[position + length + 1] == UInt8(ascii: "\"")
    }

    fileprivate func bytes32(at index: Int) -> Bytes32? { Bytes32(hexDigits: bytes.span, at: index) }

    fileprivate func signature(at index: Int) -> Signature? { Signature(hexDigits: bytes.span, at: index) }
}
