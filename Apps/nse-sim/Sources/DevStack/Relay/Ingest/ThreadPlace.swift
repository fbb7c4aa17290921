internal import NostrCore

/// What a message answers, as its tags say it (spec thread-refs, dialect `.buzz`).
struct ThreadPlace: Equatable, Sendable {
    /// The message it answers; nil for a message that is no reply.
    var parent: EventID?
    /// The thread's first message as stated, else the parent.
    var root: EventID?

    init(parent: EventID?, root: EventID?) {
        self.parent = parent
        self.root = root
    }

    init(_ tags: [[String]]) {
        func last(_ marker: String) -> EventID? {
            tags.last { $0.count >= 4 && $0[0] == "e" && $0[3] == marker && Self.id($0[1]) != nil }
                .flatMap { Self.id($0[1]) }
        }
        parent = last("reply")
        root = parent == nil ? nil : last("root") ?? parent
    }

    private static func id(_ text: String) -> EventID? {
        Bytes32(typedHex: text).map { EventID($0) }
    }
}
