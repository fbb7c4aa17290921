internal import CommandLineKit
internal import NostrCore

/// `event publish`: signed events to a relay.
enum EventPublish {
    static let command = Command(
        "publish",
        abstract: "Send signed events to a relay",
        discussion: """
            Reads signed events as JSON lines and sends each that verifies; any other is reported with its \
            number and not sent. A refusal is a row with the relay's words, and the rest goes on. Kinds that \
            delete, remove or ban are asked about first. The key signs the requests: a relay takes an \
            author's own events only.
            """,
        parameters: WriteOptions.all + [LineInput.file],
        examples: [
            Example(
                "buzzctl event publish signed.jsonl --relay wss://relay.example --key-file admin.key",
                "Sends each event of a file"),
            Example("buzzctl event publish signed.jsonl --dry-run", "Shows what would be sent"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let path = invocation[LineInput.file]
        if invocation[SharedOptions.keyFile] == "-", path ?? "-" == "-" {
            throw UsageError.refused("standard input can't hold both the key and the events")
        }
        var publishing = try Publishing(invocation, console) { try invocation.keyPair(console) }
        let input = try LineInput(path, console)
        let isInputTaken = path ?? "-" == "-"
        let progress = ProgressLine(console)
        let showsProgress = !console.outputIsTerminal
        let count = try await input.forEach { number, bytes in
            if showsProgress { progress.update("line \(number)") }
            do {
                let event = try event(bytes)
                if WriteOptions.isDestructive(event.kind) {
                    progress.clear()
                    guard WriteOptions.canAgree(invocation, console, isInputTaken: isInputTaken) else {
                        input.report(number, "kind \(event.kind) not sent: \(WriteOptions.noAnswer)")
                        return publishing.note(.usage)
                    }
                    let question = "Line \(number): send kind \(event.kind), \(event.id.hex)?"
                    guard try WriteOptions.agrees(invocation, console, to: question) else {
                        input.report(number, "not sent")
                        return publishing.note(.refused)
                    }
                }
                try await publishing.publish(event)
            } catch let defect as EventDefect {
                progress.clear()
                input.report(number, "\(defect.part): \(defect.reason)")
                publishing.note(.invalidInput)
            }
        }
        progress.clear()
        if count == 0 { throw input.nothing("event") }
        return try publishing.finish()
    }

    private static func event(_ bytes: [UInt8]?) throws -> VerifiedEvent {
        guard let bytes else { throw EventDefect("line", LineInput.tooLong) }
        do {
            return try Event.parse(bytes, maximumBytes: LineInput.limit).verify()
        } catch let error as VerificationError {
            throw EventDefect("event", error.description)
        } catch let error as EventError {
            throw EventDefect("event", error.description)
        }
    }
}
