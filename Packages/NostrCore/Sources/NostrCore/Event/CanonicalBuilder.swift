/// Assembles the serialisation that an event id hashes, noting where its parts begin.
struct CanonicalBuilder {
    private var bytes: [UInt8] = []
    private var tagsStart = 0
    private var contentStart = 0
    private let pubkey: Bytes32
    private let createdAt: Int64
    private let kind: UInt16

    init(pubkey: Bytes32, createdAt: Int64, kind: UInt16, capacity: Int) {
        self.pubkey = pubkey
        self.createdAt = createdAt
        self.kind = kind
        // 128 bytes hold brackets, key, time and kind.
        bytes.reserveCapacity(capacity + 128)
        bytes.append(contentsOf: [
            UInt8(ascii: "["), UInt8(ascii: "0"), UInt8(ascii: ","), UInt8(ascii: "\""),
        ])
    }

    /// Writes author, time and kind from their values.
    mutating func appendHead() {
        Hex.append(pubkey.bytes, to: &bytes)
        bytes.append(contentsOf: "\",\(createdAt),\(kind),".utf8)
    }

    /// Copies author, time and kind out of a text where they stand as they will be hashed.
    mutating func appendHead(from text: [UInt8], pubkey: Range<Int>, createdAt: Range<Int>, kind: Range<Int>)
    {
        bytes.append(contentsOf: text[pubkey])
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: text[createdAt])
        bytes.append(UInt8(ascii: ","))
        bytes.append(contentsOf: text[kind])
        bytes.append(UInt8(ascii: ","))
    }

    /// Copies tags that stand in a text as they will be hashed.
    mutating func appendTags(copying text: ArraySlice<UInt8>) {
        tagsStart = bytes.count
        bytes.append(contentsOf: text)
    }

    /// Copies tags out of a text that was checked before, without its white space and in canonical escapes.
    mutating func appendTags(from scanner: JSONScanner, in range: Range<Int>) {
        tagsStart = bytes.count
        var inner = JSONScanner(scanner.bytes, range: range, maximumDepth: 2)
        while inner.position < range.upperBound {
            let byte = scanner.bytes[inner.position]
            if byte == UInt8(ascii: "\"") {
                guard let token = try? inner.string() else { return }
                append(token, from: scanner)
            } else {
                if byte > 0x20 { bytes.append(byte) }
                inner.position += 1
            }
        }
    }

    mutating func appendContent(from scanner: JSONScanner, _ token: JSONScanner.StringToken) {
        bytes.append(UInt8(ascii: ","))
        contentStart = bytes.count
        append(token, from: scanner)
    }

    private mutating func append(_ token: JSONScanner.StringToken, from scanner: JSONScanner) {
        guard token.isCanonical else {
            CanonicalText.appendQuoted(scanner.decodedBytes(of: token)[...], to: &bytes)
            return
        }
        // The quotes stand around the range.
        bytes.append(contentsOf: scanner.bytes[(token.range.lowerBound - 1)..<(token.range.upperBound + 1)])
    }

    mutating func append(tags: [[String]], content: String) {
        tagsStart = bytes.count
        bytes.append(UInt8(ascii: "["))
        for (index, tag) in tags.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.append(UInt8(ascii: "["))
            for (position, element) in tag.enumerated() {
                if position > 0 { bytes.append(UInt8(ascii: ",")) }
                CanonicalText.appendQuoted(element.utf8, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        }
        bytes.append(contentsOf: "],".utf8)
        contentStart = bytes.count
        CanonicalText.appendQuoted(content.utf8, to: &bytes)
    }

    /// Closes the serialisation and returns its hash; nothing may be appended behind it.
    mutating func close() -> EventID {
        bytes.append(UInt8(ascii: "]"))
        return EventID(SHA256.hash(bytes))
    }

    /// Closes the serialisation of an event whose id was stated.
    mutating func closeUnhashed() {
        bytes.append(UInt8(ascii: "]"))
    }

    consuming func event(id: EventID, signature: Signature) -> Event {
        Event(
            canonical: bytes, tagsStart: tagsStart, contentStart: contentStart, id: id, pubkey: pubkey,
            signature: signature, createdAt: createdAt, kind: kind)
    }
}
