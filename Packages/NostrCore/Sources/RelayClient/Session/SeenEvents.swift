internal import NostrCore

/// The ids that a subscription has delivered, the newest so many of them.
struct SeenEvents: Sendable {
    private let limit: Int
    private var ids: Set<EventID> = []
    private var order: [EventID] = []
    private var oldest = 0

    init(limit: Int) { self.limit = max(1, limit) }

    func contains(_ id: EventID) -> Bool { ids.contains(id) }

    mutating func insert(_ id: EventID) {
        guard ids.insert(id).inserted else { return }
        guard order.count == limit else {
            order.append(id)
            return
        }
        ids.remove(order[oldest])
        order[oldest] = id
        oldest = (oldest + 1) % limit
    }
}
