extension Database {
    /// When a transaction takes its locks.
    public enum TransactionKind: String, Sendable {
        /// A read lock at the first read, a write lock at the first write; the latter may fail as busy.
        case deferred = "DEFERRED"
        /// The write lock at once, waiting up to the busy timeout.
        case immediate = "IMMEDIATE"
    }

    /// How a transaction's closure wants it to end.
    public enum Outcome<Value> {
        /// Keep the changes.
        case commit(Value)
        /// Undo the changes and return the value all the same.
        case rollback(Value)
    }

    /// Runs the closure in a transaction and keeps its changes; if it throws, all of them are undone.
    ///
    /// - Throws: what the closure throws, or why the transaction could not begin or commit (nothing stays then).
    public func transaction<Value>(
        _ kind: TransactionKind = .immediate, _ body: () throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try decidingTransaction(kind) { () throws(SQLiteError) in .commit(try body()) }
    }

    /// Runs the closure in a transaction that ends as the closure decides; if it throws, all changes are undone.
    ///
    /// A refusal that is no database error is a value: return it with `.rollback`.
    public func decidingTransaction<Value>(
        _ kind: TransactionKind = .immediate, _ body: () throws(SQLiteError) -> Outcome<Value>
    ) throws(SQLiteError) -> Value {
        guard !connection.isInTransaction else { throw .nestedTransaction }
        try execute("BEGIN \(kind.rawValue)")
        do {
            switch try body() {
            case .commit(let value):
                try execute("COMMIT")
                return value
            case .rollback(let value):
                try execute("ROLLBACK")
                return value
            }
        } catch {
            // SQLite itself has already rolled back after some failures, such as a full disk.
            if connection.isInTransaction { _ = try? execute("ROLLBACK") }
            throw error
        }
    }

    /// Runs the closure inside an open transaction as a part that can be undone by itself.
    ///
    /// If it throws or decides to roll back, only its own changes are undone. After some failures, such as a full disk,
    /// SQLite undoes the whole transaction: ``isInTransaction`` is false then.
    ///
    /// - Throws: ``SQLiteError/noTransaction`` outside a transaction, or what the closure throws.
    public func savepoint<Value>(
        _ body: () throws(SQLiteError) -> Outcome<Value>
    ) throws(SQLiteError) -> Value {
        guard connection.isInTransaction else { throw .noTransaction }
        try execute("SAVEPOINT part")
        do {
            switch try body() {
            case .commit(let value):
                try execute("RELEASE part")
                return value
            case .rollback(let value):
                try execute("ROLLBACK TO part")
                try execute("RELEASE part")
                return value
            }
        } catch {
            if connection.isInTransaction {
                try execute("ROLLBACK TO part")
                try execute("RELEASE part")
            }
            throw error
        }
    }

    /// Whether a transaction is open.
    public var isInTransaction: Bool { connection.isInTransaction }
}

extension Database.Outcome: Sendable where Value: Sendable {}
