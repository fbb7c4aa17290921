import Foundation
import SQLiteKit
import Testing

/// A real process dies of SIGKILL in the middle of a transaction; its parent then reads the file.
@Suite struct KillTests {
    private static let path = "killed-\(ProcessInfo.processInfo.processIdentifier)"

    @Test func whatWasCommittedSurvivesAndTheRestIsGone() async throws {
        let scratch = try Scratch(Self.path)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            // The child knows the directory by its parent's number.
            let file = NSTemporaryDirectory() + "sqlitekit-killed-\(getppid())/test.sqlite3"
            let database = try Database(path: file, options: .init(synchronous: .normal))
            try database.executeScript("CREATE TABLE t(v INTEGER)")
            for number in 1...50 {
                try database.execute("INSERT INTO t VALUES (?)", [.integer(Int64(number))])
            }
            try database.transaction { () throws(SQLiteError) in
                for number in 51...100 {
                    try database.execute("INSERT INTO t VALUES (?)", [.integer(Int64(number))])
                }
                kill(getpid(), SIGKILL)
            }
        }
        let database = try scratch.database()
        #expect(try integers("SELECT v FROM t ORDER BY v", in: database) == Array(1...50))
        let check = try database.rows("PRAGMA integrity_check") { (row) throws(SQLiteError) in try row.text(0)
        }
        #expect(check == ["ok"])
    }
}
