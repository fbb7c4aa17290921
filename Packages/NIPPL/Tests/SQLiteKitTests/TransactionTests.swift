import SQLiteKit
import Testing

@Suite struct TransactionTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func open(_ options: Database.Options = .init(synchronous: .normal)) throws -> Database {
        let database = try scratch.database(options)
        try database.executeScript("CREATE TABLE IF NOT EXISTS t(v INTEGER)")
        return database
    }

    private func values(_ database: Database) throws(SQLiteError) -> [Int64] {
        try integers("SELECT v FROM t ORDER BY v", in: database)
    }

    @Test func aFailureUndoesEverything() throws {
        let database = try open()
        let error = failure { () throws(SQLiteError) in
            try database.transaction { () throws(SQLiteError) in
                try database.execute("INSERT INTO t VALUES (1)")
                try database.execute("INSERT INTO missing VALUES (1)")
            }
        }
        #expect(error?.code == .error)
        #expect(try values(database) == [])
    }

    @Test func aDecisionToRollBackReturnsItsValue() throws {
        let database = try open()
        let answer = try database.decidingTransaction { () throws(SQLiteError) -> Database.Outcome<String> in
            try database.execute("INSERT INTO t VALUES (1)")
            return .rollback("refused")
        }
        #expect(answer == "refused")
        #expect(try values(database) == [])
    }

    @Test func aNestedTransactionIsRefusedAndTheOuterStays() throws {
        let database = try open()
        try database.transaction { () throws(SQLiteError) in
            try database.execute("INSERT INTO t VALUES (1)")
            let error = failure { () throws(SQLiteError) in
                try database.transaction { () throws(SQLiteError) in }
            }
            #expect(error == .nestedTransaction)
        }
        #expect(try values(database) == [1])
    }

    @Test func aSavepointIsUndoneByItself() throws {
        let database = try open()
        try database.transaction { () throws(SQLiteError) in
            try database.savepoint { () throws(SQLiteError) in
                try database.execute("INSERT INTO t VALUES (1)")
                return .commit(())
            }
            try database.savepoint { () throws(SQLiteError) in
                try database.execute("INSERT INTO t VALUES (2)")
                return .rollback(())
            }
            let error = failure { () throws(SQLiteError) in
                try database.savepoint { () throws(SQLiteError) -> Database.Outcome<Void> in
                    try database.execute("INSERT INTO t VALUES (3)")
                    throw .invalidPath
                }
            }
            #expect(error == .invalidPath)
            #expect(database.isInTransaction)
            try database.savepoint { () throws(SQLiteError) in
                try database.execute("INSERT INTO t VALUES (4)")
                return .commit(())
            }
        }
        #expect(try values(database) == [1, 4])
    }

    @Test func aSavepointNeedsATransaction() throws {
        let database = try open()
        let error = failure { () throws(SQLiteError) in
            try database.savepoint { () throws(SQLiteError) in .commit(()) }
        }
        #expect(error == .noTransaction)
    }

    @Test func anotherConnectionSeesOnlyWhatWasCommitted() throws {
        let writer = try open()
        let reader = try open()
        try writer.transaction { () throws(SQLiteError) in
            try writer.execute("INSERT INTO t VALUES (1)")
            let seen = try values(reader)
            #expect(seen == [])
        }
        #expect(try values(reader) == [1])
    }

    @Test func aSecondWriterIsBusyAfterItsTimeout() throws {
        let first = try open()
        let second = try open(.init(synchronous: .normal, busyTimeoutMilliseconds: 1))
        try first.transaction { () throws(SQLiteError) in
            let error = failure { () throws(SQLiteError) in try second.execute("INSERT INTO t VALUES (2)") }
            #expect(error?.code == .busy)
        }
    }

    @Test(arguments: [true, false])
    func foreignKeysHoldWhenAsked(_ enforced: Bool) throws {
        let database = try open(.init(foreignKeys: enforced))
        try database.executeScript(
            "CREATE TABLE p(id INTEGER PRIMARY KEY); CREATE TABLE c(p INTEGER REFERENCES p(id))")
        let error = failure { () throws(SQLiteError) in try database.execute("INSERT INTO c VALUES (1)") }
        #expect((error?.code == .constraint) == enforced)
    }
}
