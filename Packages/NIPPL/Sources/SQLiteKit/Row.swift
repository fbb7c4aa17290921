/// One row of a result, readable while the closure that got it runs; columns count from 0.
public struct Row: ~Copyable {
    let statement: SQLiteStatement

    /// The number of columns.
    public var count: Int { statement.columnCount }

    /// The integer in a column.
    ///
    /// - Throws: ``SQLiteError/columnMismatch(column:expected:found:sql:)`` for any other class, null included.
    public func integer(_ column: Int) throws(SQLiteError) -> Int64 {
        try expect(.integer, column)
        return statement.integer(column)
    }

    /// The integer in a column, or nil for null.
    public func optionalInteger(_ column: Int) throws(SQLiteError) -> Int64? {
        try isNull(column) ? nil : try integer(column)
    }

    /// The double in a column.
    public func real(_ column: Int) throws(SQLiteError) -> Double {
        try expect(.real, column)
        return statement.real(column)
    }

    /// The text in a column; bytes that are no UTF-8 come as U+FFFD.
    public func text(_ column: Int) throws(SQLiteError) -> String {
        try expect(.text, column)
        return statement.text(column)
    }

    /// The text in a column, or nil for null.
    public func optionalText(_ column: Int) throws(SQLiteError) -> String? {
        try isNull(column) ? nil : try text(column)
    }

    /// The bytes in a column.
    public func blob(_ column: Int) throws(SQLiteError) -> [UInt8] {
        var bytes: [UInt8] = []
        try appendBlob(column, to: &bytes)
        return bytes
    }

    /// The bytes in a column, or nil for null.
    public func optionalBlob(_ column: Int) throws(SQLiteError) -> [UInt8]? {
        try isNull(column) ? nil : try blob(column)
    }

    /// Appends the bytes in a column to a buffer, without a copy in between.
    public func appendBlob(_ column: Int, to output: inout [UInt8]) throws(SQLiteError) {
        try expect(.blob, column)
        statement.appendBytes(column, to: &output)
    }

    /// Whether a column is null.
    public func isNull(_ column: Int) throws(SQLiteError) -> Bool {
        try valueClass(column) == .null
    }

    /// The storage class of a column's value.
    public func valueClass(_ column: Int) throws(SQLiteError) -> SQLValueClass {
        guard column >= 0, column < statement.columnCount else {
            throw .noSuchColumn(column: column, count: statement.columnCount, sql: statement.sql)
        }
        return statement.valueClass(column)
    }

    /// A column's value, whatever its class.
    public func value(_ column: Int) throws(SQLiteError) -> SQLValue {
        switch try valueClass(column) {
        case .null: return .null
        case .integer: return .integer(statement.integer(column))
        case .real: return .real(statement.real(column))
        case .text: return .text(statement.text(column))
        case .blob: return .blob(try blob(column))
        }
    }

    private func expect(_ expected: SQLValueClass, _ column: Int) throws(SQLiteError) {
        let found = try valueClass(column)
        guard found == expected else {
            throw .columnMismatch(column: column, expected: expected, found: found, sql: statement.sql)
        }
    }
}

@available(*, unavailable)
extension Row: Sendable {}
