/// How the relay answers an event.
enum IngestOutcome: Equatable, Sendable {
    /// Kept, and committed.
    case stored
    /// Carried out, and committed; the text goes with the answer.
    case executed(String)
    /// It is there already, or something newer is; counts as accepted.
    case duplicate
    /// Not kept.
    case refused(IngestRefusal)
    /// The relay could not do its part; the reason is for its log.
    case failed(reason: String)
}
