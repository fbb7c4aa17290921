import Foundation
import HTTPTransport
import NostrCore
import RelayClient
import Testing

/// `nse-sim up`: a relay that people leave running, stop, and kill.
@Suite("nse-sim up", .needsProgram)
struct UpTests {
    /// A running `nse-sim up`, and the relay that it said it serves.
    private struct Relay {
        let child: pid_t
        let url: RelayURL

        init(folder: URL) async throws {
            let output = folder.appendingPathComponent("out-\(UUID().uuidString)").path
            child = try BuiltProgram.spawn(
                #require(BuiltProgram.path),
                [
                    "up", "--data", folder.appendingPathComponent("data").path, "--port", "0", "--output",
                    "json",
                ],
                ["/dev/null", output, "/dev/null"])
            var line: [UInt8] = []
            // It prints one line when it serves; the bound only keeps a broken one from hanging the test.
            for _ in 0..<500 where line.last != 0x0A {
                try await Task.sleep(for: .milliseconds(20))
                line = (try? Array(Data(contentsOf: URL(fileURLWithPath: output)))) ?? []
            }
            let root = JSONReader(try JSONValue.parse(line, limits: JSONLimits(maximumBytes: 4096)))
            url = try RelayURL(try root.member("relay").string())
        }

        func end(by signal: Int32) -> Int32 {
            kill(child, signal)
            return BuiltProgram.wait(for: child)
        }
    }

    @Test(
        "what it accepted is there again after Ctrl-C, after SIGTERM and after kill -9",
        arguments: [(SIGINT, 0), (SIGTERM, 0), (SIGKILL, 137)] as [(Int32, Int32)])
    func restart(signal: Int32, status: Int32) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("up-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let keys = try KeyPair.random()
        let now = WallClock.now()
        let profile = try EventTemplate(kind: 0, createdAt: now, content: #"{"name":"x"}"#).signed(by: keys)

        let first = try await Relay(folder: folder)
        let before = RelayHTTP(relayURL: first.url, transport: CurlTransport(), signer: keys)
        let outcome = try await before.publish(profile, now: now)
        #expect(outcome.isAccepted)
        #expect(first.end(by: signal) == status)

        let second = try await Relay(folder: folder)
        let after = RelayHTTP(relayURL: second.url, transport: CurlTransport(), signer: keys)
        let answer = try await after.query([Filter(authors: [keys.publicKey.bytes], kinds: [0])], now: now)
        #expect(answer.events == [profile])
        #expect(second.end(by: SIGTERM) == 0)
    }
}
