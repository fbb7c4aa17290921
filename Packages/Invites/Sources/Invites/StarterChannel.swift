public import NostrCore

/// A channel that every new community gets, under an id that all its members compute alike (spec invites, "Starter
/// channels").
///
/// Because the id follows from the relay's address, two clients that set up one community at once make one channel.
public struct StarterChannel: Hashable, Sendable {
    /// The channel's id: a version 5 UUID in lowercase.
    public let id: String
    /// The channel's name.
    public let name: String
    /// What the channel is for, one sentence.
    public let about: String

    /// The namespace of all starter channel ids.
    public static let namespace = "3ce33bea-8f09-5f1b-9c85-8a7d2659e6b0"
    /// The name of the channel that joining ends in.
    public static let welcomeName = "welcome-everyone"

    private static let texts = [
        ("general", "General conversation and community updates."),
        (welcomeName, "Say hi, ask a question, or share what brought you here."),
    ]

    /// The starter channels of a relay, in the order in which they are made.
    ///
    /// Touches no relay. The address may be ws, wss, http or https; see ``scope(relayURL:)``.
    public static func plan(relayURL: String) -> [StarterChannel] {
        let scope = scope(relayURL: relayURL)
        return texts.compactMap { name, about in
            UUIDText.version5(namespace: namespace, name: "starter-channel:v1:\(scope):\(name)")
                .map { StarterChannel(id: $0, name: name, about: about) }
        }
    }

    /// The part of an id's name that stands for the relay.
    ///
    /// White space around the address and trailing slashes go, `wss` becomes `https` and `ws` becomes `http`. Nothing
    /// else changes: case and port stay, since every client must do the same.
    public static func scope(relayURL: String) -> String {
        var bytes = trimmed(relayURL)
        while bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        for (from, to) in [("wss://", "https://"), ("ws://", "http://")] where bytes.starts(with: from.utf8) {
            return to + String(decoding: bytes.dropFirst(from.utf8.count), as: UTF8.self)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The UTF-8 of a text without the white space around it.
    static func trimmed(_ text: String) -> ArraySlice<UInt8> {
        var scalars = Substring(text).unicodeScalars
        while let first = scalars.first, first.properties.isWhitespace { scalars.removeFirst() }
        while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
        return Array(Substring(scalars).utf8)[...]
    }
}

extension StarterChannel {
    /// The unsigned event that asks the relay for this channel (kind 9007).
    public func creation(now: Int64) -> EventTemplate {
        EventTemplate(
            kind: 9007, createdAt: now,
            tags: [
                ["h", id], ["name", name], ["visibility", "open"], ["channel_type", "stream"],
                ["about", about],
            ])
    }

    /// The unsigned event that joins a channel (kind 9021): this one, or an existing one that stands for it.
    public static func join(channelID: String, now: Int64) -> EventTemplate {
        EventTemplate(kind: 9021, createdAt: now, tags: [["h", channelID]])
    }

    /// Whether the channel exists after the relay has answered a ``creation(now:)``.
    ///
    /// Another client, or an earlier try, may have made it: `duplicate: channel already exists` is as good as OK.
    public static func exists(afterCreationAccepted accepted: Bool, message: String) -> Bool {
        accepted || message.utf8.elementsEqual("duplicate: channel already exists".utf8)
    }
}
