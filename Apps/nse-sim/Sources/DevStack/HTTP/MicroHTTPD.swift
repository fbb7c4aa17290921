// The only file that touches libmicrohttpd's pointers.
//
// The library's thread calls `access` for a request's header, for each part of its body and for its end; there the
// connection is suspended and a task runs the handler; the task's answer resumes the connection, and the library calls
// `access` once more to send it. An upgrade to WebSocket will be one more way to answer there.

internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A running daemon of libmicrohttpd.
final class MicroHTTPD: Sendable {
    private struct State {
        /// The daemon's address while it runs.
        var daemon: UInt?
        /// The listening socket after the daemon gave it up.
        var listener: Int32?
        /// Each open connection's socket and clock, by the connection's address.
        var connections: [UInt: (socket: Int32, clock: ConnectionClock)] = [:]
        /// Each request between its first line and its end.
        var exchanges: [ObjectIdentifier: Exchange] = [:]
        var isStopping = false
        /// Whoever waits for the last exchange to end.
        var drained: CheckedContinuation<Void, Never>?
        /// How many waits there were.
        var waits = 0
        var sweeper: Task<Void, Never>?
    }

    fileprivate let limits: HTTPServerLimits
    fileprivate let handler: HTTPServer.Handler
    private let state = Mutex(State())

    private init(limits: HTTPServerLimits, handler: @escaping HTTPServer.Handler) {
        self.limits = limits
        self.handler = handler
    }

    /// Starts listening; the daemon holds a reference to the result until it is stopped.
    static func start(
        port: UInt16, limits: HTTPServerLimits, handler: @escaping HTTPServer.Handler
    ) throws(HTTPServerError) -> (server: MicroHTTPD, port: UInt16) {
        let server = MicroHTTPD(limits: limits, handler: handler)
        let settings = buzz_mhd_settings(
            port: port, connection_memory: limits.connectionMemory, connections: limits.connections,
            connections_per_address: limits.connectionsPerAddress)
        let context = unsafe Unmanaged.passRetained(server)
        let daemon = unsafe buzz_mhd_start(
            settings, accessCallback, targetCallback, completedCallback, connectionCallback,
            context.toOpaque())
        guard let daemon = unsafe daemon else {
            let code = errno
            unsafe context.release()
            throw .cannotListen(port: port, code: code)
        }
        let address = UInt(bitPattern: daemon)
        let bound = unsafe buzz_mhd_port(daemon)
        server.state.withLock { $0.daemon = address }
        server.startSweeping()
        return (server, bound)
    }

    var requestsInProgress: Int { state.withLock { $0.exchanges.count } }

    // MARK: Time limits

    private func startSweeping() {
        let interval = ConnectionClock.interval(limits)
        let sweeper = Task { [weak self] in
            while !Task.isCancelled {
                try? await Task.sleep(for: interval)
                self?.sweep(now: .now)
            }
        }
        state.withLock { $0.sweeper = sweeper }
    }

    private func sweep(now: ContinuousClock.Instant) {
        let silent = state.withLock { state in
            var silent: [UInt] = []
            for (address, connection) in state.connections
            where connection.clock.isOverdue(now: now, limits: limits) {
                if connection.clock.phase == .silent {
                    silent.append(address)
                } else {
                    // The entry goes before the library closes the socket, so the number is still this one's.
                    _ = shutdown(connection.socket, Int32(SHUT_RDWR))
                }
            }
            return state.exchanges.values.filter { silent.contains($0.connection) }
        }
        for exchange in silent { exchange.endSilence() }
    }

    fileprivate func enter(_ phase: ConnectionClock.Phase, _ connection: UInt) {
        state.withLock { $0.connections[connection]?.clock.enter(phase, now: .now) }
    }

    // MARK: What the library reports

    fileprivate func connectionOpened(_ connection: UInt, socket: Int32) {
        state.withLock { $0.connections[connection] = (socket, ConnectionClock(now: .now)) }
    }

