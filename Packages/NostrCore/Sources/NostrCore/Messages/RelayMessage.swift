/// What a relay says to a client (NIP-01, NIP-42, NIP-45).
public enum RelayMessage: Sendable, Equatable {
    /// An event that a subscription asked for.
    case event(SubscriptionID, Event)
    /// Whether an event was accepted.
    case ok(EventID, accepted: Bool, RelayReason)
    /// The stored events are through; new ones follow.
    case endOfStored(SubscriptionID)
    /// The relay ended or refused a subscription.
    case closed(SubscriptionID, RelayReason)
    /// Words for people.
    case notice(String)
    /// The challenge that NIP-42 answers.
    case challenge(String)
    /// How many events match.
    case count(SubscriptionID, EventCount)

    /// Reads one message.
    ///
    /// Events are unverified. Elements beyond the known ones are checked as JSON and ignored.
    ///
    /// - Throws: ``MessageError`` naming the element and what was due.
    public static func parse(_ bytes: [UInt8], maximumBytes: Int) throws(MessageError) -> RelayMessage {
        var reader = try MessageReader(bytes, maximumBytes: maximumBytes)
        let message: RelayMessage
        switch Array(reader.command.utf8) {
        case Array("EVENT".utf8): message = .event(try reader.subscription(), try reader.event())
        case Array("OK".utf8): message = try ok(&reader)
        case Array("EOSE".utf8): message = .endOfStored(try reader.subscription())
        case Array("CLOSED".utf8):
            message = .closed(try reader.subscription(), RelayReason(try reader.string("reason")))
        case Array("NOTICE".utf8): message = .notice(try reader.string("text"))
        case Array("AUTH".utf8): message = .challenge(try reader.string("challenge"))
        case Array("COUNT".utf8): message = .count(try reader.subscription(), try EventCount(&reader))
        default: throw reader.unknownCommand()
        }
        try reader.finish()
        return message
    }

    private static func ok(_ reader: inout MessageReader) throws(MessageError) -> RelayMessage {
        let id: EventID = try reader.value("event id", expected: "64 lowercase hexadecimal digits") {
            guard case .string(let text) = $0 else { return nil }
            return EventID(hex: text)
        }
        let accepted: Bool = try reader.value("verdict", expected: "true or false") {
            guard case .bool(let verdict) = $0 else { return nil }
            return verdict
        }
        return .ok(id, accepted: accepted, RelayReason(try reader.string("reason")))
    }

    /// The message as compact JSON; an event's bytes are those that were read.
    public func serialized() -> [UInt8] {
        var writer: MessageWriter
        switch self {
        case .event(let id, let event):
            writer = MessageWriter("EVENT")
            writer.element { id.append(to: &$0) }
            writer.element { event.append(to: &$0) }
        case .ok(let id, let accepted, let reason):
            writer = MessageWriter("OK")
            writer.string(id.hex)
            writer.element { JSONValue.bool(accepted).append(to: &$0) }
            writer.string(reason.text)
        case .endOfStored(let id):
            writer = MessageWriter("EOSE")
            writer.element { id.append(to: &$0) }
        case .closed(let id, let reason):
            writer = MessageWriter("CLOSED")
            writer.element { id.append(to: &$0) }
            writer.string(reason.text)
        case .notice(let text):
            writer = MessageWriter("NOTICE")
            writer.string(text)
        case .challenge(let challenge):
            writer = MessageWriter("AUTH")
            writer.string(challenge)
        case .count(let id, let count):
            writer = MessageWriter("COUNT")
            writer.element { id.append(to: &$0) }
            writer.element { count.json.append(to: &$0) }
        }
        return writer.closed()
    }

    /// Equal message by message, texts by their bytes.
    public static func == (left: RelayMessage, right: RelayMessage) -> Bool {
        left.serialized() == right.serialized()
    }
}

/// A relay's answer to COUNT (NIP-45).
public struct EventCount: Sendable, Equatable {
    /// How many events match; 0 or more.
    public var count: Int64
    /// Whether the relay only estimated.
    public var isApproximate: Bool
    /// The 256 registers of a HyperLogLog, to be merged with other relays' answers; nil without.
    public var registers: [UInt8]?

    /// States a count.
    public init(_ count: Int64, isApproximate: Bool = false, registers: [UInt8]? = nil) {
        self.count = count
        self.isApproximate = isApproximate
        self.registers = registers
    }

    init(_ reader: inout MessageReader) throws(MessageError) {
        let expected = "an object with `count`, 0 or more, perhaps `approximate` and 512 digits of `hll`"
        self = try reader.value("count", expected: expected) { EventCount($0) }
    }

    private init?(_ value: JSONValue) {
        guard case .object(let object) = value, case .integer(let count)? = object["count"], count >= 0 else {
            return nil
        }
        self.init(count)
        switch object["approximate"] {
        case .bool(let flag)?: isApproximate = flag
        case nil: break
        default: return nil
        }
        switch object["hll"] {
        case .string(let digits)?:
            guard let registers = Hex.decode(digits.utf8, count: 256) else { return nil }
            self.registers = registers
        case nil: break
        default: return nil
        }
    }

    var json: JSONValue {
        var object = JSONObject([.init("count", .integer(count))])
        if isApproximate { object["approximate"] = .bool(true) }
        object["hll"] = registers.map { .string(Hex.encode($0)) }
        return .object(object)
    }
}
