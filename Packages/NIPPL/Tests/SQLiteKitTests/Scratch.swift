import Foundation
import SQLiteKit

/// A directory of its own for one test, gone with its last reference.
final class Scratch: Sendable {
    let path: String

    init(_ name: String = UUID().uuidString) throws {
        path = NSTemporaryDirectory() + "sqlitekit-" + name
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var file: String { path + "/test.sqlite3" }

    func database(_ options: Database.Options = .init(synchronous: .normal)) throws(SQLiteError) -> Database {
        try Database(path: file, options: options)
    }
}

/// The error that a call throws, or nil.
func failure(_ body: () throws(SQLiteError) -> Void) -> SQLiteError? {
    do throws(SQLiteError) {
        try body()
        return nil
    } catch {
        return error
    }
}

/// A whole column of integers.
func integers(_ sql: String, _ arguments: [SQLValue] = [], in database: Database) throws(SQLiteError)
    -> [Int64]
{
    try database.rows(sql, arguments) { (row) throws(SQLiteError) in try row.integer(0) }
}
