internal import NostrCore
internal import SQLiteKit

/// One filter of a query with the members that Buzz adds to it.
struct RelayQuery: Equatable, Sendable {
    /// The most values in all lists of a filter: SQLite takes 32766 in one statement.
    static let maximumValues = 30_000

    var filter: Filter
    /// Go on behind this event, which lies at `until`.
    var before: EventID?

    /// Reads `before_id`.
    init(_ filter: Filter) throws(QueryRefusal) {
        self.filter = filter
        guard filter.search == nil else { throw .searchNotServed }
        guard filter.valueCount <= Self.maximumValues else { throw .tooManyValues }
        guard let member = filter.unknownMembers.first(where: { $0.key == "before_id" }) else { return }
        guard case .string(let text) = member.value, let id = EventID(hex: text) else { throw .badBeforeID }
        guard filter.until != nil else { throw .beforeIDWithoutUntil }
        before = id
    }

    func context(reader: Bytes32, now: Int64) -> QueryPlan.Context {
        var cursor: QueryPlan.Cursor?
        if let before, let until = filter.until { cursor = QueryPlan.Cursor(until: until, id: before) }
        return QueryPlan.Context(reader: reader, now: now, cursor: cursor)
    }
}

/// Why a query is not answered.
enum QueryRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    case gated(String)
    case badBeforeID
    case beforeIDWithoutUntil
    case searchNotServed
    case tooManyValues
    case tooMuch(limit: Int)

    /// The text on the wire.
    var description: String {
        switch self {
        case .gated(let text): text
        case .badBeforeID: "before_id must be a 64-char hex event id"
        case .beforeIDWithoutUntil: "before_id requires until to be set"
        case .searchNotServed: "invalid filters: search is not served by this relay"
        case .tooManyValues:
            "invalid filters: a filter holds at most \(RelayQuery.maximumValues) values; split it"
        case .tooMuch(let limit): "query answer exceeds \(limit) bytes; narrow the filters or set a limit"
        }
    }
}

extension Relay {
    /// The most bytes of one answer.
    static let answerLimit = 67_108_864

    /// The JSON array of the events that match, filter by filter, each newest first.
    func query(
        _ filters: [Filter], reader: Bytes32
    ) throws(SQLiteError) -> Result<[UInt8], QueryRefusal> {
        let queries: [RelayQuery]
        do throws(QueryRefusal) {
            queries = try Self.admit(filters, reader: reader)
        } catch {
            return .failure(error)
        }
        let now = clock()
        return try store.read { (session) throws(SQLiteError) in
            var output = [UInt8(ascii: "[")]
            var isFirst = true
            for query in queries {
                let context = query.context(reader: reader, now: now)
                guard let plan = QueryPlan.events(query.filter, context) else { continue }
                guard
                    try session.appendEvents(
                        plan, to: &output, isFirst: &isFirst, atMost: Self.answerLimit)
                else { return .failure(.tooMuch(limit: Self.answerLimit)) }
            }
            output.append(UInt8(ascii: "]"))
            return .success(output)
        }
    }

    /// How many events match, summed over the filters.
    func count(_ filters: [Filter], reader: Bytes32) throws(SQLiteError) -> Result<Int64, QueryRefusal> {
        let queries: [RelayQuery]
        do throws(QueryRefusal) {
            queries = try Self.admit(filters, reader: reader)
        } catch {
            return .failure(error)
        }
        let now = clock()
        return try store.read { (session) throws(SQLiteError) in
            var sum: Int64 = 0
            for query in queries {
                let context = query.context(reader: reader, now: now)
                if let plan = QueryPlan.count(query.filter, context) { sum &+= try session.count(plan) }
            }
            return .success(sum)
        }
    }

    private static func admit(_ filters: [Filter], reader: Bytes32) throws(QueryRefusal) -> [RelayQuery] {
        if let text = ReadGates.refusal(of: filters, reader: reader) { throw .gated(text) }
        var queries: [RelayQuery] = []
        for filter in filters { queries.append(try RelayQuery(filter)) }
        return queries
    }
}

extension Filter {
    /// How many values all lists hold together.
    fileprivate var valueCount: Int {
        let lists = (ids?.count ?? 0) + (authors?.count ?? 0) + (kinds?.count ?? 0)
        return tags.reduce(lists) { $0 + $1.values.count }
    }
}
