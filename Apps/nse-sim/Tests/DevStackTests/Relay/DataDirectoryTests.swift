import DevStack
import Foundation
import NostrCore
import Testing

/// The relay's directory: key, lock, and several relays in one process.
@Suite struct DataDirectoryTests {
    @Test func theKeyIsMadeOnceAndOnlyItsOwnerMayReadIt() async throws {
        let directory = ScratchDirectory()
        let first = try EmbeddedRelay(configuration: .init(dataDirectory: directory.path)).publicKey
        let second = try EmbeddedRelay(configuration: .init(dataDirectory: directory.path)).publicKey
        #expect(first == second)
        let attributes = try FileManager.default.attributesOfItem(atPath: directory.path + "/relay.key")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func aGivenKeyIsUsedAndNotWritten() throws {
        let directory = ScratchDirectory()
        let keys = try KeyPair.random()
        let relay = try EmbeddedRelay(
            configuration: .init(dataDirectory: directory.path, relayKey: keys.secretKey))
        #expect(relay.publicKey == keys.publicKey)
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/relay.key"))
    }

    @Test(arguments: ["", "no key\n", String(repeating: "0", count: 64)])
    func aBrokenKeyFileIsNamedAndNeverReplaced(_ text: String) throws {
        let directory = ScratchDirectory()
        try FileManager.default.createDirectory(atPath: directory.path, withIntermediateDirectories: true)
        let path = directory.path + "/relay.key"
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: EmbeddedRelayError.unreadableKey(path: path)) {
            _ = try EmbeddedRelay(configuration: .init(dataDirectory: directory.path))
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test func aDirectoryBelongsToOneRelay() throws {
        let directory = ScratchDirectory()
        let first = try EmbeddedRelay(configuration: .init(dataDirectory: directory.path))
        #expect(throws: EmbeddedRelayError.file(.locked(path: directory.path + "/lock"))) {
            _ = try EmbeddedRelay(configuration: .init(dataDirectory: directory.path))
        }
        _ = first.publicKey
    }

    @Test func aTakenPortIsTold() async throws {
        let relay = try await TestRelay()
        let directory = ScratchDirectory()
        let second = try EmbeddedRelay(
            configuration: .init(dataDirectory: directory.path, port: relay.relay.port))
        await #expect(throws: EmbeddedRelayError.self) { try await second.start() }
    }

    @Test func aFileThatIsNoDatabaseIsTold() async throws {
        let directory = ScratchDirectory()
        let relay = try EmbeddedRelay(configuration: .init(dataDirectory: directory.path))
        try Data(repeating: 0x41, count: 8192).write(
            to: URL(fileURLWithPath: directory.path + "/relay.sqlite3"))
        await #expect {
            try await relay.start()
        } throws: { error in
            guard case EmbeddedRelayError.store(let reason) = error else { return false }
            return reason.contains("relay.sqlite3") || reason.contains("not a database")
        }
    }

    @Test func twoCommunitiesInOneProcessShareNothing() async throws {
        let first = try await TestRelay()
        let second = try await TestRelay()
        let keys = try KeyPair.random()
        try await first.accept(0, [], "{}", by: keys)
        #expect(first.relay.publicKey != second.relay.publicKey)
        #expect(try await second.query("[{\"kinds\":[0]}]", by: keys).text == "[]")
    }

    @Test func aRestartKeepsAddressAndEvents() async throws {
        let relay = try await TestRelay(port: quietPort())
        let keys = try KeyPair.random()
        let event = try await relay.accept(0, [], "{}", by: keys)
        let url = relay.relay.url
        await relay.relay.stop()
        try await relay.relay.start()
        try await relay.relay.start()
        #expect(relay.relay.url == url)
        #expect(try await relay.query("[{\"kinds\":[0]}]", by: keys).events == [event])
    }
}
