/// What a client says to a relay (NIP-01, NIP-42, NIP-45).
public enum ClientMessage: Sendable, Equatable {
    /// Publishes an event.
    case event(Event)
    /// Asks for events, stored and new; one filter or more.
    case request(SubscriptionID, [Filter])
    /// Ends a subscription.
    case close(SubscriptionID)
    /// Answers a challenge.
    case authenticate(Event)
    /// Asks how many events match; one filter or more.
    case count(SubscriptionID, [Filter])

    /// Reads one message.
    ///
    /// Events are unverified. Elements beyond the known ones are checked as JSON and ignored.
    ///
    /// - Throws: ``MessageError`` naming the element and what was due.
    public static func parse(_ bytes: [UInt8], maximumBytes: Int) throws(MessageError) -> ClientMessage {
        var reader = try MessageReader(bytes, maximumBytes: maximumBytes)
        let message: ClientMessage
        switch Array(reader.command.utf8) {
        case Array("EVENT".utf8): message = .event(try reader.event())
        case Array("REQ".utf8): message = .request(try reader.subscription(), try reader.filters())
        case Array("CLOSE".utf8): message = .close(try reader.subscription())
        case Array("AUTH".utf8): message = .authenticate(try reader.event())
        case Array("COUNT".utf8): message = .count(try reader.subscription(), try reader.filters())
        default: throw reader.unknownCommand()
        }
        try reader.finish()
        return message
    }

    /// The message as compact JSON; an event's bytes are those that were read.
    public func serialized() -> [UInt8] {
        var writer: MessageWriter
        switch self {
        case .event(let event):
            writer = MessageWriter("EVENT")
            writer.element { event.append(to: &$0) }
        case .request(let id, let filters):
            writer = MessageWriter("REQ")
            writer.element { id.append(to: &$0) }
            writer.filters(filters)
        case .close(let id):
            writer = MessageWriter("CLOSE")
            writer.element { id.append(to: &$0) }
        case .authenticate(let event):
            writer = MessageWriter("AUTH")
            writer.element { event.append(to: &$0) }
        case .count(let id, let filters):
            writer = MessageWriter("COUNT")
            writer.element { id.append(to: &$0) }
            writer.filters(filters)
        }
        return writer.closed()
    }
}
