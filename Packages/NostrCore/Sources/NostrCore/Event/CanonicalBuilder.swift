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
        bytes.reserveCapacity(capacity + 128)
        bytes.append(contentsOf: "[0,\"".utf8)
        Hex.append(pubkey.bytes, to: &bytes)
        bytes.append(contentsOf: "\",\(createdAt),\(kind),".utf8)
    }

    /// Copies tags out of a text that was checked before.
    mutating func appendTags(from scanner: JSONScanner, in range: Range<Int>) {
        tagsStart = bytes.count
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = scanner.bytes[position]
            if byte == 0x22 {
                var inner = JSONScanner(scanner.bytes, range: position..<range.upperBound, maximumDepth: 1)
                guard let token = try? inner.string() else { return }
                append(token, from: scanner)
                position = inner.position
            } else {
                if byte > 0x20 { bytes.append(byte) }
                position += 1
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
            CanonicalText.appendQuoted(scanner.decodedBytes(of: token), to: &bytes)
            return
        }
        bytes.append(0x22)
        bytes.append(contentsOf: scanner.bytes[token.range])
        bytes.append(0x22)
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

    /// The hash of what was assembled, with the closing bracket that ``event(id:signature:)`` adds.
    func id() -> EventID {
        EventID(SHA256.hash(bytes + [UInt8(ascii: "]")]))
    }

    consuming func event(id: EventID, signature: Signature) -> Event {
        bytes.append(UInt8(ascii: "]"))
        return Event(
            canonical: bytes, tagsStart: tagsStart, contentStart: contentStart, id: id, pubkey: pubkey,
            signature: signature, createdAt: createdAt, kind: kind)
    }
}
