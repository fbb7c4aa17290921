/// One connection to a SQLite file, in values.
///
/// It is not `Sendable`: one owner uses it at a time. Share it as a `Mutex<Database>`, or give each actor its own; a file
/// can have one writer and any number of readers at once (WAL).
///
/// Compiled statements are kept by their text, so write arguments as parameters (`?`), never into the text.
public final class Database {
    /// How a file is opened.
    public struct Options: Sendable, Equatable {
        /// How hard a commit pushes its bytes towards the disk.
        public enum Synchronous: String, Sendable {
            /// Each commit waits for the disk.
            ///
            /// A committed transaction survives the death of the process, of the system, and loss of power (as far as
            /// the disk keeps its word).
            case full = "FULL"
            /// A commit hands its bytes to the kernel and does not wait.
            ///
            /// A committed transaction survives the death of the process, kill −9 included. After a system crash or
            /// loss of power the file is whole, but the last transactions may be missing.
            case normal = "NORMAL"
        }

        /// What a commit promises; ``Synchronous/full`` unless said otherwise.
        public var synchronous: Synchronous
        /// How long a statement waits for another connection's lock before it fails with ``SQLiteCode/busy``.
        public var busyTimeoutMilliseconds: Int32
        /// Whether foreign keys are enforced.
        public var foreignKeys: Bool
        /// Whether the file must exist and stays unchanged.
        public var readOnly: Bool
        /// How many compiled statements are kept; the least recently used one goes first.
        public var cachedStatements: Int

        /// Sets what differs from the defaults.
        public init(
            synchronous: Synchronous = .full, busyTimeoutMilliseconds: Int32 = 5000, foreignKeys: Bool = true,
            readOnly: Bool = false, cachedStatements: Int = 128
        ) {
            self.synchronous = synchronous
            self.busyTimeoutMilliseconds = busyTimeoutMilliseconds
            self.foreignKeys = foreignKeys
            self.readOnly = readOnly
            self.cachedStatements = cachedStatements
        }
    }

    let connection: SQLiteConnection
    var cache: StatementCache

    /// Opens a file in WAL mode; it is created when it does not exist, unless read-only.
    ///
    /// - Throws: ``SQLiteError``: the file can't be opened, is no database, or is damaged.
    public init(path: String, options: Options = Options()) throws(SQLiteError) {
        connection = try SQLiteConnection(path: path, readOnly: options.readOnly)
        cache = StatementCache(capacity: options.cachedStatements)
        connection.setBusyTimeout(milliseconds: options.busyTimeoutMilliseconds)
        if !options.readOnly { try execute(pragma: "journal_mode = WAL") }
        try execute(pragma: "synchronous = \(options.synchronous.rawValue)")
        try execute(pragma: "foreign_keys = \(options.foreignKeys ? "ON" : "OFF")")
    }

    /// Runs one statement that returns no rows.
    ///
    /// - Returns: how many rows it inserted, updated or deleted.
    @discardableResult
    public func execute(_ sql: String, _ arguments: [SQLValue] = []) throws(SQLiteError) -> Int {
        let changes = try withStatement(sql, arguments) { (statement) throws(SQLiteError) in
            guard statement.columnCount == 0 else { throw .notOneStatement(sql: sql) }
            _ = try statement.step()
            return connection.changes
        }
        return changes
    }

    /// Runs one insertion and returns the new row's rowid.
    public func insert(_ sql: String, _ arguments: [SQLValue] = []) throws(SQLiteError) -> Int64 {
        try execute(sql, arguments)
        return connection.lastInsertedRow
    }

    /// Calls the closure for each row of a result, in order; an error it throws ends the walk.
    public func forEachRow(
        _ sql: String, _ arguments: [SQLValue] = [], _ body: (borrowing Row) throws(SQLiteError) -> Void
    ) throws(SQLiteError) {
        try withStatement(sql, arguments) { (statement) throws(SQLiteError) in
            // A named row: the optimiser of Swift 6.3 fails on a temporary one.
            while try statement.step() {
                let row = Row(statement: statement)
                try body(row)
            }
        }
    }

    /// What the closure makes of each row of a result, in order.
    public func rows<Element>(
        _ sql: String, _ arguments: [SQLValue] = [],
        _ body: (borrowing Row) throws(SQLiteError) -> Element
    ) throws(SQLiteError) -> [Element] {
        var result: [Element] = []
        try forEachRow(sql, arguments) { (row) throws(SQLiteError) in result.append(try body(row)) }
        return result
    }

    /// What the closure makes of a result's first row, or nil if there is none.
    public func firstRow<Element>(
        _ sql: String, _ arguments: [SQLValue] = [],
        _ body: (borrowing Row) throws(SQLiteError) -> Element
    ) throws(SQLiteError) -> Element? {
        try withStatement(sql, arguments) { (statement) throws(SQLiteError) in
            guard try statement.step() else { return nil }
            let row = Row(statement: statement)
            return try body(row)
        }
    }

    /// Runs a text of several statements without parameters; rows they return are passed over.
    ///
    /// A failure leaves what ran before it, unless a transaction surrounds it.
    public func executeScript(_ sql: String) throws(SQLiteError) {
        var rest = Array(sql.utf8)[...]
        while !rest.isEmpty {
            let (statement, end) = try connection.prepare(String(decoding: rest, as: UTF8.self))
            rest = rest.dropFirst(max(end, 1))
            guard let statement else { continue }
            try statement.bind([])
            while try statement.step() {}
        }
    }

    private func execute(pragma: String) throws(SQLiteError) {
        try executeScript("PRAGMA \(pragma)")
    }

    private func withStatement<Result>(
        _ sql: String, _ arguments: [SQLValue], _ body: (SQLiteStatement) throws(SQLiteError) -> Result
    ) throws(SQLiteError) -> Result {
        let statement = try cache.statement(for: sql, on: connection)
        statement.isBusy = true
        defer {
            statement.reset()
            statement.isBusy = false
        }
        try statement.bind(arguments)
        return try body(statement)
    }
}

@available(*, unavailable)
extension Database: Sendable {}