    fileprivate func connectionClosed(_ connection: UInt) {
        state.withLock { _ = $0.connections.removeValue(forKey: connection) }
    }

    fileprivate func exchangeBegan(_ exchange: Exchange) {
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
        enter(.header, exchange.connection)
    }

    fileprivate func exchangeEnded(_ exchange: Exchange) {
        let drained = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.exchanges[ObjectIdentifier(exchange)] = nil
            state.connections[exchange.connection]?.clock.enter(.idle, now: .now)
            return state.exchanges.isEmpty ? Self.take(&state.drained) : nil
        }
        exchange.end()
        drained?.resume()
    }

    fileprivate var isStopping: Bool { state.withLock { $0.isStopping } }

    private static func take<Value>(_ value: inout Value?) -> Value? {
        defer { value = nil }
        return value
    }

    // MARK: The end

    fileprivate static let stopping = HTTPServerResponse.text(503, "the server is stopping", closes: true)

    func stop(grace: Duration) async {
        guard beginStopping() else { return }
        await waitUntilDrained(atMost: grace)
        refuseOpenExchanges()
        // Only the time to send what was just refused.
        await waitUntilDrained(atMost: .milliseconds(500))
        finish()
    }

    func stopNow() {
        guard beginStopping() else { return }
        refuseOpenExchanges()
        finish()
    }

    private func beginStopping() -> Bool {
        state.withLock { state in
            guard !state.isStopping, let daemon = state.daemon else { return false }
            state.isStopping = true
            state.sweeper?.cancel()
            let listener = unsafe MHD_quiesce_daemon(OpaquePointer(bitPattern: daemon))
            state.listener = listener >= 0 ? listener : nil
            return true
        }
    }

    private func waitUntilDrained(atMost limit: Duration) async {
        await withCheckedContinuation { continuation in
            let wait: Int? = state.withLock { state in
                if state.exchanges.isEmpty { return nil }
                state.waits += 1
                state.drained = continuation
                return state.waits
            }
            guard let wait else { return continuation.resume() }
            // Only now: a timer that ran out before anyone waited would wake nobody. It wakes this wait and no later one.
            Task {
                try? await Task.sleep(for: limit)
                state.withLock { $0.waits == wait ? Self.take(&$0.drained) : nil }?.resume()
            }
        }
    }

    /// No connection may be suspended when the daemon ends.
    private func refuseOpenExchanges() {
        for exchange in state.withLock({ Array($0.exchanges.values) }) {
            exchange.answer(Self.stopping, cancelsHandler: true)
            exchange.endSilence()
        }
    }

    private func finish() {
        let (daemon, listener) = state.withLock { (Self.take(&$0.daemon), Self.take(&$0.listener)) }
        guard let daemon else { return }
        // Ends all connections and joins the library's thread.
        unsafe MHD_stop_daemon(OpaquePointer(bitPattern: daemon))
        if let listener { _ = close(listener) }
        unsafe Unmanaged.passUnretained(self).release()
    }
}

/// One request and its answer on one connection.
private final class Exchange: Sendable {
    let server: MicroHTTPD
    /// The connection's address; it stays valid until this exchange has ended.
    let connection: UInt
    /// The bytes of the request's target.
    private let target: [UInt8]
    private let state = Mutex(ExchangeState())

    init(server: MicroHTTPD, connection: UInt, target: [UInt8]) {
        self.server = server
        self.connection = connection
        self.target = target
    }

    // MARK: From the library's thread

    var isNew: Bool { state.withLock { $0.isNew } }

    /// The header has come.
    func begin(method: String, fields: [HTTPServerRequest.Field]) -> MHD_Result {
        guard let target = String(validating: target, as: UTF8.self) else {
            return send(.text(400, "the request target is not UTF-8", closes: true))
        }
        if server.isStopping { return send(MicroHTTPD.stopping) }
        let head = HTTPServerRequest(method: method, target: target, fields: fields)
        if let refusal = state.withLock({ $0.begin(head, limits: server.limits) }) { return send(refusal) }
        server.enter(.body, connection)
        return .YES
    }

