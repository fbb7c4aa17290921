/// One request's way from its header to the end of its answer: transitions without I/O.
struct ExchangeState {
    private enum Phase {
        /// The header has not been looked at.
        case new
        case reading
        /// Too long: what comes is counted and thrown away.
        case discarding(HTTPServerResponse, bytes: Int)
        /// The connection is suspended until the handler's answer.
        case handling(Task<Void, Never>?)
        case answered(HTTPServerResponse)
        /// The answer is with the library.
        case sending
        /// The connection is suspended in the middle of an answer that keeps silent.
        case silent
        /// The next part of the answer is the end of the connection.
        case breaking
        case ended
    }

    /// What is due when the request is whole, or its connection was resumed.
    enum Step {
        case handle(HTTPServerRequest)
        case send(HTTPServerResponse)
        case wait
    }

    private var phase = Phase.new
    private var head: HTTPServerRequest?
    private var body: [UInt8] = []

    var isNew: Bool { if case .new = phase { true } else { false } }

    /// The header has come.
    ///
    /// - Returns: the answer that refuses it at once, or nil when the body is read.
    mutating func begin(_ head: HTTPServerRequest, limits: HTTPServerLimits) -> HTTPServerResponse? {
        switch HTTPRequestCheck.verdict(on: head, limits: limits) {
        case .refuse(let status, let reason):
            return .text(status, reason, closes: true)
        case .discard(let status, let reason):
            phase = .discarding(.text(status, reason, closes: true), bytes: 0)
        case .read:
            self.head = head
            phase = .reading
        }
        return nil
    }

    /// A part of the body has come.
    ///
    /// - Returns: false when the connection must end, since too much of too long a body has come.
    mutating func receive(_ bytes: some Collection<UInt8>, limits: HTTPServerLimits) -> Bool {
        switch phase {
        case .reading where body.count + bytes.count <= limits.bodyBytes:
            body.append(contentsOf: bytes)
        case .reading:
            let refusal = HTTPServerResponse.text(413, HTTPRequestCheck.tooLong, closes: true)
            phase = .discarding(refusal, bytes: body.count + bytes.count)
            body = []
        case .discarding(let response, let count):
            guard count + bytes.count <= limits.discardedBytes else { return false }
            phase = .discarding(response, bytes: count + bytes.count)
        default: break
        }
        return true
    }

    /// The request is whole, or its connection was resumed.
    ///
    /// - Parameter refusal: what a request is answered with that has not reached its handler, if none may any more.
    mutating func proceed(refusing refusal: HTTPServerResponse? = nil) -> Step {
        switch phase {
        case .reading:
            if let refusal { return .send(refusal) }
            guard let head else { return .wait }
            let request = HTTPServerRequest(
                method: head.method, target: head.target, fields: head.fields, body: body)
            body = []
            phase = .handling(nil)
            return .handle(request)
        case .discarding(let response, _), .answered(let response):
            return .send(response)
        default:
            return .wait
        }
    }

    /// Remembers the handler's task, or ends it if nobody waits for its answer any more.
    mutating func keep(_ task: Task<Void, Never>) {
        if case .handling = phase { phase = .handling(task) } else { task.cancel() }
    }

    /// Takes an answer.
    ///
    /// - Returns: true once, when the connection must be resumed to send it.
    mutating func answer(_ response: HTTPServerResponse, cancelsHandler: Bool = false) -> Bool {
        guard case .handling(let task) = phase else { return false }
        if cancelsHandler { task?.cancel() }
        phase = .answered(response)
        return true
    }

    mutating func beginSending() {
        phase = .sending
    }

    /// True once, when the connection must be suspended.
    mutating func beginSilence() -> Bool {
        guard case .sending = phase else { return false }
        phase = .silent
        return true
    }

    /// True once, when the connection must be resumed.
    mutating func endSilence() -> Bool {
        guard case .silent = phase else { return false }
        phase = .breaking
        return true
    }

    /// The request is over, whichever way.
    mutating func end() {
        if case .handling(let task?) = phase { task.cancel() }
        phase = .ended
    }
}
