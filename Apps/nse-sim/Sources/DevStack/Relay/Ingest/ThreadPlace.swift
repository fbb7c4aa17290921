internal import NostrCore
internal import ThreadRefs

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
        let reference = ThreadReference(tags: tags)
        self.init(
            parent: reference.parent.flatMap { EventID(hex: $0) },
            root: reference.root.flatMap { EventID(hex: $0) })
    }
}
