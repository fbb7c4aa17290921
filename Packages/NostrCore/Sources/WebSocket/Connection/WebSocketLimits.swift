/// What a connection may cost in bytes and time.
public struct WebSocketLimits: Sendable, Equatable {
    /// The most bytes of a received message, before and after inflation, and its frames.
    public var framing: WebSocketFraming.Limits
    /// How many bytes may wait to be sent; a message over it is refused with
    /// ``WebSocketError/queueFull(limit:)``.
    public var queuedBytes: Int
    /// How many received bytes may wait for their reader.
    ///
    /// Behind it, nothing is read from the socket until the reader has caught up: nothing is dropped, and the
    /// server is slowed down by TCP. One message more than this may wait.
    public var bufferedBytes: Int
    /// How long name, connection, TLS and upgrade may take together.
    public var opening: Duration
    /// After how long a silence a ping is sent.
    public var pingInterval: Duration
    /// How long the other side may then stay silent.
    public var pongPatience: Duration
    /// How long it may take to answer a close frame.
    public var closing: Duration

    /// States all; by default 1 MiB a message, 4 MiB out, 4 MiB in, 15 s to open, pings after 30 s, 20 s for
    /// the answer, 5 s to close.
    public init(
        framing: WebSocketFraming.Limits = WebSocketFraming.Limits(), queuedBytes: Int = 4 << 20,
        bufferedBytes: Int = 4 << 20, opening: Duration = .seconds(15), pingInterval: Duration = .seconds(30),
        pongPatience: Duration = .seconds(20), closing: Duration = .seconds(5)
    ) {
        self.framing = framing
        self.queuedBytes = queuedBytes
        self.bufferedBytes = bufferedBytes
        self.opening = opening
        self.pingInterval = pingInterval
        self.pongPatience = pongPatience
        self.closing = closing
    }
}

extension Duration {
    /// Whole milliseconds, 1 at least and a day at most.
    var boundedMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds < 86_400 else { return 86_400_000 }
        return max(1, max(0, seconds) * 1000 + attoseconds / 1_000_000_000_000_000)
    }
}
