internal import NostrCore
internal import SQLiteKit

extension StoreSession {
    /// Hides an event for good.
    func delete(_ head: StoredHead) throws(SQLiteError) {
        try remove(head)
        try database.execute("INSERT OR IGNORE INTO deleted_event (id) VALUES (?)", [head.id.value])
    }

    /// Hides the versions of an address up to a time, those to come included.
    func delete(_ address: EventAddress, until: Int64, current: StoredHead) throws(SQLiteError) {
        try database.execute(
            """
            INSERT INTO deleted_address (pubkey, kind, identifier, until) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET until = max(until, excluded.until)
            """, address.values + [.integer(until)])
        if current.createdAt <= until { try delete(current) }
    }

    /// The time up to which versions of an address were deleted.
    func deletedUntil(_ address: EventAddress) throws(SQLiteError) -> Int64? {
        try database.firstRow(
            "SELECT until FROM deleted_address WHERE pubkey = ? AND kind = ? AND identifier = ?",
            address.values
        ) { (row) throws(SQLiteError) in try row.integer(0) }
    }

    /// Removes what has expired: it is never served, so nobody misses it.
    func removeExpired(now: Int64) throws(SQLiteError) {
        let rows = try database.rows(
            "SELECT id FROM event WHERE expires_at <= ? LIMIT 1000", [.integer(now)]
        ) { (row) throws(SQLiteError) in try row.blob(0) }
        for id in rows.compactMap({ Bytes32($0) }) {
            if let head = try head(EventID(id), now: .min) { try remove(head) }
        }
    }

    // MARK: Reactions

    func hasReaction(_ emoji: String, by actor: Bytes32, to target: EventID) throws(SQLiteError) -> Bool {
        let sql = "SELECT 1 FROM reaction WHERE target = ? AND pubkey = ? AND emoji = ?"
        let arguments = [target.value, actor.value, .blob(Array(emoji.utf8))]
        return try database.firstRow(sql, arguments) { (_) throws(SQLiteError) in true } ?? false
    }

    func addReaction(
        _ emoji: String, by actor: Bytes32, to target: EventID, event: Int64
    ) throws(SQLiteError) {
        try database.execute(
            "INSERT INTO reaction (target, pubkey, emoji, event) VALUES (?, ?, ?, ?)",
            [target.value, actor.value, .blob(Array(emoji.utf8)), .integer(event)])
    }
}
