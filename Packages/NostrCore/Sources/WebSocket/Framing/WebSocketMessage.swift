/// A whole message (RFC 6455 §5.6).
public enum WebSocketMessage: Sendable, Equatable {
    /// Text; received bytes are proven UTF-8.
    case text([UInt8])
    /// Bytes without a meaning of their own.
    case binary([UInt8])

    /// The payload.
    public var bytes: [UInt8] {
        switch self {
        case .text(let bytes), .binary(let bytes): bytes
        }
    }
}

/// Why a connection was closed, as a number (RFC 6455 §7.4).
public struct WebSocketCloseCode: Sendable, Hashable, CustomStringConvertible {
    /// The number.
    public let number: UInt16

    /// Takes any number; which ones may be sent is checked where they are.
    public init(_ number: UInt16) { self.number = number }

    /// The purpose is fulfilled.
    public static let normal = WebSocketCloseCode(1000)
    /// The side goes away.
    public static let goingAway = WebSocketCloseCode(1001)
    /// A malformed frame.
    public static let protocolError = WebSocketCloseCode(1002)
    /// Text that is not UTF-8, or a payload that does not inflate.
    public static let invalidPayload = WebSocketCloseCode(1007)
    /// Refused by the other side's rules.
    public static let policy = WebSocketCloseCode(1008)
    /// A message over the limit.
    public static let tooBig = WebSocketCloseCode(1009)
    /// The side restarts.
    public static let restart = WebSocketCloseCode(1012)

    /// Whether a close frame may carry it (RFC 6455 §7.4.1, §7.4.2, and the registry behind it).
    public var maySend: Bool {
        (1000...1003).contains(number) || (1007...1014).contains(number) || (3000...4999).contains(number)
    }

    /// The number in decimal.
    public var description: String { String(number) }
}

/// What received bytes amount to.
public enum WebSocketEvent: Sendable, Equatable {
    /// A whole message.
    case message(WebSocketMessage)
    /// The answer to a ping, with the ping's payload.
    case pong([UInt8])
    /// The other side began to close; nil without a code. An answer is in the output.
    case close(WebSocketCloseCode?, reason: String)
    /// The other side broke a rule; a close frame with this code is in the output, and nothing more is read.
    case violation(WebSocketCloseCode)
}
