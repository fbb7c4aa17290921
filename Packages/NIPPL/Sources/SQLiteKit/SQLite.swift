// The only file that touches SQLite's pointers.

internal import CSQLite

/// An open connection.
///
/// Whoever holds it must not use it from two threads at once: it is opened without SQLite's own mutex.
@safe final class SQLiteConnection {
    private let handle: OpaquePointer

    /// Opens a file, creating it unless `readOnly`.
    init(path: String, readOnly: Bool) throws(SQLiteError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw .invalidPath }
        var opened: OpaquePointer?
        let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let status = unsafe sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened = unsafe opened else {
            throw Self.failure(status, "no memory for a connection", operation: "open \(path)", sql: nil)
        }
        guard status == SQLITE_OK else {
            let message = unsafe String(cString: sqlite3_errmsg(opened))
            _ = unsafe sqlite3_close_v2(opened)
            throw Self.failure(status, message, operation: "open \(path)", sql: nil)
        }
        unsafe handle = opened
    }

    deinit {
        // Statements that are still alive keep SQLite's side of the connection until they go.
        _ = unsafe sqlite3_close_v2(handle)
    }

    /// How long a statement waits for another connection's lock.
    func setBusyTimeout(milliseconds: Int32) {
        _ = unsafe sqlite3_busy_timeout(handle, milliseconds)
    }

    /// The rows that the last statement inserted, updated or deleted.
    var changes: Int { unsafe Int(sqlite3_changes64(handle)) }

    /// The rowid of the last insertion.
    var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

    /// Compiles the first statement of a text.
    ///
    /// - Returns: nil for white space and comments; `end` is the byte where the statement ends.
    func prepare(_ sql: String) throws(SQLiteError) -> (statement: SQLiteStatement?, end: Int) {
        var text = Array(sql.utf8)
        let count = text.count
        // A NUL ends the text here too, so that `end` shows what stands behind it.
        text.append(0)
        var statement: OpaquePointer?
        var end = 0
        let status = unsafe text.withUnsafeBytes { buffer in
            let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            var tail: UnsafePointer<CChar>?
            let length = Int32(clamping: count + 1)
            let result = unsafe sqlite3_prepare_v3(handle, start, length, 0, &statement, &tail)
            if let start = unsafe start, let tail = unsafe tail { end = unsafe tail - start }
            return result
        }
        guard status == SQLITE_OK else { throw failure(status, operation: "prepare", sql: sql) }
        guard let compiled = unsafe statement else { return (nil, end) }
        return (unsafe SQLiteStatement(compiled, sql: sql, connection: self), end)
    }

    /// An error for a result code of this connection's last call.
    func failure(_ status: Int32, operation: String, sql: String?) -> SQLiteError {
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        return Self.failure(status, message, operation: operation, sql: sql)
    }

    private static func failure(
        _ status: Int32, _ message: String, operation: String, sql: String?
    ) -> SQLiteError {
        .failed(
            SQLiteFailure(
                code: SQLiteCode(rawValue: status & 0xFF), extendedCode: status, message: message,
                operation: operation, sql: sql))
    }
}

/// A compiled statement with its cursor.
@safe final class SQLiteStatement {
    private let handle: OpaquePointer
    private let connection: SQLiteConnection
    let sql: String
    let columnCount: Int
    private let parameterCount: Int
    /// Whether a caller is between binding and reset.
    var isBusy = false

    fileprivate init(_ handle: OpaquePointer, sql: String, connection: SQLiteConnection) {
        unsafe self.handle = handle
        self.sql = sql
        self.connection = connection
        columnCount = unsafe Int(sqlite3_column_count(handle))
        parameterCount = unsafe Int(sqlite3_bind_parameter_count(handle))
    }

    deinit {
        _ = unsafe sqlite3_finalize(handle)
    }

    /// Gives each parameter its value; SQLite copies texts and bytes at once.
    func bind(_ arguments: [SQLValue]) throws(SQLiteError) {
        guard arguments.count == parameterCount else {
            throw .argumentCount(expected: parameterCount, found: arguments.count, sql: sql)
        }
        for (offset, argument) in arguments.enumerated() {
            let status = bind(argument, at: Int32(truncatingIfNeeded: offset + 1))
            guard status == SQLITE_OK else {
                throw connection.failure(status, operation: "bind parameter \(offset + 1)", sql: sql)
            }
        }
    }

    private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: unsafe sqlite3_bind_null(handle, index)
        case .integer(let number): unsafe sqlite3_bind_int64(handle, index, number)
        case .real(let number): unsafe sqlite3_bind_double(handle, index, number)
        case .text(var text):
            text.withUTF8 { buffer in
                unsafe buffer.withMemoryRebound(to: CChar.self) { bytes in
                    unsafe buzz_sqlite3_bind_text(handle, index, bytes.baseAddress, UInt64(bytes.count))
                }
            }
        case .blob(let bytes):
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe buzz_sqlite3_bind_blob(handle, index, buffer.baseAddress, UInt64(buffer.count))
            }
        }
    }

    /// Moves to the next row; false when there is none.
    func step() throws(SQLiteError) -> Bool {
        let status = unsafe sqlite3_step(handle)
        switch status {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw connection.failure(status, operation: "step", sql: sql)
        }
    }

    /// Makes the statement ready for its next use and lets go of what was bound.
    func reset() {
        // The status repeats what step already reported.
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    /// The storage class of a column of the current row.
    func valueClass(_ column: Int) -> SQLValueClass {
        switch unsafe sqlite3_column_type(handle, Int32(truncatingIfNeeded: column)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    func integer(_ column: Int) -> Int64 {
        unsafe sqlite3_column_int64(handle, Int32(truncatingIfNeeded: column))
    }

    func real(_ column: Int) -> Double {
        unsafe sqlite3_column_double(handle, Int32(truncatingIfNeeded: column))
    }

    func text(_ column: Int) -> String {
        let index = Int32(truncatingIfNeeded: column)
        guard let start = unsafe sqlite3_column_text(handle, index) else { return "" }
        let count = unsafe Int(sqlite3_column_bytes(handle, index))
        return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Appends a blob's or text's bytes without a copy in between.
    func appendBytes(_ column: Int, to output: inout [UInt8]) {
        let index = Int32(truncatingIfNeeded: column)
        guard let start = unsafe sqlite3_column_blob(handle, index) else { return }
        let count = unsafe Int(sqlite3_column_bytes(handle, index))
        unsafe output.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
    }
}
