public import NostrCore

/// Where a tap on a notification leads: the `buzz_push_navigation` member (spec presentation "Text").
public struct NavigationTarget: Sendable, Equatable {
    /// The member's name in the notification's user info.
    public static let userInfoKey = "buzz_push_navigation"

    /// The message.
    public let eventID: EventID
    /// Its community.
    public let communityID: String
    /// Its channel.
    public let channelID: String
    /// The message that it answers, when the thread is to be opened rather than the channel.
    public let threadRootID: EventID?

    /// States the parts.
    public init(eventID: EventID, communityID: String, channelID: String, threadRootID: EventID? = nil) {
        self.eventID = eventID
        self.communityID = communityID
        self.channelID = channelID
        self.threadRootID = threadRootID
    }

    /// The member's value.
    public var json: JSONValue {
        var object = JSONObject()
        object["event_id"] = .string(eventID.hex)
        object["community_id"] = .string(communityID)
        object["channel_id"] = .string(channelID)
        object["thread_root_id"] = threadRootID.map { .string($0.hex) }
        return .object(object)
    }

    /// Reads the member's value: three or four non-empty strings, the ids valid.
    ///
    /// A malformed thread id is dropped; anything else malformed, an unknown member included, gives nil.
    public init?(_ value: JSONValue) {
        let known = ["event_id", "community_id", "channel_id", "thread_root_id"]
        guard case .object(let object) = value, object.members.allSatisfy({ known.contains($0.key) }),
            case .string(let event)? = object["event_id"], let eventID = EventID(hex: event),
            case .string(let communityID)? = object["community_id"], !communityID.isEmpty,
            case .string(let channel)? = object["channel_id"], let channelID = UUIDText.canonical(channel)
        else { return nil }
        var thread: EventID?
        if case .string(let text)? = object["thread_root_id"] { thread = EventID(hex: text) }
        self.init(eventID: eventID, communityID: communityID, channelID: channelID, threadRootID: thread)
    }
}