    /// A part of the body has come.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> MHD_Result {
        let goesOn = state.withLock { unsafe $0.receive(bytes, limits: server.limits) }
        return goesOn ? .YES : .NO
    }

    /// The request is whole, or the connection was resumed.
    func proceed() -> MHD_Result {
        // Suspended under the lock: an answer that comes at once finds the connection suspended and resumes it, and a
        // server that stops either finds it so or is seen here. One left suspended would end the process.
        let step = state.withLock { state in
            let step = state.proceed(refusing: server.isStopping ? MicroHTTPD.stopping : nil)
            if case .handle = step { unsafe MHD_suspend_connection(OpaquePointer(bitPattern: connection)) }
            return step
        }
        switch step {
        case .wait: return .YES
        case .send(let response): return send(response)
        case .handle(let request):
            server.enter(.handling, connection)
            let task = Task { [self] in answer(await server.handler(request)) }
            state.withLock { $0.keep(task) }
            return .YES
        }
    }

    /// Gives the library an answer.
    private func send(_ answer: HTTPServerResponse) -> MHD_Result {
        state.withLock { $0.beginSending() }
        server.enter(.sending, connection)
        guard answer.delivery != .none, let status = UInt32(exactly: answer.status) else { return .NO }
        guard let response = unsafe makeResponse(answer) else { return .NO }
        defer { unsafe MHD_destroy_response(response) }
        let isBroken = answer.fields.contains {
            unsafe MHD_add_response_header(response, $0.name, $0.value) != .YES
        }
        // A name or value that would break the header is the handler's fault; nothing of it is sent.
        guard !isBroken else { return .NO }
        if answer.closes || answer.delivery != .whole {
            guard unsafe MHD_add_response_header(response, "Connection", "close") == .YES else {
                return .NO
            }
        }
        return unsafe MHD_queue_response(OpaquePointer(bitPattern: connection), status, response)
    }

    private func makeResponse(_ answer: HTTPServerResponse) -> OpaquePointer? {
        guard answer.delivery != .whole else {
            var body = answer.body
            return unsafe body.withUnsafeMutableBytes { buffer in
                unsafe MHD_create_response_from_buffer(
                    buffer.count, buffer.baseAddress, .RESPMEM_MUST_COPY)
            }
        }
        let reader = SpoiledBody(answer, exchange: self)
        let context = unsafe Unmanaged.passRetained(reader).toOpaque()
        let response = unsafe MHD_create_response_from_callback(
            UInt64(answer.body.count), 32768, bodyCallback, context, bodyFreeCallback)
        if unsafe response == nil { unsafe Unmanaged<SpoiledBody>.fromOpaque(context).release() }
        return unsafe response
    }

    /// Suspends the connection in the middle of its answer, or tells that it is over.
    func beginSilence() -> Bool {
        let isFirst = state.withLock { state in
            guard !server.isStopping, state.beginSilence() else { return false }
            unsafe MHD_suspend_connection(OpaquePointer(bitPattern: connection))
            return true
        }
        if isFirst { server.enter(.silent, connection) }
        return isFirst
    }

    func end() {
        state.withLock { $0.end() }
    }

    // MARK: From any thread

    // Resumed under the lock, so that whoever finds the phase changed knows that the connection is resumed.

    /// Answers, unless that has been done.
    func answer(_ response: HTTPServerResponse, cancelsHandler: Bool = false) {
        state.withLock { state in
            guard state.answer(response, cancelsHandler: cancelsHandler) else { return }
            unsafe MHD_resume_connection(OpaquePointer(bitPattern: connection))
        }
    }

    func endSilence() {
        state.withLock { state in
            guard state.endSilence() else { return }
            unsafe MHD_resume_connection(OpaquePointer(bitPattern: connection))
        }
    }
}

