import Foundation
import Glibc
import HTTPTransport
import Testing
import WebSocket

/// TLS by the `openssl` tool: an implementation that is not ours.
@Suite("TLS", .timeLimit(.minutes(1)), .enabled(if: TLSServer.isPresent, "needs /usr/bin/openssl"))
struct TLSTests {
    @Test("A verified connection moves messages both ways")
    func verified() async throws {
        let server = try TLSServer(name: "IP:127.0.0.1")
        defer { server.stop() }
        let connection = try await WebSocketConnection.connect(
            to: server.url, trust: .pem(server.certificate))
        #expect(try await connection.receive() == [.text(Array("welcome".utf8))])
        // More than a TLS record, and more than the socket takes at once.
        let message = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try connection.send(binary: message)
        let framing = try WebSocketFraming(.server, deflate: false)
        #expect(server.read(into: framing) == .message(.binary(message)))
        connection.cancel()
    }

    @Test("A wrong name is refused")
    func wrongName() async throws {
        let server = try TLSServer(name: "DNS:other.example")
        defer { server.stop() }
        await expectRefusal(server, .pem(server.certificate))
    }

    @Test("An authority that is not trusted is refused, given or the system's")
    func untrusted() async throws {
        let (server, other) = (try TLSServer(name: "IP:127.0.0.1"), try TLSServer(name: "IP:127.0.0.1"))
        defer {
            server.stop()
            other.stop()
        }
        await expectRefusal(server, .pem(other.certificate))
        await expectRefusal(server, .system)
        await expectRefusal(server, .pem("not a certificate"))
    }

    @Test("A server without TLS is refused")
    func plain() async throws {
        let server = try SocketServer { peer in
            _ = peer.read()
            peer.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        defer { server.stop() }
        await #expect {
            _ = try await WebSocketConnection.connect(to: "wss://127.0.0.1:\(server.port)")
        } throws: { error in
            guard case .tls(host: "127.0.0.1", _)? = error as? WebSocketError else { return false }
            return true
        }
    }

    private func expectRefusal(_ server: TLSServer, _ trust: TLSTrust) async {
        await #expect {
            _ = try await WebSocketConnection.connect(to: server.url, trust: trust)
        } throws: { error in
            guard case .tls(host: "127.0.0.1", _)? = error as? WebSocketError else { return false }
            return true
        }
    }
}

/// `openssl s_server` between its standard streams and TLS; upgrades the first connection and welcomes it.
final class TLSServer {
    static let path = "/usr/bin/openssl"
    static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: path) }

    let certificate: String
    private(set) var port = 0
    private let directory: URL
    private let process = Process()
    private let output = Pipe()
    private let input = Pipe()
    private var unread: [UInt8] = []
    private var isUpgraded = false
    var url: String { "wss://127.0.0.1:\(port)" }

    init(name: String) throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "ws-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let (file, key) = (
            directory.appendingPathComponent("c.pem"), directory.appendingPathComponent("c.key")
        )
        let maker = Process()
        maker.executableURL = URL(fileURLWithPath: Self.path)
        maker.arguments = [
            "req", "-x509", "-subj", "/CN=test", "-days", "2", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key.path, "-out", file.path, "-addext",
            "subjectAltName=\(name)",
        ]
        maker.standardError = FileHandle.nullDevice
        try maker.run()
        maker.waitUntilExit()
        certificate = try String(contentsOf: file, encoding: .utf8)
        process.executableURL = URL(fileURLWithPath: Self.path)
        process.arguments = ["s_server", "-accept", "127.0.0.1:0", "-cert", file.path, "-key", key.path]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = input
        try process.run()
        _ = read(until: "ACCEPT ")
        port =
            Int(
                String(decoding: read(until: "\n").split(separator: 58).last ?? [], as: UTF8.self)
                    .trimmingCharacters(in: .whitespaces)) ?? 0
        let (source, sink) = (output.fileHandleForReading, input.fileHandleForWriting)
        greeter = Greeter(source, sink)
        greeter?.start()
    }

    private var greeter: Greeter?

    /// The first event that the framing finds in what the client sends.
    func read(into framing: WebSocketFraming) -> WebSocketEvent? {
        greeter?.finished.wait()
        while true {
            let bytes = Array(output.fileHandleForReading.availableData)
            guard !bytes.isEmpty else { return nil }
            if let event = framing.receive(bytes).first { return event }
        }
    }

    private func read(until mark: String) -> [UInt8] {
        var bytes: [UInt8] = []
        while !bytes.suffix(mark.utf8.count).elementsEqual(mark.utf8) {
            let piece = output.fileHandleForReading.readData(ofLength: 1)
            guard !piece.isEmpty else { break }
            bytes += piece
        }
        return Array(bytes.dropLast(mark.utf8.count))
    }

    func stop() {
        // Not SIGTERM: the child inherits the blocked signals of the thread that started it.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }

    /// Reads the request behind what the tool says about the connection, and answers it.
    private final class Greeter: Sendable {
        let finished = DispatchSemaphore(value: 0)
        private let source: FileHandle
        private let sink: FileHandle

        init(_ source: FileHandle, _ sink: FileHandle) {
            self.source = source
            self.sink = sink
        }

        func start() {
            Thread.detachNewThread { [self] in
                defer { finished.signal() }
                var text = ""
                while !text.contains("GET / HTTP/1.1\r\n") || !text.hasSuffix("\r\n\r\n") {
                    let piece = source.readData(ofLength: 1)
                    guard !piece.isEmpty else { return }
                    text += String(decoding: piece, as: UTF8.self)
                }
                let line = text.split(separator: "\r\n").last { $0.hasPrefix("Sec-WebSocket-Key: ") }
                let key = line.map { String($0.dropFirst(19)) } ?? ""
                let head =
                    "HTTP/1.1 101 x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "
                    + "\(WebSocketUpgrade.accept(key: key) ?? "")\r\n\r\n"
                try? sink.write(contentsOf: Array(head.utf8) + Frames.frame(0x81, Array("welcome".utf8)))
            }
        }
    }
}
