import Foundation
import Glibc

/// Certificates and TLS servers from the `openssl` command line tool: an implementation that is not ours.
struct OpenSSLTool {
    static let path = "/usr/bin/openssl"
    static var isPresent: Bool { FileManager.default.isExecutableFile(atPath: path) }

    /// A certificate and its key, as files.
    struct Identity {
        let certificate: URL
        let key: URL

        var certificatePEM: String { get throws { try String(contentsOf: certificate, encoding: .utf8) } }
        var keyPEM: String { get throws { try String(contentsOf: key, encoding: .utf8) } }
    }

    /// Where a test's files are; the test removes it.
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("http-tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(at: directory)
    }

    /// A self-signed certificate, fit to sign others.
    func authority(_ name: String, subjectAltName: String? = nil) throws -> Identity {
        let identity = self.identity(name)
        let extensions = subjectAltName.map { ["-addext", "subjectAltName=\($0)"] } ?? []
        try run(
            ["req", "-x509", "-subj", "/CN=\(name)", "-days", "2", "-out", identity.certificate.path]
                + newKey(identity) + extensions)
        return identity
    }

    /// A certificate signed by an authority; negative days make one that has expired.
    func certificate(
        _ name: String, subjectAltName: String, days: Int = 2, by authority: Identity
    ) throws -> Identity {
        let identity = self.identity(name)
        let request = directory.appendingPathComponent("\(name).csr").path
        try run(
            [
                "req", "-new", "-subj", "/CN=\(name)", "-out", request, "-addext",
                "subjectAltName=\(subjectAltName)",
            ] + newKey(identity))
        try run([
            "x509", "-req", "-in", request, "-CA", authority.certificate.path, "-CAkey", authority.key.path,
            "-days", "\(days)", "-copy_extensions", "copy", "-out", identity.certificate.path,
        ])
        return identity
    }

    /// The key of an identity, encrypted.
    func encryptedKey(of identity: Identity) throws -> String {
        let file = directory.appendingPathComponent("encrypted.key")
        try run(["pkcs8", "-topk8", "-in", identity.key.path, "-passout", "pass:x", "-out", file.path])
        return try String(contentsOf: file, encoding: .utf8)
    }

    private func identity(_ name: String) -> Identity {
        Identity(
            certificate: directory.appendingPathComponent("\(name).pem"),
            key: directory.appendingPathComponent("\(name).key"))
    }

    private func newKey(_ identity: Identity) -> [String] {
        ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", identity.key.path]
    }

    private func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.path)
        process.arguments = arguments
        // No pipe: a server started meanwhile would inherit its end and keep it open.
        let log = directory.appendingPathComponent("log").path
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        process.standardError = FileHandle(forWritingAtPath: log)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(text: try String(contentsOfFile: log, encoding: .utf8))
        }
    }

    struct Failure: Error {
        let text: String
    }

    /// `openssl s_server`, which answers every request with a page about the connection.
    final class Server {
        let port: Int
        private let process = Process()
        private let output = Pipe()

        init(_ identity: Identity, _ more: [String] = []) throws {
            process.executableURL = URL(fileURLWithPath: OpenSSLTool.path)
            process.arguments =
                [
                    "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", identity.certificate.path, "-key",
                    identity.key.path,
                ] + more
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            process.standardInput = FileHandle.nullDevice
            try process.run()
            var text = ""
            while !text.contains("\n") || Self.port(in: text) == nil {
                let piece = output.fileHandleForReading.availableData
                guard !piece.isEmpty else { throw Failure(text: "s_server ended: \(text)") }
                text += String(decoding: piece, as: UTF8.self)
            }
            port = Self.port(in: text) ?? 0
        }

        func stop() {
            // Not SIGTERM: the child inherits the blocked signals of the thread that started it.
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        /// From the line `ACCEPT 127.0.0.1:44535`.
        private static func port(in text: String) -> Int? {
            let line = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") }
            return line?.split(separator: ":").last.flatMap { Int($0) }
        }
    }
}
