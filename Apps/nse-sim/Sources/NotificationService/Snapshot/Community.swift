public import NIPPL
public import NostrCore
public import RelayClient

/// A community as the app wrote it into the snapshot (spec presentation "Snapshot").
public struct Community: Sendable, Equatable {
    /// The app's id for the community.
    public let id: String
    /// What a person calls it.
    public let name: String
    /// Where its relay is.
    public let relayURL: RelayURL
    /// The account's key, or nil when nobody is signed in there.
    public let pubkey: Bytes32?
    /// The accepted subscriptions of the account's lease: what may be shown.
    public let policies: [LeaseSubscription]

    /// States the parts.
    public init(
        id: String, name: String, relayURL: RelayURL, pubkey: Bytes32?, policies: [LeaseSubscription]
    ) {
        self.id = id
        self.name = name
        self.relayURL = relayURL
        self.pubkey = pubkey
        self.policies = policies
    }

    /// Reads a community of the snapshot.
    ///
    /// - Throws: `JSONShapeError` naming the member.
    init(_ reader: JSONReader) throws(JSONShapeError) {
        let address = try reader.member("relayUrl")
        let relayURL: RelayURL
        do {
            relayURL = try RelayURL(try address.string())
        } catch let error as JSONShapeError {
            throw error
        } catch {
            throw address.mismatch("a relay URL", found: "\(error)")
        }
        let identifier = try reader.member("id")
        let id = try identifier.string()
        guard (1...1024).contains(id.utf8.count) else {
            throw identifier.mismatch("1 to 1,024 bytes", found: "\(id.utf8.count)")
        }
        self.init(
            id: id, name: try reader.member("name").string(), relayURL: relayURL,
            pubkey: try reader.optionalMember("pubkey")?.bytes32(),
            policies: try reader.member("policies").list { (item) throws(JSONShapeError) in
                try LeaseSubscription(item)
            })
    }

    /// The community as the snapshot writes it.
    var json: JSONValue {
        var object = JSONObject()
        object["id"] = .string(id)
        object["name"] = .string(name)
        object["relayUrl"] = .string(relayURL.description)
        object["pubkey"] = pubkey.map { .string($0.hex) }
        object["policies"] = .array(policies.map(\.json))
        return .object(object)
    }
}
