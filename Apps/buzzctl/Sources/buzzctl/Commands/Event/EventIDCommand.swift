internal import CommandLineKit
internal import NostrCore

/// `event id`: the id that contents have (NIP-01).
enum EventIDCommand {
    static let command = Command(
        "id",
        abstract: "Compute the ids of events",
        discussion: """
            An event needs pubkey, created_at, kind, tags and content; id and sig may be absent. A stated id \
            that differs is shown beside the right one. A line that is no event is reported with its number, \
            and the rest goes on.
            """,
        parameters: [LineInput.file],
        examples: [
            Example("buzzctl event id draft.jsonl --output jsonl", "Prints an id for each event of a file")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let input = try LineInput(invocation[LineInput.file], console)
        var writer = RecordWriter(console, invocation.format, of: EventIDRecord.self)
        var code = ExitCode.done
        let count = try input.forEach { number, bytes in
            switch EventForm.event(in: bytes) {
            case .success(let (event, stated)):
                let id = event.computedID()
                try writer.add(EventIDRecord(line: number, id: id, stated: stated == id ? nil : stated))
            case .failure(let defect):
                input.report(number, "\(defect.part): \(defect.reason)")
                code = .invalidInput
            }
        }
        if count == 0 { throw input.nothing("event") }
        try writer.finish()
        return code
    }
}
