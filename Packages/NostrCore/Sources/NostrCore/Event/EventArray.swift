/// The events of a JSON array, such as a relay's answer to a query.
public struct EventArray: Sendable {
    /// An element that is not an event.
    public struct Rejected: Sendable, Equatable {
        /// Its place in the array, from 0.
        public let index: Int
        /// Why it is none.
        public let reason: EventError
    }

    /// The well-formed events in order, unverified.
    public let events: [Event]
    /// The other elements: each is dropped by itself, so that one hostile author can't blank an answer.
    public let rejected: [Rejected]

    /// Reads an array; an element that is malformed in itself is set aside, a broken array is an error.
    ///
    /// - Throws: ``JSONError`` if the text is too long, not an array, or not closed.
    public static func parse(_ bytes: [UInt8], maximumBytes: Int) throws(JSONError) -> EventArray {
        var scanner = try JSONScanner(bytes, limits: JSONLimits(maximumBytes: maximumBytes))
        var events: [Event] = []
        var rejected: [Rejected] = []
        try scanner.expect(UInt8(ascii: "["), "'['")
        if try !scanner.consume(UInt8(ascii: "]"), expected: "a value or ']'") {
            var index = 0
            repeat {
                let first = try scanner.peek(expected: "a value")
                let start = scanner.position
                do throws(EventError) {
                    events.append(try Event(&scanner))
                } catch {
                    scanner.position = start
                    try scanner.skipUncheckedElement()
                    // Nothing between two commas is a fault of the array, and of no author's event.
                    guard scanner.position > start else {
                        throw scanner.unexpected(first, expected: "a value")
                    }
                    rejected.append(Rejected(index: index, reason: error))
                }
                index += 1
            } while try scanner.another(closing: UInt8(ascii: "]"))
        }
        try scanner.expectEnd()
        return EventArray(events: events, rejected: rejected)
    }
}

extension JSONScanner {
    /// Consumes an array element by its brackets and quotes alone.
    fileprivate mutating func skipUncheckedElement() throws(JSONError) {
        var depth = 0
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return }
                depth -= 1
                if depth == 0 {
                    position += 1
                    return
                }
            case UInt8(ascii: ","):
                if depth == 0 { return }
            case UInt8(ascii: "\""):
                position += 1
                while position < end, bytes[position] != 0x22 { position += bytes[position] == 0x5C ? 2 : 1 }
            default: break
            }
            position += 1
        }
        throw JSONError(.unexpectedEnd(expected: "the end of an array element"), at: end)
    }
}
