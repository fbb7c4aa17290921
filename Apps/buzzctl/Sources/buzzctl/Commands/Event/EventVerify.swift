internal import CommandLineKit
internal import NostrCore

/// `event verify`: every reason a bad event is bad.
enum EventVerify {
    static let command = Command(
        "verify",
        abstract: "Check events and name every defect",
        discussion: """
            Prints a verdict for each line: valid, or invalid with all its defects. Ends with 0 when all \
            events are valid, with 5 when one is not or there is none.
            """,
        parameters: [LineInput.file],
        examples: [
            Example("buzzctl event verify events.jsonl", "Checks each event of a file"),
            Example(
                "buzzctl query --kind 9 --output jsonl | buzzctl event verify --output jsonl",
                "Checks what a relay returned"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let input = try LineInput(invocation[LineInput.file], console)
        var writer = RecordWriter(console, invocation.format, of: VerdictRecord.self)
        let progress = ProgressLine(console)
        // Beside results on the same terminal a line that is written over would only disturb.
        let showsProgress = !console.outputIsTerminal
        var bad = 0
        let count = try input.forEach { number, bytes in
            let verdict = judge(number, bytes)
            if !verdict.defects.isEmpty { bad += 1 }
            try writer.add(verdict)
            if showsProgress, number.isMultiple(of: 1_000) {
                progress.update("\(number) lines, \(bad) invalid")
            }
        }
        progress.clear()
        if count == 0 { throw input.nothing("event") }
        try writer.finish()
        console.note("\(count) checked, \(count - bad) valid, \(bad) invalid")
        return bad == 0 ? .done : .invalidInput
    }

    private static func judge(_ line: Int, _ bytes: [UInt8]?) -> VerdictRecord {
        guard let bytes else {
            return VerdictRecord(line: line, id: nil, defects: [EventDefect("line", LineInput.tooLong)])
        }
        do throws(EventError) {
            let event = try Event.parse(bytes, maximumBytes: LineInput.limit)
            return VerdictRecord(line: line, id: event.id, defects: defects(of: event))
        } catch {
            switch EventForm.read(bytes) {
            case .failure(let defect): return VerdictRecord(line: line, id: nil, defects: [defect])
            case .success(let form):
                // The parser is the judge; the form only tells more of what it refused.
                let defects = form.defects.isEmpty ? [EventDefect("event", error.description)] : form.defects
                return VerdictRecord(line: line, id: form.id, defects: defects)
            }
        }
    }

    /// Id, author and signature each on its own, so that one fault does not hide another.
    private static func defects(of event: Event) -> [EventDefect] {
        var defects: [EventDefect] = []
        let computed = event.computedID()
        if computed != event.id {
            defects.append(EventDefect("id", "the contents hash to \(computed.hex)"))
        }
        guard let author = PublicKey(event.pubkey) else {
            return defects + [EventDefect("pubkey", "no point of the curve, so nobody can sign for it")]
        }
        let fitsStated = author.isValidSignature(event.signature, message: event.id.bytes.bytes)
        if fitsStated { return defects }
        if computed != event.id, author.isValidSignature(event.signature, message: computed.bytes.bytes) {
            return [EventDefect("id", "the signed contents hash to \(computed.hex); only the id is wrong")]
        }
        return defects + [EventDefect("sig", "not the author's signature of this id")]
    }
}
