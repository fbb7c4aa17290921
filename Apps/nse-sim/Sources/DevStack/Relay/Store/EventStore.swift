internal import SQLiteKit
internal import Synchronization

/// The relay's file: one writer, and readers that never wait for it (SQLite in WAL mode).
///
/// A write is committed before ``write(_:)`` returns, which survives the death of the process, kill −9 included; after
/// a crash of the system or loss of power the last seconds may be missing, and the file is whole.
final class EventStore: Sendable {
    private let writer: WriteQueue
    private let readers: [Mutex<Database>.Box]
    private let next = Atomic<Int>(0)

    /// Opens the file and brings its tables up to date.
    init(path: String, readers count: Int = 2) throws(SQLiteError) {
        let database = try Database(path: path, options: .init(synchronous: .normal))
        try database.migrate(StoreSchema.scripts)
        writer = WriteQueue(database)
        var readers: [Mutex<Database>.Box] = []
        for _ in 0..<max(1, count) {
            readers.append(.init(try Database(path: path, options: .init(synchronous: .normal))))
        }
        self.readers = readers
    }

    /// Runs a change alone and returns when it is committed, or undone as it decided.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (StoreSession) throws(SQLiteError) -> Database.Outcome<Value>
    ) async throws(SQLiteError) -> Value {
        try await writer.write(body)
    }

    /// Runs the closure on a reader; what was committed before the call is seen.
    func read<Value: Sendable>(
        _ body: @Sendable (StoreSession) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        let index = next.wrappingAdd(1, ordering: .relaxed).newValue.magnitude % UInt(readers.count)
        return try readers[Int(index)].mutex.withLock { (database) throws(SQLiteError) in
            try body(StoreSession(database: database))
        }
    }
}

extension Mutex where Value: ~Copyable {
    /// A mutex that an array can hold.
    final class Box: Sendable {
        let mutex: Mutex<Value>

        init(_ value: consuming sending Value) {
            mutex = Mutex(value)
        }
    }
}

/// Questions and changes on one connection, while its owner holds it.
struct StoreSession {
    let database: Database
}

@available(*, unavailable)
extension StoreSession: Sendable {}
