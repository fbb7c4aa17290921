import NostrCore
import Testing

@Suite struct EventVerificationTests {
    /// A change of one field of a signed event, and what must be said of it.
    struct Alteration: Sendable, CustomTestStringConvertible {
        enum Verdict { case idMismatch, invalidPublicKey, invalidSignature }
        let testDescription: String
        let change: @Sendable (Event) -> (String, String)
        let verdict: Verdict
        init(_ name: String, _ verdict: Verdict, _ change: @escaping @Sendable (Event) -> (String, String)) {
            testDescription = name
            self.change = change
            self.verdict = verdict
        }
    }

    static func flipped(_ hex: String, at place: Int = 0) -> String {
        var digits = Array(hex.utf8)
        digits[place] = digits[place] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
        return String(decoding: digits, as: UTF8.self)
    }

    static let rows: [Alteration] = [
        Alteration("id, first digit", .idMismatch) { ($0.id.hex, flipped($0.id.hex)) },
        Alteration("id, last digit", .idMismatch) { ($0.id.hex, flipped($0.id.hex, at: 63)) },
        Alteration("pubkey", .idMismatch) { _ in (p1, flipped(p1)) },
        Alteration("created_at", .idMismatch) { _ in ("1700000000", "1700000001") },
        Alteration("kind", .idMismatch) { _ in ("\"kind\":9", "\"kind\":8") },
        Alteration("tag name", .idMismatch) { _ in ("[\"t\"", "[\"T\"") },
        Alteration("tag value", .idMismatch) { _ in ("\"swift\"", "\"swifT\"") },
        Alteration("tag added", .idMismatch) { _ in ("[[", "[[\"x\"],[") },
        Alteration("tags joined", .idMismatch) { _ in ("\"],[\"", "\",\"") },
        Alteration("content", .idMismatch) { _ in ("hello", "Hello") },
        Alteration("content, a mark composed", .idMismatch) { _ in ("e\u{301}", "\u{E9}") },
        Alteration("content, a space more", .idMismatch) { _ in ("hello", "hello ") },
        Alteration("sig, R", .invalidSignature) { ($0.signature.hex, flipped($0.signature.hex)) },
        Alteration("sig, s", .invalidSignature) { ($0.signature.hex, flipped($0.signature.hex, at: 127)) },
        Alteration("sig of zeros", .invalidSignature) {
            ($0.signature.hex, String(repeating: "0", count: 128))
        },
    ]

    @Test("an altered field is found out", arguments: rows)
    func altered(_ row: Alteration) throws {
        let event = try signed(tags: [["t", "swift"], ["e", hex64("a")]], content: "hello e\u{301}")
        let (old, new) = row.change(event)
        let text = event.text.replacing(first: old, with: new)
        try #require(text.utf8.elementsEqual(event.text.utf8) == false)
        let altered = try Event.parse(text)
        do throws(VerificationError) {
            _ = try altered.verify()
            Issue.record("verified")
        } catch {
            switch (error, row.verdict) {
            case (.idMismatch(let stated, let computed), .idMismatch):
                #expect(stated == altered.id)
                #expect(computed == altered.computedID())
            case (.invalidSignature, .invalidSignature): break
            default: Issue.record(error)
            }
            #expect(!error.description.isEmpty)
        }
    }

    @Test("an author that is no point of the curve", arguments: [hex64("f"), hex64("0")])
    func noPoint(pubkey: String) throws {
        let draft = try Event.parse(eventText(pubkey: "\"\(pubkey)\""))
        let event = try Event.parse(
            eventText(id: "\"\(draft.computedID())\"", pubkey: "\"\(pubkey)\""))
        let bytes = try #require(Bytes32(hex: pubkey))
        // Twice: a cache of parsed keys must not turn a refusal into anything else.
        for _ in 0..<2 {
            #expect(throws: VerificationError.invalidPublicKey(bytes)) { try event.verify() }
        }
    }

    @Test("another author's signature over the right id")
    func otherAuthor() throws {
        let event = try signed()
        let other = try KeyPair.random().sign(event.id.bytes.bytes)
        let forged = try Event.parse(event.text.replacing(first: event.signature.hex, with: other.hex))
        #expect(throws: VerificationError.invalidSignature) { try forged.verify() }
    }

    @Test("a right event keeps its author and reads through")
    func accepted() throws {
        let verified = try signed(tags: [["t", "x"]], content: "hello").verify()
        #expect(verified.author.hex == p1)
        #expect(verified.content == "hello")
        #expect(verified.kind == 9)
    }

    @Test("more authors than any cache of keys holds, each twice, in both orders")
    func manyAuthors() throws {
        let events = try (0..<300).map { index in
            try EventTemplate(kind: 1, createdAt: time, content: "\(index)").signed(by: .random())
        }
        for event in events + events.reversed() {
            #expect(try event.verify().author.bytes == event.pubkey)
        }
        // The wrong author's key must never be taken from a cache.
        for (event, other) in zip(events, events.dropFirst()) {
            let forged = try Event.parse(
                event.text.replacing(first: event.signature.hex, with: other.signature.hex))
            #expect(throws: VerificationError.invalidSignature) { try forged.verify() }
        }
    }

    @Test("a batch gives each event its verdict, in order", arguments: [0, 1, 16, 17, 100])
    func batch(count: Int) async throws {
        let events = try (0..<count).map { index in
            let event = try signed(content: "\(index)")
            return index % 3 == 1
                ? try Event.parse(event.text.replacing(first: "\"\(index)\"", with: "\"x\"")) : event
        }
        let verdicts = await Event.verify(events)
        #expect(verdicts.count == count)
        for (index, (event, verdict)) in zip(events, verdicts).enumerated() {
            switch verdict {
            case .success(let verified):
                #expect(verified.event == event)
                #expect(index % 3 != 1)
            case .failure(let error):
                #expect(error == .idMismatch(stated: event.id, computed: event.computedID()))
                #expect(index % 3 == 1)
            }
        }
    }

    @Test("threads verify side by side")
    func concurrent() async throws {
        let events = try (0..<40).map { index in
            try EventTemplate(kind: 1, createdAt: time, content: "\(index)").signed(by: .random())
        }
        let verdicts = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask { events.allSatisfy { (try? $0.verify()) != nil } }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(verdicts == [true, true, true, true])
    }

    @Test("a template that makes no event")
    func unsignable() throws {
        let keys = try keyOne()
        #expect(throws: SigningError.timeOutOfRange(-1)) {
            try EventTemplate(kind: 1, createdAt: -1).signed(by: keys)
        }
        #expect(throws: SigningError.timeOutOfRange(1 << 53)) {
            try EventTemplate(kind: 1, createdAt: 1 << 53).signed(by: keys)
        }
        #expect(throws: SigningError.emptyTag(index: 1)) {
            try EventTemplate(kind: 1, createdAt: 0, tags: [["a"], []]).signed(by: keys)
        }
    }
}
