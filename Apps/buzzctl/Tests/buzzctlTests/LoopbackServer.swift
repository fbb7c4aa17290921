import Foundation
import Glibc
import NostrCore
import Synchronization

/// An HTTP server on loopback that answers a bounded number of requests, a connection each.
final class LoopbackServer: Sendable {
    struct Request: Sendable {
        let line: String
        let headers: [String: String]
        let body: String
    }

    let port: UInt16
    private let descriptor: Int32
    private let received = Mutex<[Request]>([])

    var requests: [Request] { received.withLock { $0 } }
    /// The events that were sent to it.
    var events: [Event] {
        requests.filter { $0.line.hasPrefix("POST /events") }.compactMap { try? Event.parse($0.body) }
    }
    var url: String { "ws://127.0.0.1:\(port)" }

    /// Answers each of the next `count` requests with a status and a body.
    convenience init(answering count: Int = 1, status: String = "200 OK", body: String) throws {
        try self.init(answering: count) { _ in (status, body) }
    }

    /// Takes each of the next `count` events and answers queries with what the body holds.
    convenience init(taking count: Int, query body: String = "[]", message: String = "") throws {
        try self.init(answering: count) { request in
            guard request.line.hasPrefix("POST /events") else { return ("200 OK", body) }
            let id = (try? Event.parse(request.body))?.id.hex ?? ""
            return (
                "200 OK", "{\"event_id\":\"\(id)\",\"accepted\":true,\"message\":\"\(message)\"}"
            )
        }
    }

    /// Answers each of the next `count` requests with the status and body that it calls for.
    init(answering count: Int, respond: @escaping @Sendable (Request) -> (String, String)) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(listener, generic, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, generic, &length) == 0
            }
        }
        guard bound else { throw POSIXError(.EADDRNOTAVAIL) }
        descriptor = listener
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { [self] in
            for _ in 0..<count {
                let connection = accept(descriptor, nil, nil)
                if connection < 0 { return }
                var (status, body) = ("400 Bad Request", "")
                if let request = Self.read(connection) {
                    received.withLock { $0.append(request) }
                    (status, body) = respond(request)
                }
                let answer =
                    "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
                let bytes = Array(answer.utf8)
                _ = unsafe send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                close(connection)
            }
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    private static func read(_ connection: Int32) -> Request? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while bytes.count < 1 << 20 {
            if let request = parse(bytes) { return request }
            let count = unsafe recv(connection, &chunk, chunk.count, 0)
            if count <= 0 { return nil }
            bytes += chunk[..<count]
        }
        return nil
    }

    /// The request, once it is whole.
    private static func parse(_ bytes: [UInt8]) -> Request? {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        let lines = text[..<end.lowerBound].components(separatedBy: "\r\n")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 {
                headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        let body = String(text[end.upperBound...])
        guard body.utf8.count >= Int(headers["content-length"] ?? "0") ?? 0 else { return nil }
        return Request(line: lines[0], headers: headers, body: body)
    }
}
