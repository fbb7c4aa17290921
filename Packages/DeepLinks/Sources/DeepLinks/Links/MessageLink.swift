/// A message in a channel: `buzz://message?channel=…&id=…[&thread=…]`.
public struct MessageLink: Hashable, Sendable {
    /// The channel, a UUID of any version in lower case.
    public let channel: String
    /// The message's event id, 64 lowercase hexadecimal digits.
    public let id: String
    /// The thread to open it in, 64 lowercase hexadecimal digits.
    ///
    /// A hint: the event's own tags decide.
    public let thread: String?

    /// States a message; identifiers of either case are put in lower case.
    ///
    /// - Throws: `malformed` naming the part that isn't a UUID or 64 hexadecimal digits.
    public init(channel: String, id: String, thread: String? = nil) throws(DeepLinkError) {
        self.channel = try Identifiers.uuid(channel, .channel)
        self.id = try Identifiers.hex(id, .id)
        self.thread = if let thread { try Identifiers.hex(thread, .thread) } else { nil }
    }

    init(_ query: LinkQuery) throws(DeepLinkError) {
        let channel = try query.required(.channel)
        let id = try query.required(.id)
        // A thread that can't be one is left out, and the message still opens.
        let thread = query.optional(.thread).flatMap { text in try? Identifiers.hex(text, .thread) }
        try self.init(channel: channel, id: id, thread: thread)
    }

    /// The link.
    public var text: String {
        "buzz://message?channel=\(channel)&id=\(id)" + (thread.map { "&thread=\($0)" } ?? "")
    }
}
