/// One side of a WebSocket connection without its socket: bytes in, events and bytes out (RFC 6455, RFC
/// 7692).
///
/// It starts behind the upgrade. Pings are answered, a close frame too, broken rules with a close frame of
/// their code: all of that lies in the output, which the caller fetches with ``takeOutput()`` after each call
/// and sends. One thread at a time.
///
/// ```swift
/// let framing = try WebSocketFraming(.server, deflate: true)
/// for event in framing.receive(bytes) { … }
/// socket.write(framing.takeOutput())
/// if framing.isFinished { socket.close() }
/// ```
public final class WebSocketFraming {
    /// Which side this is: a client masks what it sends, a server refuses what is not masked.
    public enum Role: Sendable {
        /// Whoever asked for the upgrade.
        case client
        /// Whoever granted it.
        case server
    }

    /// What a peer may cost.
    public struct Limits: Sendable, Equatable {
        /// The most bytes of a message, before and after inflation; more closes with 1009.
        public var messageBytes: Int
        /// The most frames of a message; more closes with 1009.
        public var fragments: Int

        /// States both; by default 1 MiB in 1024 frames.
        public init(messageBytes: Int = 1 << 20, fragments: Int = 1024) {
            self.messageBytes = messageBytes
            self.fragments = fragments
        }
    }

    /// Shorter messages are sent as they are.
    static let compressionThreshold = 256

    private let context: WslayContext
    private let limits: Limits
    private let deflate: Bool
    private var hasReportedEnd = false
    private var isBroken = false

    /// Begins behind an upgrade that agreed on permessage-deflate or not.
    ///
    /// - Throws: ``WebSocketError/noMemory``.
    public init(_ role: Role, limits: Limits = Limits(), deflate: Bool) throws(WebSocketError) {
        guard
            let context = WslayContext(
                isServer: role == .server, maximumMessageBytes: limits.messageBytes,
                maximumFragments: limits.fragments, allowsCompression: deflate)
        else { throw .noMemory }
        self.context = context
        self.limits = limits
        self.deflate = deflate
    }

    /// Takes the next bytes of the stream, cut anywhere.
    ///
    /// A violation or a close is the last event; bytes behind it are not read.
    public func receive(_ bytes: [UInt8]) -> [WebSocketEvent] {
        guard !hasReportedEnd, !isBroken else { return [] }
        var received: [WslayContext.Received] = []
        let isSound = context.read(bytes, &received)
        var events: [WebSocketEvent] = []
        for item in received {
            guard let event = event(of: item) else { continue }
            events.append(event)
            if hasReportedEnd { break }
        }
        if !hasReportedEnd, let code = context.violation {
            events.append(refuse(WebSocketCloseCode(code)))
        }
        if !isSound { isBroken = true }
        if !context.write() { isBroken = true }
        if !hasReportedEnd, !context.wantsRead || isBroken {
            // wslay saw what it refuses, and has queued the code.
            hasReportedEnd = true
            events.append(.violation(context.sentStatus.map { WebSocketCloseCode($0) } ?? .protocolError))
        }
        return events
    }

    private func event(of item: WslayContext.Received) -> WebSocketEvent? {
        switch item.opcode {
        case WslayContext.Opcode.text, WslayContext.Opcode.binary:
            return message(item)
        case WslayContext.Opcode.pong:
            return .pong(item.payload)
        case WslayContext.Opcode.close:
            hasReportedEnd = true
            let code = item.status == 0 ? nil : WebSocketCloseCode(item.status)
            return .close(code, reason: String(decoding: item.payload.dropFirst(2), as: UTF8.self))
        default:
            return nil
        }
    }

    private func message(_ item: WslayContext.Received) -> WebSocketEvent {
        let isText = item.opcode == WslayContext.Opcode.text
        guard item.isCompressed else { return .message(isText ? .text(item.payload) : .binary(item.payload)) }
        do {
            let bytes = try Deflate.inflate(item.payload, limit: limits.messageBytes)
            // wslay checks only what it can read.
            guard !isText || String(validating: bytes, as: UTF8.self) != nil else {
                return refuse(.invalidPayload)
            }
            return .message(isText ? .text(bytes) : .binary(bytes))
        } catch {
            return refuse(error == .malformed ? .invalidPayload : .tooBig)
        }
    }

    private func refuse(_ code: WebSocketCloseCode) -> WebSocketEvent {
        hasReportedEnd = true
        _ = context.queueClose(code.number, reason: [])
        context.stopReading()
        return .violation(code)
    }

    // MARK: Sending

    /// Puts a message into the output, compressed if that was agreed on and makes it smaller.
    ///
    /// - Throws: ``WebSocketError/closing`` behind a close frame of either side, ``WebSocketError/notUTF8`` for text
    ///   that is none.
    public func send(_ message: WebSocketMessage) throws(WebSocketError) {
        let opcode: UInt8
        switch message {
        case .text(let bytes):
            guard String(validating: bytes, as: UTF8.self) != nil else { throw .notUTF8 }
            opcode = WslayContext.Opcode.text
        case .binary:
            opcode = WslayContext.Opcode.binary
        }
        let bytes = message.bytes
        if deflate, bytes.count >= Self.compressionThreshold, let smaller = Deflate.compress(bytes),
            smaller.count < bytes.count
        {
            try queue(opcode, smaller, isCompressed: true)
        } else {
            try queue(opcode, bytes)
        }
    }

    /// Asks whether the other side is there; at most 125 bytes come back as ``WebSocketEvent/pong(_:)``.
    ///
    /// - Throws: ``WebSocketError/closing`` behind a close frame of either side.
    public func ping(_ payload: [UInt8] = []) throws(WebSocketError) {
        try queue(WslayContext.Opcode.ping, Array(payload.prefix(125)))
    }

    /// Begins to close; a reason of more than 123 bytes is cut between characters, a code that may not be
    /// sent becomes 1000.
    ///
    /// Does nothing behind a close frame.
    public func close(_ code: WebSocketCloseCode = .normal, reason: String = "") {
        var text = reason
        while text.utf8.count > 123 { text.removeLast() }
        _ = context.queueClose(code.maySend ? code.number : 1000, reason: Array(text.utf8))
        if !context.write() { isBroken = true }
    }

    private func queue(
        _ opcode: UInt8, _ payload: [UInt8], isCompressed: Bool = false
    ) throws(WebSocketError) {
        guard !isBroken, context.queue(opcode, payload, isCompressed: isCompressed) else { throw .closing }
        if !context.write() { isBroken = true }
    }

    /// The bytes to send now, in order; they are handed out once.
    public func takeOutput() -> [UInt8] { context.takeOutput() }

    /// Whether nothing more will come in or go out beyond the output: the socket may be closed behind it.
    public var isFinished: Bool { isBroken || (hasReportedEnd && context.hasSentClose) }
}

@available(*, unavailable, message: "one thread at a time drives a connection's framing")
extension WebSocketFraming: Sendable {}
