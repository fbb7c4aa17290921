import Foundation

/// Runs blocking work on a thread of its own, so that the few threads of Swift tasks stay free for the server.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}

/// A TCP connection that sends and reads exactly what a test says; blocking, with a bound on each wait.
final class RawConnection: Sendable {
    private let socket: Int32

    /// Nil when nobody listens there.
    init?(port: UInt16, timeout seconds: Int = 20) {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var limit = timeval(tv_sec: seconds, tv_usec: 0)
        unsafe setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        // All properties are set, so deinit closes the socket of a failed connection too.
        guard status == 0 else { return nil }
    }

    deinit {
        _ = close(socket)
    }

    /// Sends all bytes; false when the other side has closed.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { buffer in
                unsafe Foundation.send(socket, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// The next bytes, empty at the end of the connection, nil when the wait is over.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65536)
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
        if count < 0 { return errno == ECONNRESET ? [] : nil }
        return Array(buffer.prefix(count))
    }

    /// Everything until the end of the connection, as text.
    func rest() -> String {
        var bytes: [UInt8] = []
        while let part = receive(), !part.isEmpty { bytes += part }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// One answer: its status line and header, and the body that the header declares.
    func response() -> RawResponse? {
        var bytes = pending.take()
        while true {
            if let response = RawResponse(bytes) {
                pending.put(Array(bytes.dropFirst(response.byteCount)))
                return response
            }
            guard let part = receive(), !part.isEmpty else { return nil }
            bytes += part
        }
    }

    private let pending = Pending()
}

/// Bytes that were read beyond one answer.
private final class Pending: @unchecked Sendable {
    // Protected by the lock.
    private var bytes: [UInt8] = []
    private let lock = NSLock()

    func take() -> [UInt8] {
        lock.withLock {
            defer { bytes = [] }
            return bytes
        }
    }

    func put(_ rest: [UInt8]) { lock.withLock { bytes = rest } }
}

/// An answer taken apart.
struct RawResponse: Sendable {
    let status: Int
    let header: String
    let body: [UInt8]
    let byteCount: Int

    init?(_ bytes: [UInt8]) {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        header = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
        status = Int(header.split(separator: " ").dropFirst().first ?? "") ?? 0
        var length = 0
        for line in header.lowercased().split(separator: "\r\n") where line.hasPrefix("content-length:") {
            length = Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) ?? 0
        }
        guard status != 100 else {
            body = []
            byteCount = end.upperBound
            return
        }
        guard bytes.count >= end.upperBound + length else { return nil }
        body = Array(bytes[end.upperBound..<(end.upperBound + length)])
        byteCount = end.upperBound + length
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    func hasField(_ line: String) -> Bool {
        header.lowercased().split(separator: "\r\n").contains { $0 == line.lowercased() }
    }
}

/// Waits for a condition without fixing how long it takes; gives up after a bound that no working run reaches.
func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return false
}
