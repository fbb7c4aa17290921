/// What a scenario breaks in the relay's answers, to try the client.
public enum RelayFault: Sendable, Equatable {
    /// Connections end without an answer, on every path.
    case down
    /// `/query` answers rightly, but only after this time.
    case slow(Duration)
    /// `/query` sends status and header, and then nothing.
    case hangAfterHeaders
    /// `/query` answers with this status and an error text.
    case status(Int)
    /// `/query` answers with JSON that ends in the middle; the header's length agrees.
    case truncatedJSON
    /// `/query` ends the connection in the middle of the body.
    case cutBody
    /// `/query` answers rightly, but says that it is HTML.
    case wrongContentType
    /// `/query` answers with valid JSON that is padded to this many bytes.
    case oversized(bytes: Int)
    /// `/query` puts an event first that its stated author never signed; its id is right.
    case forgedEvent
    /// `/query` changes the content of the first event, so that its id is wrong.
    case alteredEvent
    /// `/query` repeats a key in the first event.
    case duplicateKeys
}
