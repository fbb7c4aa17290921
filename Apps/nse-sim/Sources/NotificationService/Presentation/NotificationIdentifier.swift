internal import NostrCore

/// The names under which iOS groups notifications and styles them as from a person (spec presentation "Identifiers").
enum NotificationIdentifier {
    /// The notifications of one channel.
    static func conversation(communityID: String, channelID: String) -> String {
        make(namespace: "conversation", [communityID, channelID])
    }

    private static func make(namespace: String, _ values: [String]) -> String {
        let array = JSONValue.array(([namespace] + values).map { .string($0) })
        var bytes: [UInt8] = []
        // Outside a string compact JSON has no slash, so each one is escaped.
        for byte in array.serialized() {
            if byte == UInt8(ascii: "/") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        return "buzz.\(namespace).\(SHA256.hash(bytes).hex)"
    }
}
