/// Which message an event answers, as its tags say (spec thread-refs).
///
/// Made from tags alone; nothing is looked up, and a hostile tag is passed over rather than refused.
public struct ThreadReference: Sendable, Hashable {
    /// How `e` tags are read.
    public enum Dialect: Sendable, Hashable, CaseIterable {
        /// As Buzz and its relays do: only marked tags of four or more elements count, and only `reply` makes
        /// a reply.
        case buzz
        /// As NIP-10 asks: a lone `root` is a direct reply too, and without any marked tag the order of the
        /// unmarked ones tells, the first the root and the last the parent.
        case nip10
    }

    /// The message that is answered directly, 64 lowercase hexadecimal digits; nil at top level.
    public let parent: String?
    /// The first message of the thread, 64 lowercase hexadecimal digits; nil at top level.
    public let root: String?
    /// Whether the event surfaces at channel level even if it is a reply: the tag `["broadcast", "1"]`.
    public let isBroadcast: Bool

    /// Whether the event answers another.
    public var isReply: Bool { parent != nil }

    /// Reads an event's tags.
    ///
    /// An id counts when it is exactly 64 ASCII hexadecimal digits of either case. The last valid tag of a
    /// marker wins, so an invalid one after it changes nothing. Allocates only to put a capital digit in
    /// lower case.
    ///
    /// - Parameters:
    ///   - tags: the event's tags, each an array of its elements. Any content is safe.
    ///   - dialect: how `e` tags are read.
    public init(tags: [[String]], dialect: Dialect = .buzz) {
        var marked = MarkedTags()
        var broadcast = false
        for position in tags.indices where tags[position].count > 1 {
            // `==` on texts folds canonically equivalent spellings; no other text is equivalent to these
            // ASCII names.
            if tags[position][0] == "e" {
                marked.note(tags[position], at: position, dialect: dialect)
            } else if tags[position].count == 2, tags[position][0] == "broadcast", tags[position][1] == "1" {
                broadcast = true
            }
        }
        isBroadcast = broadcast
        guard let parent = marked.parent(in: dialect) else {
            // Without a parent the event is at top level, even when a root stands there.
            self.parent = nil
            root = nil
            return
        }
        let parentID = parent.id(in: tags)
        self.parent = parentID
        root = marked.root(in: dialect)?.id(in: tags) ?? parentID
    }

    /// States a reference; ids are put in lower case, and a root without a parent is dropped.
    public init(parent: String?, root: String?, isBroadcast: Bool = false) {
        self.parent = parent?.lowercased()
        self.root = parent == nil ? nil : (root ?? parent)?.lowercased()
        self.isBroadcast = isBroadcast
    }
}

/// The valid `e` tags that decide a reference.
private struct MarkedTags {
    /// A tag with a valid id.
    struct Found {
        let position: Int
        let hasCapitals: Bool

        func id(in tags: [[String]]) -> String {
            hasCapitals ? tags[position][1].lowercased() : tags[position][1]
        }
    }

    private var reply: Found?
    private var root: Found?
    private var firstUnmarked: Found?
    private var lastUnmarked: Found?

    mutating func note(_ tag: [String], at position: Int, dialect: ThreadReference.Dialect) {
        // The marker first: it is the cheaper test, and most `e` tags of other kinds fail it.
        if tag.count > 3, tag[3] == "reply" {
            reply = found(tag, at: position) ?? reply
        } else if tag.count > 3, tag[3] == "root" {
            root = found(tag, at: position) ?? root
        } else if dialect == .nip10, tag.count < 4 || tag[3].isEmpty, let found = found(tag, at: position) {
            firstUnmarked = firstUnmarked ?? found
            lastUnmarked = found
        }
    }

    private func found(_ tag: [String], at position: Int) -> Found? {
        switch MessageID.spelling(of: tag[1]) {
        case .invalid: nil
        case .lowercase: Found(position: position, hasCapitals: false)
        case .mixedCase: Found(position: position, hasCapitals: true)
        }
    }

    private var hasMarkers: Bool { reply != nil || root != nil }

    func parent(in dialect: ThreadReference.Dialect) -> Found? {
        if let reply { return reply }
        guard dialect == .nip10 else { return nil }
        return hasMarkers ? root : lastUnmarked
    }

    func root(in dialect: ThreadReference.Dialect) -> Found? {
        dialect == .nip10 && !hasMarkers ? firstUnmarked : root
    }
}
