import NostrCore
import Testing

/// Random strings of the kinds that break codecs; a failure prints the seed.
@Suite struct EventPropertyTests {
    @Test("a template's id is that of every spelling on the wire", arguments: [UInt64.random(in: 0 ... .max)])
    func spellings(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let author = try keyOne().publicKey
        for _ in 0..<300 {
            let content = generator.string(upTo: 60)
            let tags = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                (0..<Int.random(in: 1...3, using: &generator)).map { _ in generator.string(upTo: 12) }
            }
            let template = EventTemplate(kind: 9, createdAt: time, tags: tags, content: content)
            let id = try template.id(author: author)
            let wireTags = tags.map { tag in
                "[" + tag.map { generator.spelling(of: $0) }.joined(separator: " ,") + "]"
            }
            let text = eventText(
                id: "\"\(id)\"", tags: "[ " + wireTags.joined(separator: ",\n") + "]",
                content: generator.spelling(of: content))
            let event = try Event.parse(text)
            #expect(event.computedID() == id, "seed \(seed)")
            #expect(Array(event.content.utf8) == Array(content.utf8), "seed \(seed)")
            #expect(
                event.tags.map { $0.map { Array($0.utf8) } } == tags.map { $0.map { Array($0.utf8) } },
                "seed \(seed)")

            let written = event.serialized()
            let again = try Event.parse(written)
            #expect(again == event, "seed \(seed)")
            #expect(again.serialized() == written, "seed \(seed)")
        }
    }

    @Test(
        "a changed byte never leaves a valid event of other meaning",
        arguments: [UInt64.random(in: 0 ... .max)])
    func mutation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let event = try signed(tags: [["t", "a\n"], ["e", hex64("b")]], content: "x\u{1F355}\u{1}/")
        let bytes = event.serialized()
        for _ in 0..<1500 {
            var changed = bytes
            let place = Int.random(in: 0..<changed.count, using: &generator)
            changed[place] = UInt8.random(in: 0...255, using: &generator)
            guard let parsed = try? Event.parse(changed), (try? parsed.verify()) != nil else { continue }
            #expect(parsed == event, "seed \(seed), byte \(place)")
        }
    }

    @Test("a text cut anywhere is refused")
    func truncation() throws {
        let bytes = try signed(tags: [["t", "\u{1F355}"]], content: "a\"\\\u{1}").serialized()
        for length in 0..<bytes.count {
            #expect(throws: EventError.self, "\(length)") { try Event.parse(Array(bytes[..<length])) }
        }
    }
}
