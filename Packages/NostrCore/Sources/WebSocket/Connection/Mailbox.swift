internal import Synchronization

/// What passes between a connection's users and its thread.
final class Mailbox: Sendable {
    /// Anything but one of these ends an iteration with an error.
    enum Ending: Equatable {
        /// Closed from this side, and answered.
        case closedHere
        case failed(WebSocketError)
    }

    /// What users want of the thread.
    struct Orders {
        var messages: [WebSocketMessage] = []
        var close: (code: WebSocketCloseCode, reason: String)?
        var isCancelled = false
    }

    private typealias Reader = CheckedContinuation<Result<[WebSocketMessage]?, WebSocketError>, Never>
    private typealias Opener = CheckedContinuation<WebSocketError?, Never>

    private struct State {
        var orders = Orders()
        var isClosing = false
        /// Bytes in `orders`, and those that the thread has not sent yet.
        var ordered = 0
        var unsent = 0
        var socket: CurlSocket?
        var arrived: [WebSocketMessage] = []
        var arrivedBytes = 0
        var isOpen = false
        var opener: Opener?
        var reader: (id: UInt64, continuation: Reader)?
        var lastReader: UInt64 = 0
        var ending: Ending?
        var enders: [CheckedContinuation<Void, Never>] = []
    }

    private let limits: WebSocketLimits
    private let state = Mutex(State())

    init(_ limits: WebSocketLimits) {
        self.limits = limits
    }

    // MARK: For users

    /// Waits until the connection is open, or can't be.
    func opened() async -> WebSocketError? {
        await withCheckedContinuation { continuation in
            let known: WebSocketError?? = state.withLock { state in
                if case .failed(let error)? = state.ending { return .some(error) }
                if state.isOpen || state.ending != nil { return .some(nil) }
                state.opener = continuation
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    func send(_ message: WebSocketMessage) throws(WebSocketError) {
        let refusal: WebSocketError? = state.withLock { state in
            if case .failed(let error)? = state.ending { return error }
            guard state.ending == nil, !state.isClosing else { return .closing }
            let (waiting, count) = (state.ordered + state.unsent, message.bytes.count)
            guard waiting + count <= limits.queuedBytes else { return .queueFull(limit: limits.queuedBytes) }
            state.orders.messages.append(message)
            state.ordered += count
            state.socket?.wakeUp()
            return nil
        }
        if let refusal { throw refusal }
    }

    func close(_ code: WebSocketCloseCode, reason: String) {
        state.withLock { state in
            guard !state.isClosing else { return }
            state.isClosing = true
            state.orders.close = (code, reason)
            state.socket?.wakeUp()
        }
    }

    func cancel() {
        state.withLock { state in
            state.orders.isCancelled = true
            state.socket?.wakeUp()
        }
    }

    /// Waits until the thread has let go of the socket.
    func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.ending == nil { state.enders.append(continuation) }
                return state.ending != nil
            }
            if isOver { continuation.resume() }
        }
    }

    /// All messages that are there, at least one; nil at the end.
    func receive() async -> Result<[WebSocketMessage]?, WebSocketError> {
        let id = state.withLock { state in
            state.lastReader += 1
            return state.lastReader
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = Task.isCancelled
                let known: Result<[WebSocketMessage]?, WebSocketError>? = state.withLock { state in
                    if let known = Self.take(&state) { return known }
                    if isCancelled { return .failure(.cancelled) }
                    guard state.reader == nil else { return .failure(.alreadyReceiving) }
                    state.reader = (id, continuation)
                    return nil
                }
                if let known { continuation.resume(returning: known) }
            }
        } onCancel: {
            let reader = state.withLock { state in
                guard let reader = state.reader, reader.id == id else { return nil as Reader? }
                state.reader = nil
                return reader.continuation
            }
            reader?.resume(returning: .failure(.cancelled))
        }
    }

    private static func take(_ state: inout State) -> Result<[WebSocketMessage]?, WebSocketError>? {
        guard state.arrived.isEmpty else {
            defer {
                state.arrived = []
                state.arrivedBytes = 0
            }
            // The thread may have stopped reading until there is room.
            state.socket?.wakeUp()
            return .success(state.arrived)
        }
        return switch state.ending {
        case .closedHere: .success(nil)
        case .failed(let error): .failure(error)
        case nil: nil
        }
    }

    // MARK: For the thread

    func use(_ socket: CurlSocket) {
        state.withLock { $0.socket = socket }
    }

    func noteOpen() {
        let opener = state.withLock { state in
            state.isOpen = true
            defer { state.opener = nil }
            return state.opener
        }
        opener?.resume(returning: nil)
    }

    var isCancelled: Bool {
        state.withLock { $0.orders.isCancelled }
    }

    func takeOrders() -> Orders {
        state.withLock { state in
            defer {
                state.orders.messages = []
                state.orders.close = nil
                state.unsent += state.ordered
                state.ordered = 0
            }
            return state.orders
        }
    }

    func note(unsent: Int) {
        state.withLock { $0.unsent = unsent }
    }

    /// Whether the reader's share is used up.
    var isFull: Bool {
        state.withLock { $0.arrivedBytes >= limits.bufferedBytes }
    }

    func deliver(_ messages: [WebSocketMessage]) {
        let (reader, result) = state.withLock { state in
            state.arrived += messages
            // An empty message costs too.
            for message in messages { state.arrivedBytes += message.bytes.count + 64 }
            guard let reader = state.reader, let result = Self.take(&state) else {
                return (nil as Reader?, nil as Result<[WebSocketMessage]?, WebSocketError>?)
            }
            state.reader = nil
            return (reader.continuation, result)
        }
        if let reader, let result { reader.resume(returning: result) }
    }

    /// The last word: lets go of the socket and wakes everybody.
    func end(_ ending: Ending) {
        let (opener, reader, result, enders) = state.withLock { state in
            state.socket = nil
            state.orders = Orders()
            state.ending = ending
            defer {
                state.opener = nil
                state.enders = []
            }
            let reader = state.reader?.continuation
            let result = reader == nil ? nil : Self.take(&state)
            state.reader = nil
            return (state.opener, reader, result, state.enders)
        }
        if case .failed(let error) = ending {
            opener?.resume(returning: error)
        } else {
            opener?.resume(returning: nil)
        }
        if let reader, let result { reader.resume(returning: result) }
        for ender in enders { ender.resume() }
    }
}
