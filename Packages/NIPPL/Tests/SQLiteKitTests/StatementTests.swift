import SQLiteKit
import Testing

@Suite struct StatementTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func open() throws -> Database {
        let database = try scratch.database()
        try database.executeScript(
            "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE); -- the end")
        return database
    }

    @Test(arguments: [
        ("too few", [SQLValue](), SQLiteError.argumentCount(expected: 1, found: 0, sql: "SELECT ?")),
        ("too many", [1, 2], SQLiteError.argumentCount(expected: 1, found: 2, sql: "SELECT ?")),
    ])
    func argumentsMustFit(_ name: String, _ arguments: [SQLValue], _ expected: SQLiteError) throws {
        let database = try open()
        let error = failure { () throws(SQLiteError) in
            try database.forEachRow("SELECT ?", arguments) { (_) throws(SQLiteError) in }
        }
        #expect(error == expected)
    }

    @Test(arguments: [
        ("two statements", "DELETE FROM note; DELETE FROM note"), ("nothing", ""), ("a comment", "-- x"),
        ("hidden behind a NUL", "DELETE FROM note\u{0}; DROP TABLE note"), ("rows", "SELECT 1"),
    ])
    func executeTakesOneStatementWithoutRows(_ name: String, _ sql: String) throws {
        let database = try open()
        let error = failure { () throws(SQLiteError) in try database.execute(sql) }
        switch error {
        case .notOneStatement, .trailingSQL: break
        default: Issue.record("\(name): \(String(describing: error))")
        }
    }

    @Test func aTrailingCommentIsNoSecondStatement() throws {
        let database = try open()
        #expect(failure { () throws(SQLiteError) in try database.execute("DELETE FROM note; -- all") } == nil)
    }

    @Test func aConstraintFailureHasBothCodesAndTheStatementButNotTheArguments() throws {
        let database = try open()
        let sql = "INSERT INTO note(text) VALUES (?)"
        try database.execute(sql, ["private words"])
        let error = failure { () throws(SQLiteError) in try database.execute(sql, ["private words"]) }
        guard case .failed(let found)? = error else {
            Issue.record("no failure: \(String(describing: error))")
            return
        }
        #expect(found.code == .constraint)
        #expect(found.extendedCode == 2067)
        #expect(found.sql == sql)
        #expect(found.description.contains("UNIQUE"))
        #expect(!found.description.contains("private words"))
    }

    @Test func aWrongStatementIsRefusedWithItsText() throws {
        let database = try open()
        let error = failure { () throws(SQLiteError) in try database.execute("INSERT INTO nowhere VALUES (1)")
        }
        #expect(error?.code == .error)
        #expect(error?.description.contains("nowhere") == true)
    }

    @Test func countsChangesAndTellsTheNewRow() throws {
        let database = try open()
        #expect(try database.insert("INSERT INTO note(text) VALUES ('a')") == 1)
        #expect(try database.insert("INSERT INTO note(text) VALUES ('b')") == 2)
        #expect(try database.execute("DELETE FROM note") == 2)
    }

    @Test func theSameStatementCanRunInsideItself() throws {
        let database = try open()
        for text in ["a", "b"] { try database.execute("INSERT INTO note(text) VALUES (?)", [.text(text)]) }
        var pairs = 0
        let sql = "SELECT id FROM note ORDER BY id"
        try database.forEachRow(sql) { (_) throws(SQLiteError) in
            try database.forEachRow(sql) { (_) throws(SQLiteError) in pairs += 1 }
        }
        #expect(pairs == 4)
    }

    @Test func aStatementIsReadyAgainAfterAFailure() throws {
        let database = try open()
        let sql = "INSERT INTO note(text) VALUES (?)"
        try database.execute(sql, ["a"])
        #expect(failure { () throws(SQLiteError) in try database.execute(sql, ["a"]) }?.code == .constraint)
        try database.execute(sql, ["b"])
        #expect(try integers("SELECT count(*) FROM note", in: database) == [2])
    }

    @Test func firstRowLetsGoOfItsReadLock() throws {
        let database = try open()
        try database.execute("INSERT INTO note(text) VALUES ('a')")
        try database.execute("INSERT INTO note(text) VALUES ('b')")
        _ = try database.firstRow("SELECT id FROM note") { (row) throws(SQLiteError) in try row.integer(0) }
        // A cursor left open would make this fail: the table would be locked.
        try database.executeScript("DROP TABLE note")
    }

    @Test func moreStatementsThanTheCacheHolds() throws {
        let database = try Database(path: scratch.file, options: .init(cachedStatements: 2))
        for round in 0..<3 {
            for number in 0..<5 {
                #expect(try integers("SELECT \(number)", in: database) == [Int64(number)], "round \(round)")
            }
        }
    }
}
