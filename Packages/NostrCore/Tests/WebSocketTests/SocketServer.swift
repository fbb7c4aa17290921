import Foundation
import Glibc
import Synchronization
import WebSocket

/// A TCP server on loopback that runs one script per connection, each on a thread of its own.
///
/// The only file of these tests that touches the system's pointers.
final class SocketServer: Sendable {
    /// One accepted connection, used by its script alone.
    final class Peer: Sendable {
        private let descriptor: CInt
        /// The request that asked for the upgrade.
        let head = Mutex("")

        fileprivate init(_ descriptor: CInt) {
            self.descriptor = descriptor
        }

        /// What is there next; nil at the end, or after two minutes.
        func read() -> [UInt8]? {
            var watch = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&watch, 1, 120_000) > 0 else { return nil }
            var buffer = [UInt8](repeating: 0, count: 65536)
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            return count > 0 ? Array(buffer[..<count]) : nil
        }

        @discardableResult
        func write(_ bytes: [UInt8]) -> Bool {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = unsafe rest.withUnsafeBytes {
                    unsafe send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }

        @discardableResult
        func write(_ text: String) -> Bool { write(Array(text.utf8)) }

        /// Reads and drops everything until the other side closes.
        func drain() {
            while read() != nil {}
        }

        /// Makes the coming close a TCP reset.
        func reset() {
            var option = linger(l_onoff: 1, l_linger: 0)
            unsafe setsockopt(
                descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        }

        /// Reads an upgrade request and grants it; returns whether compression was agreed on, or nil without
        /// a request.
        func upgrade(deflate: Bool = false) -> Bool? {
            guard let key = readRequest(), let accept = WebSocketUpgrade.accept(key: key) else { return nil }
            let offer = header("Sec-WebSocket-Extensions") ?? ""
            let answer = deflate ? PerMessageDeflate.answer(toOffer: offer) : nil
            let extra = answer.map { "Sec-WebSocket-Extensions: \($0)\r\n" } ?? ""
            write(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: \(accept)\r\n\(extra)\r\n")
            return answer != nil
        }

        /// Reads a request and returns its key.
        func readRequest() -> String? {
            var bytes: [UInt8] = []
            while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
                guard let more = read() else { return nil }
                bytes += more
            }
            head.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
            return header("Sec-WebSocket-Key")
        }

        func header(_ name: String) -> String? {
            let lines = head.withLock { $0 }.split(separator: "\r\n")
            return lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
        }

        /// Upgrades, sends back every message, and ends with the other side.
        func echo(deflate: Bool = false) {
            guard let agreed = upgrade(deflate: deflate),
                let framing = try? WebSocketFraming(.server, deflate: agreed)
            else { return }
            while !framing.isFinished, let bytes = read() {
                for event in framing.receive(bytes) {
                    if case .message(let message) = event { try? framing.send(message) }
                }
                guard write(framing.takeOutput()) else { return }
            }
        }

        /// Upgrades, sends bytes as they are, then waits for the end and returns what came.
        @discardableResult
        func answer(_ bytes: [UInt8], deflate: Bool = false) -> [WebSocketEvent] {
            guard let agreed = upgrade(deflate: deflate),
                let framing = try? WebSocketFraming(.server, deflate: agreed)
            else { return [] }
            write(bytes)
            var events: [WebSocketEvent] = []
            while let more = read() { events += framing.receive(more) }
            return events
        }
    }

    private struct State {
        var descriptors: Set<CInt> = []
        var isStopped = false
    }

    let port: Int
    private let listener: CInt
    private let state = Mutex(State())
    var url: String { "ws://127.0.0.1:\(port)" }

    init(_ script: @escaping @Sendable (Peer) -> Void) throws {
        (listener, port) = try Self.listen()
        let listener = listener
        Thread.detachNewThread { [self] in
            while true {
                let descriptor = accept(listener, nil, nil)
                guard descriptor >= 0, admit(descriptor) else {
                    Glibc.close(listener)
                    return
                }
                Thread.detachNewThread {
                    script(Peer(descriptor))
                    self.state.withLock { state in
                        state.descriptors.remove(descriptor)
                        Glibc.close(descriptor)
                    }
                }
            }
        }
    }

    func stop() {
        state.withLock { state in
            state.isStopped = true
            for descriptor in state.descriptors { shutdown(descriptor, CInt(SHUT_RDWR)) }
        }
        shutdown(listener, CInt(SHUT_RDWR))
    }

    private func admit(_ descriptor: CInt) -> Bool {
        state.withLock { state in
            if state.isStopped { Glibc.close(descriptor) } else { state.descriptors.insert(descriptor) }
            return !state.isStopped
        }
    }

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
        guard status == 0, Glibc.listen(listener, 64) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// A port on which nobody listens: one that was free a moment ago.
    static func refusedPort() throws -> Int {
        let (listener, port) = try listen()
        Glibc.close(listener)
        return port
    }
}
