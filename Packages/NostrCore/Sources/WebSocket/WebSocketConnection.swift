public import HTTPTransport

/// A client's WebSocket (RFC 6455) over TCP or verified TLS, with per-message compression (RFC 7692).
///
/// Each connection has one thread, which sleeps while nothing happens. Pings are answered and sent by
/// themselves. One task reads; any task may send.
///
/// ```swift
/// let connection = try await WebSocketConnection.connect(to: "wss://relay.example")
/// try connection.send(text: #"["REQ","a",{"kinds":[1],"limit":5}]"#)
/// for try await messages in connection.batches {
///     for message in messages { handle(message.bytes) }
/// }
/// await connection.close()
/// ```
///
/// No proxy is used, whatever the environment says. A redirect is a refusal.
public final class WebSocketConnection: Sendable {
    private let mailbox: Mailbox

    private init(_ mailbox: Mailbox) {
        self.mailbox = mailbox
    }

    deinit { mailbox.cancel() }

    /// Connects and upgrades.
    ///
    /// - Throws: ``WebSocketError``; ``WebSocketError/cancelled`` when the task is cancelled meanwhile.
    public static func connect(
        to url: String, limits: WebSocketLimits = WebSocketLimits(), trust: TLSTrust = .system
    ) async throws(WebSocketError) -> WebSocketConnection {
        let address = try WebSocketAddress(url)
        let mailbox = Mailbox(limits)
        let isStarted = LoopThread.start {
            ConnectionLoop(address, limits: limits, trust: trust, mailbox: mailbox).run()
        }
        guard isStarted else { throw .noMemory }
        let failure = await withTaskCancellationHandler {
            await mailbox.opened()
        } onCancel: {
            mailbox.cancel()
        }
        if let failure { throw failure }
        return WebSocketConnection(mailbox)
    }

    /// Hands a text over to be sent, in order; returns at once.
    ///
    /// - Throws: ``WebSocketError/queueFull(limit:)`` beyond ``WebSocketLimits/queuedBytes``, ``WebSocketError/notUTF8``,
    ///   ``WebSocketError/closing``, or why the connection ended.
    public func send(text: [UInt8]) throws(WebSocketError) {
        guard String(validating: text, as: UTF8.self) != nil else { throw .notUTF8 }
        try mailbox.send(.text(text))
    }

    /// Hands a text over to be sent; as ``send(text:)-([UInt8])``.
    public func send(text: String) throws(WebSocketError) {
        try mailbox.send(.text(Array(text.utf8)))
    }

    /// Hands bytes over to be sent; as ``send(text:)-([UInt8])``.
    public func send(binary: [UInt8]) throws(WebSocketError) {
        try mailbox.send(.binary(binary))
    }

    /// What has arrived since the last call, at least one message; waits for it.
    ///
    /// Messages that came before the end are all delivered first. Cancelling the task ends the wait, not the
    /// connection.
    ///
    /// - Returns: nil behind ``close(_:reason:)``.
    /// - Throws: ``WebSocketError``, why the connection ended otherwise: ``WebSocketError/closed(_:reason:)`` when the other
    ///   side closed.
    public func receive() async throws(WebSocketError) -> [WebSocketMessage]? {
        try await mailbox.receive().get()
    }

    /// All messages, in the batches that ``receive()`` gives.
    public var batches: Batches { Batches(connection: self) }

    /// Closes and waits until the socket is gone, at most ``WebSocketLimits/closing``.
    ///
    /// What was handed over before is sent first; messages that arrive meanwhile are dropped.
    public func close(_ code: WebSocketCloseCode = .normal, reason: String = "") async {
        mailbox.close(code, reason: reason)
        await mailbox.ended()
    }

    /// Cuts the connection without a word.
    public func cancel() { mailbox.cancel() }

    /// The messages of a connection, for one task.
    public struct Batches: AsyncSequence, Sendable {
        /// A batch: at least one message.
        public typealias Element = [WebSocketMessage]
        /// Why the connection ended.
        public typealias Failure = WebSocketError

        fileprivate let connection: WebSocketConnection

        /// Begins with what has not been read.
        public func makeAsyncIterator() -> Iterator { Iterator(connection: connection) }

        /// Reads batch after batch.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            fileprivate let connection: WebSocketConnection

            /// The next batch; see ``WebSocketConnection/receive()``.
            public mutating func next() async throws(WebSocketError) -> [WebSocketMessage]? {
                try await connection.receive()
            }

            /// The next batch; see ``WebSocketConnection/receive()``.
            public mutating func next(
                isolation actor: isolated (any Actor)?
            ) async throws(WebSocketError) -> [WebSocketMessage]? {
                try await connection.receive()
            }
        }
    }
}
