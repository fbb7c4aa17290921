/// A channel of the community as its metadata describe it.
public struct ExistingChannel: Hashable, Sendable {
    /// The channel's id.
    public var id: String
    /// The channel's name, as it stands.
    public var name: String
    /// The channel's type, such as `stream`.
    public var type: String
    /// The channel's visibility, such as `open`.
    public var visibility: String
    /// Whether it is archived.
    public var isArchived: Bool
    /// Whether the reader is a member.
    public var isMember: Bool

    /// States what the metadata and the member list say.
    public init(
        id: String, name: String, type: String, visibility: String, isArchived: Bool = false,
        isMember: Bool = false
    ) {
        self.id = id
        self.name = name
        self.type = type
        self.visibility = visibility
        self.isArchived = isArchived
        self.isMember = isMember
    }
}

/// What is left to do for one starter channel.
public enum StarterStep: Hashable, Sendable {
    /// Nothing: the reader is in this channel.
    case present(channelID: String)
    /// Join this channel.
    case join(channelID: String)
    /// Create the channel under its own id, then join it.
    case create
}

extension StarterChannel {
    /// Whether an existing channel stands for this one: its name, trimmed and in ASCII lowercase, is this name, its type
    /// `stream`, its visibility `open`, and it is not archived.
    ///
    /// The id plays no part: a community may have made its `general` long before.
    public func isMatched(by channel: ExistingChannel) -> Bool {
        let given = StarterChannel.trimmed(channel.name).map { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
        }
        return given.elementsEqual(name.utf8) && channel.type.utf8.elementsEqual("stream".utf8)
            && channel.visibility.utf8.elementsEqual("open".utf8) && !channel.isArchived
    }

    /// What to do about this channel in a community that has these.
    ///
    /// Of several matches one that the reader is in is taken first, then the one with this id, then the first.
    public func step(in channels: [ExistingChannel]) -> StarterStep {
        let matches = channels.filter(isMatched)
        if let joined = matches.first(where: \.isMember) { return .present(channelID: joined.id) }
        guard let chosen = matches.first(where: { $0.id.utf8.elementsEqual(id.utf8) }) ?? matches.first else {
            return .create
        }
        return .join(channelID: chosen.id)
    }
}
