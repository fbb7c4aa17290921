import Foundation
import Glibc
import Synchronization

/// A TCP server on loopback that does exactly what a test's script says, connection by connection.
///
/// The only file of these tests that touches the system's pointers. Threads, since each script blocks.
final class ScriptedServer: Sendable {
    /// One accepted connection, used by its script's thread alone.
    final class Connection: Sendable {
        /// Counted from 0 in the order of acceptance.
        let index: Int
        private let descriptor: CInt
        private let server: ScriptedServer
        private let unread = Mutex<[UInt8]>([])

        fileprivate init(_ descriptor: CInt, index: Int, server: ScriptedServer) {
            self.descriptor = descriptor
            self.index = index
            self.server = server
        }

        /// Reads one request with its body by Content-Length; nil when the peer has closed.
        func request() -> Request? {
            var bytes = unread.withLock { $0 }
            while true {
                if let request = Request.take(from: &bytes) {
                    unread.withLock { $0 = bytes }
                    server.note(request)
                    return request
                }
                guard let more = read() else { return nil }
                bytes += more
            }
        }

        /// What is there next, or nil at the end.
        func read() -> [UInt8]? {
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            return count > 0 ? Array(buffer[..<count]) : nil
        }

        /// Sends all bytes; false when the peer has gone.
        @discardableResult
        func write(_ bytes: [UInt8]) -> Bool {
            var sent = 0
            while sent < bytes.count {
                let count = unsafe bytes.withUnsafeBytes {
                    unsafe send(
                        descriptor, $0.baseAddress?.advanced(by: sent), bytes.count - sent, CInt(MSG_NOSIGNAL)
                    )
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }

        @discardableResult
        func write(_ text: String) -> Bool { write(Array(text.utf8)) }

        /// Keeps the connection open and silent until the peer closes it or the server stops.
        func stall() {
            while read() != nil {}
        }

        /// Sends bytes one by one, `milliseconds` apart, until the peer has gone.
        func trickle(_ byte: UInt8, milliseconds: CInt) {
            while write([byte]) {
                var watch = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                if unsafe poll(&watch, 1, milliseconds) > 0 { return }
            }
        }

        /// Waits, without reading, until the peer has gone.
        func waitForHangUp() {
            var watch = pollfd(
                fd: descriptor, events: 0x2000 /* POLLRDHUP, which does not come through */, revents: 0)
            _ = unsafe poll(&watch, 1, 20_000)
        }

        /// Makes the coming close a TCP reset.
        func reset() {
            var option = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(
                descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }
    }

    /// A request as it came.
    struct Request: Sendable {
        let head: String
        let body: [UInt8]

        /// The first line.
        var line: String { String(head.prefix { $0 != "\r\n" }) }

        /// A header's value by its exact name.
        subscript(name: String) -> String? {
            for line in head.split(separator: "\r\n").dropFirst() where line.hasPrefix("\(name): ") {
                return String(line.dropFirst(name.count + 2))
            }
            return nil
        }

        /// Takes one whole request off the front, if it is there.
        fileprivate static func take(from bytes: inout [UInt8]) -> Request? {
            guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
            let head = Request(head: String(decoding: bytes[..<end.lowerBound], as: UTF8.self), body: [])
            let length = head["Content-Length"].flatMap { Int($0) } ?? 0
            guard bytes.count - end.upperBound >= length else { return nil }
            let body = Array(bytes[end.upperBound..<(end.upperBound + length)])
            bytes.removeFirst(end.upperBound + length)
            return Request(head: head.head, body: body)
        }
    }

    private struct State {
        var requests: [Request] = []
        var descriptors: Set<CInt> = []
        var connections = 0
        var isStopped = false
    }

    let port: Int
    private let listener: CInt
    private let state = Mutex(State())

    /// Where the server is reached.
    var url: String { "http://127.0.0.1:\(port)" }
    /// All requests so far.
    var requests: [Request] { state.withLock { $0.requests } }
    /// How many connections were accepted.
    var connectionCount: Int { state.withLock { $0.connections } }

    /// Listens on a free port of 127.0.0.1 and runs the script for each connection, which is closed behind it.
    init(_ script: @escaping @Sendable (Connection) -> Void) throws {
        (listener, port) = try Self.listen()
        let listener = listener
        Thread.detachNewThread { [self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0, let index = admit(descriptor) else {
                    Glibc.close(listener)
                    return
                }
                let connection = Connection(descriptor, index: index, server: self)
                Thread.detachNewThread {
                    script(connection)
                    self.close(descriptor)
                }
            }
        }
    }

    /// Answers every request of every connection with the same text.
    convenience init(answering answer: String) throws {
        try self.init { connection in
            while connection.request() != nil, connection.write(answer) {}
        }
    }

    /// Ends the listener and every connection.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for descriptor in state.descriptors { shutdown(descriptor, CInt(SHUT_RDWR)) }
        }
        shutdown(listener, CInt(SHUT_RDWR))
    }

    private func admit(_ descriptor: CInt) -> Int? {
        state.withLock { state in
            guard !state.isStopped else {
                Glibc.close(descriptor)
                return nil
            }
            state.descriptors.insert(descriptor)
            state.connections += 1
            return state.connections - 1
        }
    }

    private func close(_ descriptor: CInt) {
        state.withLock { state in
            state.descriptors.remove(descriptor)
            Glibc.close(descriptor)
        }
    }

    fileprivate func note(_ request: Request) {
        state.withLock { $0.requests.append(request) }
    }

    /// A listening socket and its port.
    private static func listen() throws -> (CInt, Int) {
        let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return CInt(-1)
            }
            let bound = unsafe bind(listener, base, length)
            return unsafe bound == 0 ? getsockname(listener, base, &length) : bound
        }
        guard status == 0, Glibc.listen(listener, 128) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// A port on which nobody listens: one that was free a moment ago.
    static func refusedPort() throws -> Int {
        let (listener, port) = try listen()
        Glibc.close(listener)
        return port
    }
}
