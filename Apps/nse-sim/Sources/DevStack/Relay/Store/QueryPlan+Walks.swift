internal import NostrCore
internal import SQLiteKit

extension QueryPlan {
    /// One way through one index.
    enum Walk: Equatable {
        case ids
        /// The values of one tag condition.
        case tag(Filter.TagCondition, values: [String])
        case author([Bytes32], kinds: [UInt16]?)
        case kinds([UInt16])
        case time

        /// Whether one event can come more than once.
        var mayRepeat: Bool {
            if case .tag(_, let values) = self { values.count > 1 } else { false }
        }

        /// The column that holds the time in the index's order.
        var time: String { if case .tag = self { "t.created_at" } else { "e.created_at" } }
        var id: String { if case .tag = self { "t.id" } else { "e.id" } }

        /// The walks of a filter: by its most telling condition.
        static func walks(for filter: Filter) -> [Walk] {
            if filter.ids != nil { return [.ids] }
            if let condition = leadingTag(of: filter) {
                guard condition.values.count <= maximumWalks else {
                    return [.tag(condition, values: condition.values)]
                }
                return condition.values.map { .tag(condition, values: [$0]) }
            }
            if let authors = filter.authors {
                let count = authors.count.multipliedReportingOverflow(by: filter.kinds?.count ?? 1)
                guard !count.overflow, count.partialValue <= maximumWalks else {
                    return [.author(authors, kinds: filter.kinds)]
                }
                return authors.flatMap { author in
                    filter.kinds?.map { .author([author], kinds: [$0]) } ?? [.author([author], kinds: nil)]
                }
            }
            guard let kinds = filter.kinds else { return [.time] }
            return kinds.count <= maximumWalks ? kinds.map { .kinds([$0]) } : [.kinds(kinds)]
        }

        /// Channels hold many events, so that any other tag leads before `h`; then fewer values before more.
        private static func leadingTag(of filter: Filter) -> Filter.TagCondition? {
            filter.tags.min { left, right in
                if (left.letter == "h") != (right.letter == "h") { return right.letter == "h" }
                return left.values.count < right.values.count
            }
        }
    }

    /// Puts a statement together with its arguments in step.
    struct Builder {
        private var sql: String
        private var arguments: [SQLValue] = []

        init(_ start: String) {
            sql = start
        }

        var plan: QueryPlan { QueryPlan(sql: sql, arguments: arguments) }

        mutating func add(_ text: String, _ values: SQLValue...) {
            sql += text
            arguments += values
        }

        private mutating func add(column: String, in values: [SQLValue]) {
            guard values.count != 1 else { return add(" AND \(column) = ?", values[0]) }
            sql +=
                " AND \(column) IN (" + [String](repeating: "?", count: values.count).joined(separator: ",")
                + ")"
            arguments += values
        }

        /// Source and conditions of one walk.
        mutating func append(_ walk: Walk, _ filter: Filter, _ context: Context) {
            if case .tag(let condition, let values) = walk {
                add(" FROM tag t CROSS JOIN event e ON e.row = t.event")
                add(" WHERE t.name = ?", Self.name(condition))
                add(column: "t.value", in: values.map(Self.bytes))
                if let kinds = filter.kinds { add(column: "t.kind", in: kinds.map(\.value)) }
            } else {
                add(" FROM event e WHERE 1")
            }
            appendSpan(walk, filter, context)
            appendConditions(walk, filter)
            add(" AND (e.expires_at IS NULL OR e.expires_at > ?)", .integer(context.now))
            add(
                """
                 AND (e.channel IS NULL
                 OR EXISTS (SELECT 1 FROM channel c WHERE c.row = e.channel AND c.visibility = 'open')
                 OR EXISTS (SELECT 1 FROM member m WHERE m.channel = e.channel AND m.pubkey = ?))
                """, context.reader.value)
            add(
                """
                 AND (e.audience = 0 OR (e.audience = 1 AND e.pubkey = ?)
                 OR (e.audience = 2 AND EXISTS (SELECT 1 FROM tag r WHERE r.name = ? AND r.value = ?
                 AND r.created_at = e.created_at AND r.id = e.id)))
                """, context.reader.value, .integer(Int64(UInt8(ascii: "p"))),
                .blob(Array(context.reader.hex.utf8)))
        }

        private mutating func appendSpan(_ walk: Walk, _ filter: Filter, _ context: Context) {
            if let since = filter.since { add(" AND \(walk.time) >= ?", .integer(since)) }
            if let until = filter.until { add(" AND \(walk.time) <= ?", .integer(until)) }
            if let cursor = context.cursor {
                add(
                    " AND (\(walk.time) < ? OR (\(walk.time) = ? AND \(walk.id) > ?))",
                    .integer(cursor.until),
                    .integer(cursor.until), cursor.id.value)
            }
        }

        private mutating func appendConditions(_ walk: Walk, _ filter: Filter) {
            if let ids = filter.ids { add(column: "e.id", in: ids.map(\.value)) }
            switch walk {
            case .author(let authors, let kinds):
                add(column: "e.pubkey", in: authors.map(\.value))
                if let kinds { add(column: "e.kind", in: kinds.map(\.value)) }
            case .kinds(let kinds):
                add(column: "e.kind", in: kinds.map(\.value))
            case .tag:
                if let authors = filter.authors { add(column: "e.pubkey", in: authors.map(\.value)) }
            case .ids, .time:
                if let authors = filter.authors { add(column: "e.pubkey", in: authors.map(\.value)) }
                if let kinds = filter.kinds { add(column: "e.kind", in: kinds.map(\.value)) }
            }
            for condition in filter.tags {
                if case .tag(condition, _) = walk { continue }
                add(" AND EXISTS (SELECT 1 FROM tag x WHERE x.name = ?", Self.name(condition))
                add(column: "x.value", in: condition.values.map(Self.bytes))
                add(" AND x.created_at = e.created_at AND x.id = e.id)")
            }
        }

        private static func name(_ condition: Filter.TagCondition) -> SQLValue {
            .integer(Int64(condition.letter.asciiValue ?? 0))
        }

        private static func bytes(_ value: String) -> SQLValue { .blob(Array(value.utf8)) }
    }
}