/// The body of an answer that is not delivered whole.
private final class SpoiledBody: Sendable {
    let bytes: [UInt8]
    let delivery: HTTPServerResponse.Delivery
    let exchange: Exchange

    init(_ answer: HTTPServerResponse, exchange: Exchange) {
        bytes = answer.body
        delivery = answer.delivery
        self.exchange = exchange
    }

    func read(at position: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard case .cut(let end) = delivery else {
            return exchange.beginSilence() ? 0 : buzz_mhd_end_with_error()
        }
        guard let start = Int(exactly: position), start < min(end, bytes.count) else {
            return buzz_mhd_end_with_error()
        }
        let part = bytes[start..<min(end, bytes.count)].prefix(buffer.count)
        unsafe buffer.copyBytes(from: part)
        return part.count
    }
}

// MARK: Callbacks

private func server(_ context: UnsafeMutableRawPointer?) -> MicroHTTPD? {
    unsafe context.map { unsafe Unmanaged<MicroHTTPD>.fromOpaque($0).takeUnretainedValue() }
}

private func targetCallback(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let server = unsafe server(context), let target = unsafe target else { return nil }
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: target, count: strlen(target)))
    let exchange = Exchange(server: server, connection: UInt(bitPattern: connection), target: bytes)
    server.exchangeBegan(exchange)
    return unsafe Unmanaged.passRetained(exchange).toOpaque()
}

private func accessCallback(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>?,
    _ exchangeContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let address = unsafe exchangeContext?.pointee, let method = unsafe method,
        let uploadSize = unsafe uploadSize
    else { return .NO }
    let exchange = unsafe Unmanaged<Exchange>.fromOpaque(address).takeUnretainedValue()
    if exchange.isNew {
        return unsafe exchange.begin(method: String(cString: method), fields: headerFields(of: connection))
    }
    let count = unsafe uploadSize.pointee
    guard count > 0, let upload = unsafe upload else { return exchange.proceed() }
    unsafe uploadSize.pointee = 0
    return unsafe upload.withMemoryRebound(to: UInt8.self, capacity: count) { bytes in
        unsafe exchange.receive(UnsafeBufferPointer(start: bytes, count: count))
    }
}

private func headerFields(of connection: OpaquePointer?) -> [HTTPServerRequest.Field] {
    var fields: [HTTPServerRequest.Field] = []
    unsafe withUnsafeMutablePointer(to: &fields) { pointer in
        _ = unsafe MHD_get_connection_values(
            connection, .HEADER_KIND,
            { context, _, name, value in
                guard let context = unsafe context, let name = unsafe name else { return .YES }
                let fields = unsafe context.assumingMemoryBound(to: [HTTPServerRequest.Field].self)
                let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
                unsafe fields.pointee.append(.init(String(cString: name), text))
                return .YES
            }, pointer)
    }
    return fields
}

private func completedCallback(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ exchangeContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
    guard let server = unsafe server(context), let address = unsafe exchangeContext?.pointee else { return }
    unsafe exchangeContext?.pointee = nil
    server.exchangeEnded(unsafe Unmanaged<Exchange>.fromOpaque(address).takeRetainedValue())
}

private func connectionCallback(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ socketContext: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ event: MHD_ConnectionNotificationCode
) {
    guard let server = unsafe server(context), let connection = unsafe connection else { return }
    let address = UInt(bitPattern: connection)
    if event == .CONNECTION_NOTIFY_STARTED {
        server.connectionOpened(address, socket: unsafe buzz_mhd_socket(connection))
    } else {
        server.connectionClosed(address)
    }
}

private func bodyCallback(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?,
    _ size: Int
) -> Int {
    guard let context = unsafe context else { return buzz_mhd_end_with_error() }
    let body = unsafe Unmanaged<SpoiledBody>.fromOpaque(context).takeUnretainedValue()
    return unsafe body.read(at: position, into: UnsafeMutableRawBufferPointer(start: buffer, count: size))
}

private func bodyFreeCallback(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<SpoiledBody>.fromOpaque(context).release()
}
