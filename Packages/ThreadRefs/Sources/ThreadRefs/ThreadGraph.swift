/// Places numbered messages by their parents.
struct ThreadGraph: Sendable {
    /// What a message answers.
    enum Parent: Sendable {
        case none
        case known(Int)
        case missing(String)
    }

    /// Each message's place.
    let places: [ThreadIndex.Place]
    /// The closed loops, each turned so that its lowest number is first, lowest loop first.
    let cycles: [[Int]]
    private let parents: [Parent]

    /// Walks up from each message until a known place, a top or a loop ends the walk, then places the whole
    /// path: every edge is walked once.
    init(parents: [Parent]) {
        var places = [ThreadIndex.Place?](repeating: nil, count: parents.count)
        var cycles: [[Int]] = []
        // The walk that met a message last; 0 for none.
        var walks = [Int](repeating: 0, count: parents.count)
        var path: [Int] = []
        for start in parents.indices where places[start] == nil {
            path.removeAll(keepingCapacity: true)
            var current = start
            // The place of what the path's last message answers; nil when it answers nothing.
            var above: ThreadIndex.Place?
            while true {
                if walks[current] == start + 1 {
                    cycles.append(Self.loop(from: current, in: path))
                    above = .cycle
                    break
                }
                walks[current] = start + 1
                path.append(current)
                if case .known(let parent) = parents[current] {
                    current = parent
                    guard let place = places[parent] else { continue }
                    above = place
                } else if case .missing(let id) = parents[current] {
                    above = .orphan(missing: id)
                }
                break
            }
            for position in path.reversed() {
                above = Self.below(above)
                places[position] = above
            }
        }
        self.parents = parents
        // Each message starts a walk or was placed by one, so none is left out.
        self.places = places.map { $0 ?? .cycle }
        self.cycles = cycles.sorted { ($0.first ?? 0) < ($1.first ?? 0) }
    }

    /// The top of the thread of a placed message; its depth bounds the walk.
    func root(of position: Int) -> Int? {
        guard case .placed(let depth) = places[position] else { return nil }
        var current = position
        for _ in 0..<depth {
            if case .known(let parent) = parents[current] { current = parent }
        }
        return current
    }

    private static func below(_ above: ThreadIndex.Place?) -> ThreadIndex.Place {
        switch above {
        case nil: .placed(depth: 0)
        case .placed(let depth)? where depth < ThreadIndex.maximumDepth: .placed(depth: depth + 1)
        case .placed?: .tooDeep
        case .orphan?, .cycle?, .tooDeep?: above ?? .cycle
        }
    }

    /// The part of a path from where it closes, turned so that the lowest number is first.
    private static func loop(from closing: Int, in path: [Int]) -> [Int] {
        let loop = path.drop { $0 != closing }
        guard let lowest = loop.min() else { return [] }
        return Array(loop.drop { $0 != lowest }) + loop.prefix { $0 != lowest }
    }
}
