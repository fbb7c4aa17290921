extension Database {
    /// The number of the schema's version, kept in the file's header (`user_version`).
    public var userVersion: Int64 {
        get throws(SQLiteError) {
            try firstRow("PRAGMA user_version") { (row) throws(SQLiteError) in try row.integer(0) } ?? 0
        }
    }

    /// Brings the schema up to date: runs each script that the file has not seen, in order.
    ///
    /// Script number n leads from version n−1 to n. Each runs in a transaction of its own together with the new
    /// version number, so that a crash in between leaves a whole step. Scripts that were released must never change;
    /// append new ones.
    ///
    /// - Throws: ``SQLiteError/newerSchema(found:known:)`` if the file is of a later program, or why a script failed.
    public func migrate(_ scripts: [String]) throws(SQLiteError) {
        let known = Int64(scripts.count)
        let found = try userVersion
        guard found >= 0, found <= known else { throw .newerSchema(found: found, known: known) }
        for version in found..<known {
            try transaction { () throws(SQLiteError) in
                // Another process may have done this step while this one waited for the lock.
                guard try userVersion == version else { return }
                try executeScript(scripts[Int(version)])
                try executeScript("PRAGMA user_version = \(version + 1)")
            }
        }
    }
}
