import Foundation
import NostrCore
import Testing

@Suite("nse-sim extension", .needsProgram)
struct ExtensionProcessTests {
    private func notification(of run: BuiltProgram.Run) throws -> JSONReader {
        let value = try JSONValue.parse(Array(run.output.utf8), limits: JSONLimits(maximumBytes: 1 << 20))
        return try JSONReader(value).member("notification")
    }

    private func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "phone-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test(
        "a wake is answered with the generic text when there is nothing to go by",
        arguments: [nil, "", "{", #"{"version":7}"#, #"{"version":1,"communities":[]}"#] as [String?])
    func nothing(snapshot: String?) async throws {
        let folder = try temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        if let snapshot {
            try Data(snapshot.utf8).write(to: folder.appendingPathComponent("push-snapshot.json"))
        }
        let run = try await BuiltProgram.run(["extension", "--container", folder.path], input: "{}\n")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try notification(of: run).member("body").string() == "You have a new message.")
    }

    @Test("a missing container is a usage error that says what to give")
    func usage() async throws {
        let run = try await BuiltProgram.run(["extension"])
        #expect(run.status == 2)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("--container"))
    }

    @Test("a mistyped command is answered with the one that was meant")
    func suggestion() async throws {
        let run = try await BuiltProgram.run(["dmeo"])
        #expect(run.status == 2)
        #expect(run.errors.contains("demo"))
    }
}
