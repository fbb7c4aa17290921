/// Where a tap on a message's notification leads (spec thread-refs).
public enum ThreadDestination: Sendable, Hashable {
    /// The channel, with the message in view.
    case channel
    /// The thread under a message, with the tapped message highlighted.
    case thread(parent: String)
}

extension ThreadReference {
    /// Where a tap leads: a top-level message or a broadcast to its channel, any other reply to the thread of
    /// its **direct parent**.
    public var destination: ThreadDestination {
        guard let parent, !isBroadcast else { return .channel }
        return .thread(parent: parent)
    }

    /// The conversation that a message belongs to: its root, else its parent, else `dm:` and the channel for
    /// a direct message, else itself.
    ///
    /// - Parameters:
    ///   - eventID: the message's own id.
    ///   - directMessageChannel: the channel's id if it is a direct-message channel, else nil.
    public func conversationID(eventID: String, directMessageChannel: String? = nil) -> String {
        root ?? parent ?? directMessageChannel.map { "dm:\($0)" } ?? eventID
    }

    /// The `e` tags of a reply to a message, from that message's id and its own tags.
    ///
    /// A reply to a top-level message is one tag, marked `reply`; a reply to a reply names the thread's root
    /// first, as the relay checks the ancestry (spec relay). Ids are put in lower case.
    ///
    /// - Parameters:
    ///   - parent: the answered message's id, 64 hexadecimal digits; no reader counts another.
    ///   - parentTags: the answered message's own tags.
    public static func replyTags(to parent: String, parentTags: [[String]]) -> [[String]] {
        let reply = ["e", parent.lowercased(), "", "reply"]
        guard let root = ThreadReference(tags: parentTags).root else { return [reply] }
        return [["e", root, "", "root"], reply]
    }

    /// The tag that lets a reply surface at channel level.
    public static let broadcastTag = ["broadcast", "1"]
}
