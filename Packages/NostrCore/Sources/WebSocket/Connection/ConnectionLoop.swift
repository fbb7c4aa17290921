internal import HTTPTransport

/// The thread of one connection: opens it, then moves bytes between the socket and the framing until it ends.
final class ConnectionLoop {
    /// How many reads of 16 KiB before what they brought is handed on.
    private static let readsPerTurn = 16

    private let address: WebSocketAddress
    private let limits: WebSocketLimits
    private let trust: TLSTrust
    private let mailbox: Mailbox
    private let start = ContinuousClock.now
    private var output = OutputQueue()

    init(_ address: WebSocketAddress, limits: WebSocketLimits, trust: TLSTrust, mailbox: Mailbox) {
        self.address = address
        self.limits = limits
        self.trust = trust
        self.mailbox = mailbox
    }

    func run() {
        do throws(WebSocketError) {
            guard let socket = CurlSocket() else { throw .noMemory }
            mailbox.use(socket)
            let (framing, rest) = try open(socket)
            mailbox.noteOpen()
            var session = Session(self, socket, framing)
            try session.run(rest)
            mailbox.end(.closedHere)
        } catch {
            mailbox.end(.failed(error))
        }
    }

    fileprivate var now: Int64 { (ContinuousClock.now - start).boundedMilliseconds }

    // MARK: Opening

    private func open(_ socket: CurlSocket) throws(WebSocketError) -> (WebSocketFraming, rest: [UInt8]) {
        let bound = limits.opening.boundedMilliseconds
        guard socket.open(address, trust: trust, milliseconds: Int(clamping: bound)) else {
            throw .connect(host: address.host, reason: "libcurl refuses an option")
        }
        while true {
            let opening = socket.advance(address)
            if opening == .open { break }
            let left = try timeLeft(bound)
            if case .failed(let error) = opening { throw error }
            socket.waitForOpening(milliseconds: left)
        }
        let key = try WebSocketUpgrade.key()
        output.append(WebSocketUpgrade.request(to: address, key: key))
        var answer = UpgradeAnswer(key: key)
        while true {
            let left = try timeLeft(bound)
            if case .failed(let reason) = socket.send(&output) { throw .connectionLost(reason: reason) }
            var verdict = UpgradeAnswer.Verdict.incomplete
            switch socket.receive() {
            case .bytes(let bytes): verdict = answer.take(bytes, isEnd: false)
            case .ended: verdict = answer.take([], isEnd: true)
            case .failed(let reason): throw .connectionLost(reason: reason)
            case .wouldBlock:
                socket.wait(
                    toRead: true, toWrite: !output.isEmpty || socket.stagedCount > 0, milliseconds: left)
            }
            switch verdict {
            case .incomplete: continue
            case .failed(let error): throw error
            case .upgraded(let deflate, let rest):
                return (try WebSocketFraming(.client, limits: limits.framing, deflate: deflate), rest)
            }
        }
    }

    private func timeLeft(_ bound: Int64) throws(WebSocketError) -> Int32 {
        // Messages can't be ordered before the connection is open.
        guard !mailbox.isCancelled else { throw .cancelled }
        let left = bound - now
        guard left > 0 else { throw .timeout(.opening, after: limits.opening) }
        return Int32(clamping: left)
    }

    // MARK: Open

    /// What lives while the connection is open.
    private struct Session {
        let loop: ConnectionLoop
        let socket: CurlSocket
        let framing: WebSocketFraming
        var keepAlive: KeepAlive
        var closingSince: Int64?
        var isClosingHere = false
        var failure: WebSocketError?
        /// Both sides have closed, and the other one did not wait for the last bytes.
        var isCut = false

        init(_ loop: ConnectionLoop, _ socket: CurlSocket, _ framing: WebSocketFraming) {
            self.loop = loop
            self.socket = socket
            self.framing = framing
            keepAlive = KeepAlive(
                interval: loop.limits.pingInterval.boundedMilliseconds,
                patience: loop.limits.pongPatience.boundedMilliseconds, now: loop.now)
        }

