/// A set of messages arranged by what they answer.
///
/// Whatever the references say, each walk ends: cycles that a hostile author made are reported and not followed.
public struct ThreadIndex: Sendable {
    /// The deepest reply that is placed, as the relay's limit.
    public static let maximumDepth = 100

    /// A message: its id and what it answers.
    public struct Message: Sendable, Equatable {
        /// The message's id, 64 lowercase hexadecimal digits.
        public let id: String
        /// What it answers.
        public let reference: ThreadReference

        /// Pairs an id with its reference.
        public init(id: String, reference: ThreadReference) {
            self.id = id.lowercased()
            self.reference = reference
        }
    }

    /// How a message stands in its thread.
    public enum Place: Sendable, Equatable {
        /// It answers nothing, or was placed under others: 0 at top level, 1 for a reply to that, and so on.
        case placed(depth: Int)
        /// Its parent, or a parent of that, is not among the messages.
        case orphan(missing: String)
        /// It answers itself by way of others, or one that does.
        case cycle
        /// It is nested deeper than ``maximumDepth``.
        case tooDeep
    }

    private let order: [String]
    private let parents: [String: String]
    private let childrenByParent: [String: [String]]
    private let places: [String: Place]

    /// Arranges messages; children keep the order given, and of two with one id the first counts.
    public init(_ messages: [Message]) {
        var order: [String] = []
        var parents: [String: String] = [:]
        var children: [String: [String]] = [:]
        var known: Set<String> = []
        for message in messages where known.insert(message.id).inserted {
            order.append(message.id)
            guard let parent = message.reference.parent else { continue }
            parents[message.id] = parent
            children[parent, default: []].append(message.id)
        }
        self.order = order
        self.parents = parents
        childrenByParent = children
        places = Self.place(order, parents: parents, known: known)
    }

    /// The ids of the messages that answer one, in the order given.
    public func children(of id: String) -> [String] { childrenByParent[id.lowercased()] ?? [] }

    /// How a message stands, or nil if it is not among them.
    public func place(of id: String) -> Place? { places[id.lowercased()] }

    /// The depth of a placed message: 0 at top level.
    public func depth(of id: String) -> Int? {
        if case .placed(let depth)? = place(of: id) { depth } else { nil }
    }

    /// The first message of the thread that a placed message belongs to.
    public func root(of id: String) -> String? {
        guard let depth = depth(of: id) else { return nil }
        var current = id.lowercased()
        for _ in 0..<depth { current = parents[current] ?? current }
        return current
    }

    /// The messages at top level, in the order given.
    public var roots: [String] { order.filter { places[$0] == .placed(depth: 0) } }

    /// The messages whose parent, or a parent of that, is missing, in the order given.
    public var orphans: [String] {
        order.filter { if case .orphan? = places[$0] { true } else { false } }
    }

    /// The messages that answer themselves by way of others, and those under them, in the order given.
    public var cyclic: [String] { order.filter { places[$0] == .cycle } }

    /// Walks up from each message until a known place ends the walk, then places the whole path: every edge is walked
    /// once, and no recursion depends on the messages.
    private static func place(
        _ order: [String], parents: [String: String], known: Set<String>
    ) -> [String: Place] {
        var places: [String: Place] = [:]
        places.reserveCapacity(order.count)
        for start in order where places[start] == nil {
            var path: [String] = []
            var onPath: Set<String> = []
            var current = start
            var above: Place?
            while above == nil {
                if let place = places[current] {
                    above = place
                } else if !onPath.insert(current).inserted {
                    above = .cycle
                } else {
                    path.append(current)
                    guard let parent = parents[current] else {
                        places[current] = .placed(depth: 0)
                        path.removeLast()
                        above = .placed(depth: 0)
                        break
                    }
                    if known.contains(parent) { current = parent } else { above = .orphan(missing: parent) }
                }
            }
            var place = above ?? .cycle
            for id in path.reversed() {
                place = below(place)
                places[id] = place
            }
        }
        return places
    }

    private static func below(_ place: Place) -> Place {
        guard case .placed(let depth) = place else { return place }
        return depth < maximumDepth ? .placed(depth: depth + 1) : .tooDeep
    }
}
