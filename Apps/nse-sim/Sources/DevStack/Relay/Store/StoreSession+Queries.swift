internal import NostrCore
internal import SQLiteKit

extension StoreSession {
    /// Appends the texts of the events that a plan finds, with commas between and before them where due.
    ///
    /// - Returns: false when the output would pass the bound; it is then cut at the last whole event.
    func appendEvents(
        _ plan: QueryPlan, to output: inout [UInt8], isFirst: inout Bool, atMost limit: Int
    ) throws(SQLiteError) -> Bool {
        var fits = true
        try database.forEachRow(plan.sql, plan.arguments) { (row) throws(SQLiteError) in
            fits = fits && output.count < limit
            guard fits else { return }
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            try row.appendBlob(0, to: &output)
        }
        return fits
    }

    func count(_ plan: QueryPlan) throws(SQLiteError) -> Int64 {
        try database.firstRow(plan.sql, plan.arguments) { (row) throws(SQLiteError) in try row.integer(0) }
            ?? 0
    }
}
