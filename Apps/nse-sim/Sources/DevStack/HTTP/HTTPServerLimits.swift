/// What one client can cost the server.
public struct HTTPServerLimits: Sendable, Equatable {
    /// The longest body in bytes; a longer one is answered with 413.
    public var bodyBytes = 1_048_576
    /// How much of a body that is too long is read and thrown away, so that the client sees the 413; then the
    /// connection ends.
    public var discardedBytes = 8_388_608
    /// The memory of one connection, which bounds the header: above it the answer is 431.
    public var connectionMemory = 65536
    /// The most connections at once.
    public var connections: UInt32 = 2048
    /// The most connections at once from one address; 0 is no bound.
    public var connectionsPerAddress: UInt32 = 0
    /// From the connection, or a later request's first line, to the end of the header, whatever trickles in.
    public var headerTime: Duration = .seconds(10)
    /// From the end of the header to the end of the body.
    public var bodyTime: Duration = .seconds(30)
    /// From one answer to the next request's first line.
    public var idleTime: Duration = .seconds(60)
    /// From an answer's first byte to its last.
    public var sendTime: Duration = .seconds(60)
    /// How long a ``HTTPServerResponse/Delivery/headerOnly`` answer keeps silent.
    public var silenceTime: Duration = .seconds(120)

    /// The defaults.
    public init() {}
}

/// Why a server did not start.
public enum HTTPServerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The port is taken, or the system refuses another socket; `code` is the system's error number.
    case cannotListen(port: UInt16, code: Int32)

    /// What was tried, why it failed, and what to do.
    public var description: String {
        switch self {
        case .cannotListen(let port, let code):
            "can't listen on 127.0.0.1:\(port) (error \(code)); choose another port, or 0 for any free one"
        }
    }
}