        /// Returns when the connection was closed from here and the other side agreed.
        mutating func run(_ rest: [UInt8]) throws(WebSocketError) {
            deliver(rest)
            while true {
                try obey()
                let mayRead = try read()
                try write()
                if framing.isFinished, unsent == 0 || isCut { break }
                let milliseconds = try wait(isReading: mayRead != .paused)
                // What stood in reading's way may just have been written.
                let goesOn = mayRead == .more || (mayRead == .paused && !isBehind)
                if !goesOn {
                    socket.wait(toRead: mayRead == .drained, toWrite: unsent > 0, milliseconds: milliseconds)
                }
            }
            if let failure { throw failure }
        }

        /// Whether nothing more may be read for now.
        private var isBehind: Bool {
            // Whoever sends pings and reads no pongs is not read either.
            framing.isFinished || (loop.mailbox.isFull && !isClosingHere)
                || loop.output.count > loop.limits.queuedBytes
        }

        private var unsent: Int { loop.output.count + socket.stagedCount }

        private mutating func obey() throws(WebSocketError) {
            let orders = loop.mailbox.takeOrders()
            guard !orders.isCancelled else { throw .cancelled }
            for message in orders.messages {
                // Behind a close frame of the other side nothing is sent; its end is reported soon enough.
                try? framing.send(message)
            }
            if let close = orders.close {
                framing.close(close.code, reason: close.reason)
                closingSince = closingSince ?? loop.now
                isClosingHere = true
            }
            loop.output.append(framing.takeOutput())
        }

        private enum Reading {
            /// Nothing is there.
            case drained
            /// More may be there.
            case more
            /// The reader, or the other side's reading, is behind.
            case paused
        }

        private mutating func read() throws(WebSocketError) -> Reading {
            var turns = ConnectionLoop.readsPerTurn
            while turns > 0 {
                turns -= 1
                guard !isBehind else { return .paused }
                switch socket.receive() {
                case .bytes(let bytes):
                    keepAlive.heard(at: loop.now)
                    deliver(bytes)
                case .wouldBlock: return .drained
                case .ended: throw failure ?? .connectionLost(reason: "it ended without a close frame")
                case .failed(let reason): throw failure ?? .connectionLost(reason: reason)
                }
            }
            return .more
        }

        private mutating func deliver(_ bytes: [UInt8]) {
            var messages: [WebSocketMessage] = []
            for event in framing.receive(bytes) {
                switch event {
                case .message(let message): messages.append(message)
                case .pong: break
                case .close(let code, let reason):
                    if closingSince == nil { failure = .closed(code, reason: reason) }
                    closingSince = closingSince ?? loop.now
                case .violation(let code):
                    failure = .violation(code)
                    closingSince = closingSince ?? loop.now
                }
            }
            loop.output.append(framing.takeOutput())
            // Who closes wants no more, and must not have to read it to see the end.
            if !messages.isEmpty, !isClosingHere { loop.mailbox.deliver(messages) }
        }

        private mutating func write() throws(WebSocketError) {
            if case .failed(let reason) = socket.send(&loop.output) {
                guard framing.isFinished else { throw failure ?? .connectionLost(reason: reason) }
                isCut = true
            }
            loop.mailbox.note(unsent: unsent)
        }

        /// How long to wait at most.
        private mutating func wait(isReading: Bool) throws(WebSocketError) -> Int32 {
            if let closingSince {
                let bound = loop.limits.closing
                let left = bound.boundedMilliseconds - (loop.now - closingSince)
                guard left > 0 else { throw failure ?? .timeout(.closing, after: bound) }
                return Int32(clamping: left)
            }
            guard isReading else {
                // What is not read can't count as silence. The wait ends with the reader's wake-up.
                keepAlive.heard(at: loop.now)
                return Int32(clamping: loop.limits.pingInterval.boundedMilliseconds)
            }
            switch keepAlive.step(at: loop.now) {
            case .wait(let milliseconds): return Int32(clamping: milliseconds)
            case .giveUp: throw .timeout(.pong, after: loop.limits.pongPatience)
            case .ping:
                try? framing.ping()
                loop.output.append(framing.takeOutput())
                return 0
            }
        }
    }
}
