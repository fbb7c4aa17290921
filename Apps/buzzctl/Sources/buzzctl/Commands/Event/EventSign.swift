internal import CommandLineKit
internal import NostrCore

/// `event sign`: events with id and signature.
enum EventSign {
    static let command = Command(
        "sign",
        abstract: "Sign events with the key",
        discussion: """
            Reads events as JSON lines and needs their kind only: created_at is now, tags and content are \
            empty if absent. A pubkey must be the key's own. What stands in id and sig is replaced. A line \
            that can't be signed is reported with its number, and the rest goes on.
            """,
        parameters: [LineInput.file],
        examples: [
            Example(
                "buzzctl event new --kind 1 --content Hi -o jsonl | buzzctl event sign --key-file admin.key -o jsonl",
                "Writes and signs a note"),
            Example("buzzctl event sign drafts.jsonl --key-file admin.key", "Signs each event of a file"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        if invocation[SharedOptions.keyFile] == "-", invocation[LineInput.file] ?? "-" == "-" {
            throw UsageError.refused("standard input can't hold both the key and the events")
        }
        let keys = try invocation.keyPair(console)
        let now = WallClock.now()
        let input = try LineInput(invocation[LineInput.file], console)
        var writer = RecordWriter(console, invocation.format, of: EventRecord.self)
        var code = ExitCode.done
        let count = try input.forEach { number, bytes in
            do {
                guard let bytes else { throw EventDefect("line", LineInput.tooLong) }
                let template = try template(bytes, author: keys.publicKey, now: now)
                try writer.add(EventRecord(event: template.signed(by: keys).verify()))
            } catch let defect as EventDefect {
                input.report(number, "\(defect.part): \(defect.reason)")
                code = .invalidInput
            } catch let error as SigningError {
                input.report(number, "\(error)")
                code = .invalidInput
            }
        }
        if count == 0 { throw input.nothing("event") }
        try writer.finish()
        return code
    }

    private static func template(
        _ bytes: [UInt8], author: PublicKey, now: Int64
    ) throws -> EventTemplate {
        do {
            let reader = JSONReader(
                try JSONValue.parse(bytes, limits: JSONLimits(maximumBytes: LineInput.limit)))
            if let stated = try reader.optionalMember("pubkey")?.bytes32(), stated != author.bytes {
                throw EventDefect("pubkey", "\(stated.hex) is not the key that signs, \(author.hex)")
            }
            let kind = try reader.member("kind").integer(in: 0...65_535)
            let createdAt = try reader.optionalMember("created_at")?.integer(in: 0...Event.maximumCreatedAt)
            let tags = try reader.optionalMember("tags")?.array().map { tag in
                try tag.array().map { try $0.string() }
            }
            let content = try reader.optionalMember("content")?.string()
            return EventTemplate(
                kind: UInt16(truncatingIfNeeded: kind), createdAt: createdAt ?? now, tags: tags ?? [],
                content: content ?? "")
        } catch let error as JSONError {
            throw EventDefect("json", error.description)
        } catch let error as JSONShapeError {
            throw EventDefect("event", error.description)
        }
    }
}
