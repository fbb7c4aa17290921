/// A set of messages arranged by what they answer.
///
/// Whatever the references say, each walk ends and none recurses: cycles that a hostile author made are
/// reported and not followed. Building costs time and memory in proportion to the number of messages.
public struct ThreadIndex: Sendable {
    /// The deepest reply that is placed, as the relay's limit (spec thread-refs).
    public static let maximumDepth = 100

    /// A message: its id and what it answers.
    public struct Message: Sendable, Hashable {
        /// The message's id, 64 lowercase hexadecimal digits.
        public let id: String
        /// What it answers.
        public let reference: ThreadReference

        /// Pairs an id with its reference; the id is put in lower case.
        public init(id: String, reference: ThreadReference) {
            self.id = id.lowercased()
            self.reference = reference
        }

        /// Pairs an id with the reference that its event's tags state.
        public init(id: String, tags: [[String]], dialect: ThreadReference.Dialect = .buzz) {
            self.init(id: id, reference: ThreadReference(tags: tags, dialect: dialect))
        }
    }

    /// How a message stands in its thread.
    public enum Place: Sendable, Hashable {
        /// It answers nothing, or was placed under others: 0 at top level, 1 for a reply to that, and so on.
        case placed(depth: Int)
        /// Its parent, or a parent of that, is not among the messages.
        case orphan(missing: String)
        /// It answers itself by way of others, or one that does.
        case cycle
        /// It is nested deeper than ``maximumDepth``.
        case tooDeep
    }

    private let ids: [String]
    private let positions: [String: Int]
    private let graph: ThreadGraph
    private let childrenByParent: [String: [Int]]

    /// Arranges messages; children keep the order given, and of two with one id the first counts.
    public init(_ messages: some Sequence<Message>) {
        var ids: [String] = []
        var answered: [String?] = []
        var positions: [String: Int] = [:]
        var children: [String: [Int]] = [:]
        for message in messages where positions[message.id] == nil {
            positions[message.id] = ids.count
            if let parent = message.reference.parent { children[parent, default: []].append(ids.count) }
            ids.append(message.id)
            answered.append(message.reference.parent)
        }
        self.ids = ids
        self.positions = positions
        childrenByParent = children
        graph = ThreadGraph(
            parents: answered.map { parent in
                guard let parent else { return .none }
                return positions[parent].map { .known($0) } ?? .missing(parent)
            })
    }

    /// How many messages there are, repeated ids counted once.
    public var count: Int { ids.count }

    /// The ids of the messages that answer one, known or not, in the order given.
    public func children(of id: String) -> [String] {
        (childrenByParent[id.lowercased()] ?? []).map { ids[$0] }
    }

    /// How a message stands, or nil if it is not among them.
    public func place(of id: String) -> Place? { positions[id.lowercased()].map { graph.places[$0] } }

    /// The depth of a placed message, 0 at top level; nil for any other.
    public func depth(of id: String) -> Int? {
        if case .placed(let depth)? = place(of: id) { depth } else { nil }
    }

    /// The first message of the thread that a placed message belongs to; nil for any other.
    ///
    /// It comes from the parents alone; what a message's own `root` tag claims plays no part.
    public func root(of id: String) -> String? {
        guard let position = positions[id.lowercased()] else { return nil }
        return graph.root(of: position).map { ids[$0] }
    }

    /// A placed message and all placed ones under it, each before its answers and these in the order given;
    /// empty for any other message.
    public func thread(under id: String) -> [String] {
        guard depth(of: id) != nil, let start = positions[id.lowercased()] else { return [] }
        var result: [String] = []
        // The next to visit is the last; a placed message has one parent and stands on no cycle, so each
        // comes up once.
        var pending = [start]
        while let position = pending.popLast() {
            guard case .placed = graph.places[position] else { continue }
            result.append(ids[position])
            pending.append(contentsOf: (childrenByParent[ids[position]] ?? []).reversed())
        }
        return result
    }

    /// The messages at top level, in the order given.
    public var roots: [String] { select { $0 == .placed(depth: 0) } }

    /// The messages whose parent, or a parent of that, is missing, in the order given.
    public var orphans: [String] { select { if case .orphan = $0 { true } else { false } } }

    /// The messages nested deeper than ``maximumDepth``, in the order given.
    public var tooDeep: [String] { select { $0 == .tooDeep } }

    /// The messages that answer themselves by way of others, and those under them, in the order given.
    public var cyclic: [String] { select { $0 == .cycle } }

    /// The closed loops, each from its first message in the order given and on to what that answers.
    public var cycles: [[String]] { graph.cycles.map { loop in loop.map { ids[$0] } } }

    private func select(_ isWanted: (Place) -> Bool) -> [String] {
        ids.indices.filter { isWanted(graph.places[$0]) }.map { ids[$0] }
    }
}
