/// Why a database operation failed.
///
/// Statements are part of the error; their arguments are not, since they may hold what users wrote.
public enum SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// SQLite refused.
    case failed(SQLiteFailure)
    /// A column holds another storage class than the one asked for; columns count from 0.
    case columnMismatch(column: Int, expected: SQLValueClass, found: SQLValueClass, sql: String)
    /// A column that the statement does not have; columns count from 0.
    case noSuchColumn(column: Int, count: Int, sql: String)
    /// More or fewer arguments than the statement has parameters.
    case argumentCount(expected: Int, found: Int, sql: String)
    /// More than one statement where one was due; `offset` is the byte where the second begins.
    case trailingSQL(offset: Int, sql: String)
    /// The statement returns rows where none were due, or the text holds no statement.
    case notOneStatement(sql: String)
    /// The file's schema is of a later program.
    case newerSchema(found: Int64, known: Int64)
    /// A transaction inside another.
    case nestedTransaction
    /// A savepoint outside a transaction.
    case noTransaction
    /// The path is empty or holds a NUL, so that it names no file.
    case invalidPath

    /// SQLite's result code, or nil if the fault was found on this side of it.
    public var code: SQLiteCode? {
        if case .failed(let failure) = self { failure.code } else { nil }
    }

    /// One sentence that says what was tried, what happened, and where it helps what to do.
    public var description: String {
        switch self {
        case .failed(let failure): failure.description
        case .columnMismatch(let column, let expected, let found, let sql):
            "column \(column) of \(quoted(sql)) holds \(found.rawValue), expected \(expected.rawValue)"
        case .noSuchColumn(let column, let count, let sql):
            "column \(column) of \(quoted(sql)) does not exist; it has \(count), counted from 0"
        case .argumentCount(let expected, let found, let sql):
            "\(quoted(sql)) has \(expected) parameters but \(found) arguments were given"
        case .trailingSQL(let offset, let sql):
            "\(quoted(sql)) holds a second statement at byte \(offset); run a script with executeScript"
        case .notOneStatement(let sql):
            "\(quoted(sql)) is not one statement without result rows"
        case .newerSchema(let found, let known):
            "the database has schema version \(found), this program knows \(known); use the newer program"
        case .nestedTransaction:
            "a transaction can't begin inside another; do the work in the outer one"
        case .noTransaction:
            "a savepoint is a part of a transaction; begin one around it"
        case .invalidPath:
            "the database path is empty or holds a NUL byte; give a file name"
        }
    }

    private func quoted(_ sql: String) -> String { "\"" + SQLiteFailure.shortened(sql) + "\"" }
}

/// A failure that SQLite reported.
public struct SQLiteFailure: Equatable, Sendable, CustomStringConvertible {
    /// The primary result code.
    public let code: SQLiteCode
    /// The extended result code, such as 2067 for a UNIQUE constraint.
    public let extendedCode: Int32
    /// SQLite's own words.
    public let message: String
    /// What was being done: open, prepare, bind, step, close.
    public let operation: String
    /// The statement, when there is one; never its arguments.
    public let sql: String?

    /// The operation, the words, both codes and the statement.
    public var description: String {
        let statement = sql.map { " in \"\(Self.shortened($0))\"" } ?? ""
        return "SQLite could not \(operation)\(statement): \(message) (code \(code.rawValue), "
            + "extended \(extendedCode))"
    }

    static func shortened(_ sql: String) -> String {
        let line = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count > 200 ? String(line.prefix(199)) + "…" : line
    }
}

/// SQLite's primary result codes, those that a caller may want to tell apart by name.
public struct SQLiteCode: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int32

    /// Wraps a number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// SQL that does not parse, or a missing table or column.
    public static let error = SQLiteCode(rawValue: 1)
    /// Another connection holds the lock longer than the busy timeout.
    public static let busy = SQLiteCode(rawValue: 5)
    /// A write to a read-only file or connection.
    public static let readOnly = SQLiteCode(rawValue: 8)
    /// The system failed to read or write.
    public static let inputOutput = SQLiteCode(rawValue: 10)
    /// The file is damaged.
    public static let corrupt = SQLiteCode(rawValue: 11)
    /// The disk is full.
    public static let full = SQLiteCode(rawValue: 13)
    /// The file can't be opened.
    public static let cannotOpen = SQLiteCode(rawValue: 14)
    /// A text or blob is over SQLite's bound of a billion bytes.
    public static let tooBig = SQLiteCode(rawValue: 18)
    /// A UNIQUE, NOT NULL, CHECK or foreign-key rule forbids the change.
    public static let constraint = SQLiteCode(rawValue: 19)
    /// The file is not a database.
    public static let notADatabase = SQLiteCode(rawValue: 26)
}
