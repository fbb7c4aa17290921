import Foundation

/// What a run of the built program left behind.
struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
}

/// The built program: BUZZCTL, or the one beside this test bundle.
enum Binary {
    static let path: String =
        ProcessInfo.processInfo.environment["BUZZCTL"]
        ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("buzzctl").path

    /// Runs it with nothing of this process's environment but what is given.
    static func run(
        _ words: [String], input: String = "", environment: [String: String] = [:], output: FileHandle? = nil
    ) throws -> Outcome {
        let process = Process()
        let (inPipe, outPipe, errPipe) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = words
        process.environment = environment
        process.standardInput = inPipe
        process.standardOutput = output ?? outPipe
        process.standardError = errPipe
        signal(SIGPIPE, SIG_IGN)
        try process.run()
        // Each stream has a thread of its own, so that no full pipe stops another.
        let writer = Background { () -> Data in
            try? inPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
            try? inPipe.fileHandleForWriting.close()
            return Data()
        }
        let errors = Background { (try? errPipe.fileHandleForReading.readToEnd()) ?? Data() }
        let text = output == nil ? (try outPipe.fileHandleForReading.readToEnd() ?? Data()) : Data()
        process.waitUntilExit()
        _ = writer.join()
        return Outcome(
            status: process.terminationReason == .exit
                ? process.terminationStatus : -process.terminationStatus,
            output: String(decoding: text, as: UTF8.self),
            errors: String(decoding: errors.join(), as: UTF8.self))
    }
}

/// Work on a thread of its own.
final class Background: @unchecked Sendable {
    // Unchecked: `result` is written before the signal and read after the wait.
    private var result = Data()
    private let done = DispatchSemaphore(value: 0)

    init(_ work: @escaping @Sendable () -> Data) {
        Thread.detachNewThread { [self] in
            result = work()
            done.signal()
        }
    }

    func join() -> Data {
        done.wait()
        return result
    }
}

/// A folder that is removed with everything in it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/buzzctl-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    func file(_ name: String, _ text: String, mode: Int = 0o600) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// Keys and times of the edge cases: secret key 1, its public key P1, and T.
enum Fixed {
    static let secretHex = String(repeating: "0", count: 63) + "1"
    static let publicHex = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    static let npub = "npub10xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqpkge6d"
    static let time: Int64 = 1_700_000_000
}
