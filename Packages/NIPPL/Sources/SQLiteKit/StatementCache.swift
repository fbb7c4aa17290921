/// Compiled statements by their text, the least recently used dropped first.
struct StatementCache {
    private struct Entry {
        let statement: SQLiteStatement
        var lastUse: UInt64
    }

    private let capacity: Int
    private var entries: [String: Entry] = [:]
    private var uses: UInt64 = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { entries.count }

    /// A statement that nobody is using: the kept one, or a new one if that is busy further up the stack.
    mutating func statement(
        for sql: String, on connection: SQLiteConnection
    ) throws(SQLiteError) -> SQLiteStatement {
        uses &+= 1
        if let entry = entries[sql] {
            if entry.statement.isBusy { return try Self.compile(sql, on: connection) }
            entries[sql]?.lastUse = uses
            return entry.statement
        }
        let statement = try Self.compile(sql, on: connection)
        guard capacity > 0 else { return statement }
        if entries.count >= capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            entries[oldest.key] = nil
        }
        entries[sql] = Entry(statement: statement, lastUse: uses)
        return statement
    }

    private static func compile(
        _ sql: String, on connection: SQLiteConnection
    ) throws(SQLiteError) -> SQLiteStatement {
        let (statement, end) = try connection.prepare(sql)
        guard let statement else { throw .notOneStatement(sql: sql) }
        let rest = sql.utf8.dropFirst(end)
        if let offset = rest.firstIndex(where: { !($0 == 0x20 || (0x09...0x0D).contains($0)) }) {
            let start = sql.utf8.distance(from: sql.utf8.startIndex, to: offset)
            // What follows may still be a comment, which is no statement.
            let tail = String(decoding: sql.utf8[offset...], as: UTF8.self)
            guard try connection.prepare(tail).statement == nil, !sql.utf8.contains(0) else {
                throw .trailingSQL(offset: start, sql: sql)
            }
        }
        return statement
    }
}
