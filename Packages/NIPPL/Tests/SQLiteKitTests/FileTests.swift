import Foundation
import SQLiteKit
import Testing

@Suite struct FileTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test(arguments: [("empty", ""), ("NUL", "a\u{0}b")])
    func aPathThatNamesNoFile(_ name: String, _ path: String) {
        #expect(failure { () throws(SQLiteError) in _ = try Database(path: path) } == .invalidPath)
    }

    @Test func aMissingDirectoryIsNamed() {
        let path = scratch.path + "/none/x.sqlite3"
        let error = failure { () throws(SQLiteError) in _ = try Database(path: path) }
        #expect(error?.code == .cannotOpen)
        #expect(error?.description.contains(path) == true)
    }

    @Test func aFileThatIsNoDatabase() throws {
        try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: scratch.file))
        let error = failure { () throws(SQLiteError) in _ = try scratch.database() }
        #expect(error?.code == .notADatabase)
    }

    @Test func readOnlyNeedsTheFileAndRefusesWrites() throws {
        let options = Database.Options(readOnly: true)
        #expect(failure { () throws(SQLiteError) in _ = try scratch.database(options) }?.code == .cannotOpen)
        let writer = try scratch.database()
        try writer.executeScript("CREATE TABLE t(v); INSERT INTO t VALUES (3)")
        let reader = try scratch.database(options)
        #expect(try integers("SELECT v FROM t", in: reader) == [3])
        let error = failure { () throws(SQLiteError) in try reader.execute("DELETE FROM t") }
        #expect(error?.code == .readOnly)
    }

    @Test func theFileIsInWriteAheadMode() throws {
        let database = try scratch.database()
        let mode = try database.firstRow("PRAGMA journal_mode") { (row) throws(SQLiteError) in
            try row.text(0)
        }
        #expect(mode == "wal")
    }

    @Test(arguments: [(Database.Options.Synchronous.full, Int64(2)), (.normal, 1)])
    func theCommitPromiseIsSet(_ option: Database.Options.Synchronous, _ number: Int64) throws {
        let database = try scratch.database(.init(synchronous: option))
        #expect(try integers("PRAGMA synchronous", in: database) == [number])
    }
}

@Suite struct MigrationTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private let first = "CREATE TABLE a(v)"
    private let second = "CREATE TABLE b(v); INSERT INTO b VALUES (1)"

    @Test func aLaterSchemaIsRefused() throws {
        let database = try scratch.database()
        try database.migrate([first, second])
        let error = failure { () throws(SQLiteError) in try database.migrate([first]) }
        #expect(error == .newerSchema(found: 2, known: 1))
    }

    @Test func aFailingStepLeavesTheOnesBeforeIt() throws {
        let database = try scratch.database()
        let error = failure { () throws(SQLiteError) in
            try database.migrate([first, "CREATE TABLE b(v); SELECT * FROM missing"])
        }
        #expect(error?.code == .error)
        #expect(try database.userVersion == 1)
        try database.migrate([first, second])
        #expect(try database.userVersion == 2)
        #expect(try integers("SELECT v FROM b", in: database) == [1])
    }

    @Test func eachStepRunsOnce() throws {
        for _ in 0..<3 { try scratch.database().migrate([first, second]) }
        #expect(try integers("SELECT v FROM b", in: scratch.database()) == [1])
    }
}
