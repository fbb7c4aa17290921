import Foundation

/// A relay in a process of its own: the program DevStackHost, built next to the tests.
final class RelayProcess: @unchecked Sendable {
    // Process and Pipe are used by one test at a time.
    private let process = Process()
    private let input = Pipe()
    let url: String
    let port: UInt16

    init(directory: String, port: UInt16 = 0) throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent(
            "DevStackHost")
        let output = Pipe()
        process.executableURL = program
        process.arguments = [directory, String(port), "1000000"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != 0x0A {
            line.append(byte)
        }
        url = String(decoding: line, as: UTF8.self)
        guard let bound = UInt16(url.split(separator: ":").last ?? "") else { throw DidNotStart(output: url) }
        self.port = bound
    }

    /// Ends it at once, without a chance to tidy up.
    func killHard() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit {
        if process.isRunning { killHard() }
    }

    struct DidNotStart: Error {
        let output: String
    }
}
