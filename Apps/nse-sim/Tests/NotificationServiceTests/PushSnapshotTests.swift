import NIPPL
import NostrCore
import NotificationService
import RelayClient
import Testing

@Suite("Push snapshot")
struct PushSnapshotTests {
    static let unusable: [(name: String, text: String)] = [
        ("empty", ""),
        ("cut", #"{"version":1,"communities":["#),
        ("no object", "[]"),
        ("no version", #"{"communities":[]}"#),
        ("a later version", #"{"version":2,"communities":[]}"#),
        ("no communities", #"{"version":1}"#),
        ("a duplicate key", #"{"version":1,"version":1,"communities":[]}"#),
    ]

    @Test("a file of which nothing can be used", arguments: unusable)
    func refused(row: (name: String, text: String)) {
        #expect(throws: SnapshotError.self, "\(row.name)") { try PushSnapshot.parse(Array(row.text.utf8)) }
    }

    @Test("a file over 8 MiB is refused")
    func tooLarge() {
        let padding = [UInt8](repeating: 0x20, count: PushSnapshot.maximumBytes)
        #expect(throws: SnapshotError.self) {
            try PushSnapshot.parse(padding + Array(#"{"version":1,"communities":[]}"#.utf8))
        }
    }

    @Test("a community that can't be read does not silence the others")
    func oneBad() throws {
        let good = #"{"id":"a","name":"A","relayUrl":"wss://r.example","policies":[]}"#
        let bad = #"{"id":"b","name":"B","relayUrl":"wss://u:p@r.example","policies":[]}"#
        let text = #"{"version":1,"x":null,"communities":[\#(bad),\#(good),5]}"#
        let result = try PushSnapshot.parse(Array(text.utf8))
        #expect(result.snapshot.communities.map(\.id) == ["a"])
        #expect(result.unreadable.count == 2)
    }

    @Test("what the app writes, the extension reads")
    func roundTrip() throws {
        let keys = try KeyPair.random()
        let community = Community(
            id: "a/b", name: "Ä", relayURL: try RelayURL("ws://127.0.0.1:3000"), pubkey: keys.publicKey.bytes,
            policies: try SubscriptionPlan.subscriptions(
                for: keys.publicKey, channels: ["0f0e0d0c-0b0a-4908-8706-050403020100"], muted: []))
        let snapshot = PushSnapshot(communities: [community])
        let result = try PushSnapshot.parse(snapshot.serialized())
        #expect(result.snapshot == snapshot)
        #expect(result.unreadable.isEmpty)
    }
}
