/// Which message an event answers, as its tags say (spec thread-refs).
///
/// Made from tags alone; nothing is looked up, and a hostile tag is passed over rather than refused.
public struct ThreadReference: Sendable, Equatable {
    /// How `e` tags are read.
    public enum Dialect: Sendable, Equatable {
        /// As Buzz and its relays do: only marked tags of four or more elements count, and only `reply` makes a reply.
        case buzz
        /// As NIP-10 asks: a lone `root` is a direct reply too, and without any marked tag the order of the unmarked
        /// ones tells, the first the root and the last the parent.
        case nip10
    }

    /// The message that is answered directly, 64 lowercase hexadecimal digits; nil at top level.
    public let parent: String?
    /// The first message of the thread, 64 lowercase hexadecimal digits; nil at top level.
    public let root: String?
    /// Whether a reply surfaces at channel level as well: the tag `["broadcast", "1"]`.
    public let isBroadcast: Bool

    /// Whether the event answers another.
    public var isReply: Bool { parent != nil }

    /// Reads an event's tags.
    ///
    /// An id counts when it is exactly 64 ASCII hexadecimal digits of either case. The last valid tag of a marker wins,
    /// so an invalid one after it changes nothing.
    public init(tags: [[String]], dialect: Dialect = .buzz) {
        var marked = Marked()
        var broadcast = false
        for tag in tags {
            if Self.isID(tag) {
                marked.note(tag, dialect: dialect)
            } else if tag.count == 2, Self.equal(tag[0], "broadcast"), Self.equal(tag[1], "1") {
                broadcast = true
            }
        }
        isBroadcast = broadcast
        parent = marked.parent(in: dialect)?.lowercased()
        // Without a parent the event is at top level, even when a root stands there.
        root = parent == nil ? nil : (marked.root(in: dialect)?.lowercased() ?? parent)
    }

    /// States a reference; ids are put in lower case.
    public init(parent: String?, root: String?, isBroadcast: Bool = false) {
        self.parent = parent?.lowercased()
        self.root = parent == nil ? nil : (root ?? parent)?.lowercased()
        self.isBroadcast = isBroadcast
    }

    /// The last valid `e` tags of each kind.
    private struct Marked {
        var reply: String?
        var root: String?
        var firstUnmarked: String?
        var lastUnmarked: String?

        mutating func note(_ tag: [String], dialect: Dialect) {
            let marker = tag.count > 3 ? tag[3] : ""
            if ThreadReference.equal(marker, "reply") {
                reply = tag[1]
            } else if ThreadReference.equal(marker, "root") {
                root = tag[1]
            } else if dialect == .nip10, marker.isEmpty {
                if firstUnmarked == nil { firstUnmarked = tag[1] }
                lastUnmarked = tag[1]
            }
        }

        private var hasMarkers: Bool { reply != nil || root != nil }

        func parent(in dialect: Dialect) -> String? {
            if let reply { return reply }
            guard dialect == .nip10 else { return nil }
            return hasMarkers ? root : lastUnmarked
        }

        func root(in dialect: Dialect) -> String? {
            dialect == .nip10 && !hasMarkers ? firstUnmarked : root
        }
    }

    /// Whether a tag is an `e` tag with a valid id.
    private static func isID(_ tag: [String]) -> Bool {
        tag.count > 1 && equal(tag[0], "e") && MessageID.isValid(tag[1])
    }

    /// Byte equality: Swift's own folds spellings that are different tags.
    fileprivate static func equal(_ left: String, _ right: String) -> Bool {
        left.utf8.elementsEqual(right.utf8)
    }
}

/// Message ids as text.
enum MessageID {
    /// Whether a text is exactly 64 ASCII hexadecimal digits, either case.
    static func isValid(_ text: String) -> Bool {
        guard text.utf8.count == 64 else { return false }
        return text.utf8.allSatisfy { byte in
            byte &- 0x30 <= 9 || (byte | 0x20) &- 0x61 <= 5
        }
    }
}
