/// Why a text is no message between client and relay (NIP-01, NIP-42, NIP-45).
public enum MessageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text is not strict JSON, or longer than allowed.
    case json(JSONError)
    /// The value is not an array that starts with a string.
    case notAMessage
    /// A message that is not known here, cut to 64 bytes.
    case unknownCommand(String)
    /// The array ends before an element that must be there.
    case missing(command: String, element: String)
    /// An element is of the wrong kind; `offset` is the byte where it starts.
    case mismatch(command: String, element: String, expected: String, offset: Int)
    /// The event is none.
    case event(EventError)
    /// A filter is none; the path starts at the filter.
    case filter(JSONShapeError)

    /// One sentence naming the element and what was due.
    public var description: String {
        switch self {
        case .json(let error): error.description
        case .notAMessage: "a message is a JSON array that starts with its name"
        case .unknownCommand(let name): "unknown message \"\(name)\""
        case .missing(let command, let element): "\(command): \(element) is missing"
        case .mismatch(let command, let element, let expected, let offset):
            "\(command): \(element) at byte \(offset): expected \(expected)"
        case .event(let error): error.description
        case .filter(let error): "filter: \(error)"
        }
    }
}
