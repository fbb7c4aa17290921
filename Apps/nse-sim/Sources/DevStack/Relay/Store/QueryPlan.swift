internal import NostrCore
internal import SQLiteKit

/// The statement that answers one filter (spec relay §1.4).
///
/// It walks one index in the order of the answer, newest first, and stops at the limit. Several values of the leading
/// condition are walks of their own, merged; above ``maximumWalks`` they become one walk that is sorted.
struct QueryPlan: Equatable {
    static let limit = 1000
    static let maximumWalks = 32

    let sql: String
    let arguments: [SQLValue]

    /// Where a page goes on: behind this event, in the order of the answer.
    struct Cursor: Equatable {
        var until: Int64
        var id: EventID
    }

    /// Who reads, when, and from where on.
    struct Context: Equatable {
        var reader: Bytes32
        var now: Int64
        var cursor: Cursor?
    }

    /// The texts of the matching events, or nil when nothing can match.
    static func events(_ filter: Filter, _ context: Context) -> QueryPlan? {
        let limit = min(filter.limit ?? Self.limit, Self.limit)
        guard limit > 0, !matchesNothing(filter) else { return nil }
        let limitValue = SQLValue.integer(Int64(limit))
        let walks = Walk.walks(for: filter)
        if let walk = walks.first, walks.count == 1, !walk.mayRepeat {
            var builder = Builder("SELECT e.json")
            builder.append(walk, filter, context)
            builder.add(" ORDER BY \(walk.time) DESC, \(walk.id) LIMIT ?", limitValue)
            return builder.plan
        }
        var builder = Builder("SELECT e.json FROM (")
        for (index, walk) in walks.enumerated() {
            if index > 0 { builder.add(" UNION ") }
            builder.add("SELECT * FROM (SELECT DISTINCT e.row AS row, e.created_at AS time, e.id AS id")
            builder.append(walk, filter, context)
            builder.add(" ORDER BY \(walk.time) DESC, \(walk.id) LIMIT ?)", limitValue)
        }
        builder.add(") AS found CROSS JOIN event e ON e.row = found.row")
        builder.add(" ORDER BY found.time DESC, found.id LIMIT ?", limitValue)
        return builder.plan
    }

    /// How many events match, whatever the filter's limit; nil when nothing can.
    static func count(_ filter: Filter, _ context: Context) -> QueryPlan? {
        guard !matchesNothing(filter) else { return nil }
        var builder = Builder("SELECT count(*) FROM (")
        for (index, walk) in Walk.walks(for: filter).enumerated() {
            if index > 0 { builder.add(" UNION ") }
            builder.add("SELECT DISTINCT e.row AS row")
            builder.append(walk, filter, context)
        }
        builder.add(")")
        return builder.plan
    }

    /// A list without values holds for no event; a span that ends before it begins neither.
    private static func matchesNothing(_ filter: Filter) -> Bool {
        if filter.ids?.isEmpty == true || filter.authors?.isEmpty == true || filter.kinds?.isEmpty == true {
            return true
        }
        if filter.tags.contains(where: \.values.isEmpty) { return true }
        if let since = filter.since, let until = filter.until, since > until { return true }
        return false
    }
}
