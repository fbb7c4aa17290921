internal import CommandLineKit
internal import NostrCore

/// `event get`: stored events by their ids.
enum EventGet {
    private static let ids = Parameter<[EventID]>.arguments(
        .eventEntity, isRequired: true, help: "An event's id as hex, note1… or nevent1…")

    static let command = Command(
        "get",
        abstract: "Fetch events by their ids",
        discussion: """
            Prints the events in the order of the ids. One that the relay does not have, or does not show \
            to this key, is reported, and the program ends with 1.
            """,
        parameters: [ids],
        examples: [
            Example(
                "buzzctl event get 512cef144534bad7c828b9094c8f6891ccd4b1152595a90b15b1739df70000ab --output json",
                "Prints an event as JSON")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let ids = invocation[ids]
        let fetching = try Fetching(invocation, console)
        var found: [EventID: VerifiedEvent] = [:]
        var code = ExitCode.done
        // A relay gives at most 1,000 events to a filter (spec relay §1.4).
        for start in stride(from: 0, to: ids.count, by: 500) {
            let part = Array(ids[start..<min(start + 500, ids.count)])
            let answer = try await fetching.events([Filter(ids: part, limit: part.count)])
            for event in answer.events { found[event.id] = event }
            if answer.hasBad { code = .invalidInput }
        }
        var writer = RecordWriter(console, invocation.format, of: EventRecord.self)
        for id in ids {
            if let event = found[id] {
                try writer.add(EventRecord(event: event))
            } else {
                console.sayAlways("\(id.hex): the relay shows no such event")
                if code == .done { code = .refused }
            }
        }
        try writer.finish()
        return code
    }
}

extension ValueType where Value == EventID {
    /// An event's id in either letter case, or an entity that holds one (NIP-19).
    static var eventEntity: ValueType {
        ValueType("ID") { (text) throws(ValueProblem) in
            if let bytes = Bytes32(typedHex: text) { return EventID(bytes) }
            switch try? NostrEntity(text) {
            case .note(let id)?: return id
            case .event(let pointer)?: return pointer.id
            default: throw ValueProblem(expected: "an event's id: 64 hexadecimal digits, note1… or nevent1…")
            }
        }
    }
}
