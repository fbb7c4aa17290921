public import DeepLinks
internal import NostrCore

/// A community that a claim has led into.
public struct JoinedCommunity: Hashable, Sendable {
    /// The name to show at first: the relay's host in its own words.
    public let name: String
    /// The relay that was claimed at.
    public let relay: RelayOrigin
    /// The community's id, a UUID in lowercase.
    public let communityID: String
    /// The member's role, such as `member`.
    public let role: String
    /// False if the key was a member before, as after a claim whose answer was lost.
    public let isNew: Bool

    /// States what a claim gave.
    public init(name: String, relay: RelayOrigin, communityID: String, role: String, isNew: Bool) {
        self.name = name
        self.relay = relay
        self.communityID = communityID
        self.role = role
        self.isNew = isNew
    }

    /// Reads the answer to a claim.
    static func read(_ answer: JSONReader, relay: RelayOrigin) throws(JSONShapeError) -> JoinedCommunity {
        let status = try answer.member("status")
        let word = try status.string()
        let isNew = word.utf8.elementsEqual("joined".utf8)
        guard isNew || word.utf8.elementsEqual("already_member".utf8) else {
            throw status.mismatch("`joined` or `already_member`", found: "another word")
        }
        let id = try answer.member("community_id")
        guard let communityID = UUIDText.canonical(try id.string()) else {
            throw id.mismatch("a UUID", found: "another text")
        }
        let host = try answer.member("host")
        let name = try host.string()
        guard (1...255).contains(name.utf8.count), name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw host.mismatch("a host name", found: "another text")
        }
        return JoinedCommunity(
            name: name, relay: relay, communityID: communityID, role: try answer.member("role").string(),
            isNew: isNew)
    }
}
