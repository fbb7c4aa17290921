import SQLiteKit
import Testing

@Suite struct ValueTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let value: SQLValue
        var testDescription: String { name }

        init(_ name: String, _ value: SQLValue) {
            self.name = name
            self.value = value
        }
    }

    @Test(arguments: [
        Case("null", .null), Case("zero", 0), Case("least", .integer(.min)), Case("greatest", .integer(.max)),
        Case("real", .real(-0.5)), Case("infinity", .real(.infinity)), Case("empty text", ""),
        Case("text with NUL", .text("a\u{0}b")), Case("text with emoji", "grüße 🐝"),
        Case("combining mark", .text("e\u{301}")), Case("empty blob", .blob([])),
        Case("zero byte", .blob([0])),
        Case("all bytes", .blob(Array(0...255))),
        Case("a megabyte", .blob(.init(repeating: 7, count: 1 << 20))),
    ])
    func comesBackAsItWent(_ row: Case) throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        try database.executeScript("CREATE TABLE value(v)")
        try database.execute("INSERT INTO value VALUES (?)", [row.value])
        let found = try database.firstRow("SELECT v FROM value") { (row) throws(SQLiteError) in
            try row.value(0)
        }
        #expect(found == row.value)
    }

    @Test func nanBecomesNull() throws {
        // SQLite has no NaN; it stores NULL instead.
        let scratch = try Scratch()
        let found = try scratch.database().firstRow("SELECT ?", [.real(.nan)]) { (row) throws(SQLiteError) in
            try row.isNull(0)
        }
        #expect(found == true)
    }

    @Test func equivalentTextsOfDifferentBytesDiffer() {
        #expect(SQLValue.text("\u{E9}") != SQLValue.text("e\u{301}"))
    }

    @Test func readingAnotherClassNamesColumnAndClasses() throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        let error = failure { () throws(SQLiteError) in
            _ = try database.firstRow("SELECT 1, 'x'") { (row) throws(SQLiteError) in try row.integer(1) }
        }
        #expect(error == .columnMismatch(column: 1, expected: .integer, found: .text, sql: "SELECT 1, 'x'"))
    }

    @Test(arguments: [-1, 2, Int.max])
    func readingAColumnThatIsNotThere(_ column: Int) throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        let error = failure { () throws(SQLiteError) in
            _ = try database.firstRow("SELECT 1, 2") { (row) throws(SQLiteError) in try row.integer(column) }
        }
        #expect(error == .noSuchColumn(column: column, count: 2, sql: "SELECT 1, 2"))
    }

    @Test func optionalReadersGiveNilForNullOnly() throws {
        let scratch = try Scratch()
        let database = try scratch.database()
        try database.forEachRow("SELECT NULL, 5, 'x', x'01'") { (row) throws(SQLiteError) in
            #expect(try row.optionalInteger(0) == nil)
            #expect(try row.optionalText(0) == nil)
            #expect(try row.optionalBlob(0) == nil)
            #expect(try row.optionalInteger(1) == 5)
            #expect(try row.optionalText(2) == "x")
            #expect(try row.optionalBlob(3) == [1])
        }
    }
}
