extension Event {
    /// Few enough that the last task to end is soon over, many enough that starting one costs nothing beside it.
    private static let eventsPerTask = 16

    /// Checks many events on all cores; see ``verify()``.
    ///
    /// One verdict an event, in the order of the events. When the task is cancelled, the rest is still checked.
    public static func verify(_ events: [Event]) async -> [Result<VerifiedEvent, VerificationError>] {
        guard events.count > eventsPerTask else { return events.map { $0.verdict() } }
        typealias Part = (start: Int, verdicts: [Result<VerifiedEvent, VerificationError>])
        let starts = Array(stride(from: 0, to: events.count, by: eventsPerTask))
        let parts = await withTaskGroup(of: Part.self) { group in
            for start in starts {
                group.addTask {
                    let part = events[start..<min(start + eventsPerTask, events.count)]
                    return (start, part.map { $0.verdict() })
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return parts.sorted { $0.start < $1.start }.flatMap(\.verdicts)
    }

    private func verdict() -> Result<VerifiedEvent, VerificationError> {
        do throws(VerificationError) {
            return .success(try verify())
        } catch {
            return .failure(error)
        }
    }
}
