internal import NostrCore
internal import SQLiteKit

extension StoreSession {
    private static let headColumns = "row, id, pubkey, kind, created_at, channel, root, depth"
    private static let isKnownSQL = """
        SELECT EXISTS (SELECT 1 FROM event WHERE id = ?1) OR EXISTS (SELECT 1 FROM deleted_event WHERE id = ?1)
        """
    private static let headSQL = """
        SELECT \(headColumns) FROM event WHERE id = ? AND (expires_at IS NULL OR expires_at > ?)
        """
    private static let newestSQL = """
        SELECT \(headColumns) FROM event WHERE row =
        (SELECT event FROM address WHERE pubkey = ? AND kind = ? AND identifier = ?)
        """

    /// Whether an id is stored, or was deleted.
    func isKnown(_ id: EventID) throws(SQLiteError) -> Bool {
        return try database.firstRow(Self.isKnownSQL, [id.value]) { (row) throws(SQLiteError) in
            try row.integer(0)
        } == 1
    }

    /// What is known about a stored event that has not expired.
    func head(_ id: EventID, now: Int64) throws(SQLiteError) -> StoredHead? {
        return try database.firstRow(Self.headSQL, [id.value, .integer(now)], Self.head) ?? nil
    }

    /// The event that stands for an address.
    func newest(_ address: EventAddress) throws(SQLiteError) -> StoredHead? {
        return try database.firstRow(Self.newestSQL, address.values, Self.head) ?? nil
    }

    private static func head(_ row: borrowing Row) throws(SQLiteError) -> StoredHead? {
        guard let id = Bytes32(try row.blob(1)), let author = Bytes32(try row.blob(2)),
            let kind = UInt16(exactly: try row.integer(3)), let depth = Int(exactly: try row.integer(7))
        else { return nil }
        let root = try row.optionalBlob(6).flatMap { Bytes32($0) }
        return StoredHead(
            row: try row.integer(0), id: EventID(id), author: author, kind: kind,
            createdAt: try row.integer(4), channel: try row.optionalInteger(5),
            root: root.map { EventID($0) }, depth: depth)
    }

    /// Stores an event and its tags, and puts it in the place of the one it replaces.
    ///
    /// - Parameter channelID: the id of the channel that it is stored under; it answers for an `h` tag.
    func insert(
        _ event: Event, channel: Channel?, root: EventID? = nil, depth: Int = 0
    ) throws(SQLiteError) -> Int64 {
        if let address = EventAddress(of: event, in: channel), let old = try newest(address) {
            try remove(old)
        }
        let row = try database.insert(
            """
            INSERT INTO event (id, pubkey, kind, created_at, channel, root, depth, expires_at, audience, json)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                event.id.value, event.pubkey.value, event.kind.value, .integer(event.createdAt),
                .optional(channel?.row), root?.value ?? .null, .integer(Int64(depth)),
                .optional(event.expiration), .integer(Audience(of: event).rawValue),
                .blob(event.serialized()),
            ])
        for (name, value) in Self.indexedTags(of: event, channel: channel) {
            // A tag that stands twice is one condition met.
            try database.execute(
                "INSERT OR IGNORE INTO tag (name, value, created_at, id, kind, event) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    .integer(Int64(name)), .blob(value), .integer(event.createdAt), event.id.value,
                    event.kind.value, .integer(row),
                ])
        }
        if let address = EventAddress(of: event, in: channel) {
            try database.execute(
                "INSERT OR REPLACE INTO address (pubkey, kind, identifier, event) VALUES (?, ?, ?, ?)",
                address.values + [.integer(row)])
        }
        return row
    }

    /// Takes an event out, with everything that points at its row.
    func remove(_ head: StoredHead) throws(SQLiteError) {
        let text = try database.firstRow("SELECT json FROM event WHERE row = ?", [.integer(head.row)]) {
            (row) throws(SQLiteError) in try row.blob(0)
        }
        guard let text else { return }
        var channel: Channel?
        if let row = head.channel { channel = try self.channel(row: row) }
        if let event = try? Event.parse(text, maximumBytes: text.count) {
            for (name, value) in Self.indexedTags(of: event, channel: channel) {
                try database.execute(
                    "DELETE FROM tag WHERE name = ? AND value = ? AND created_at = ? AND id = ?",
                    [.integer(Int64(name)), .blob(value), .integer(event.createdAt), event.id.value])
            }
            if let address = EventAddress(of: event, in: channel) {
                try database.execute(
                    "DELETE FROM address WHERE pubkey = ? AND kind = ? AND identifier = ?", address.values)
            }
        }
        try database.execute("DELETE FROM reaction WHERE event = ?", [.integer(head.row)])
        try database.execute("DELETE FROM event WHERE row = ?", [.integer(head.row)])
    }

    /// Name and first value of each tag that a filter can ask for, and the channel as an `h` tag.
    private static func indexedTags(of event: Event, channel: Channel?) -> [(name: UInt8, value: [UInt8])] {
        var tags: [(UInt8, [UInt8])] = []
        for tag in event.tags where tag.count > 1 {
            let name = tag[0].utf8
            guard name.count == 1, let letter = name.first, letter.isASCIILetter else { continue }
            tags.append((letter, Array(tag[1].utf8)))
        }
        if let channel {
            let value = Array(channel.id.utf8)
            let isThere = tags.contains { $0.0 == UInt8(ascii: "h") && $0.1 == value }
            if !isThere { tags.append((UInt8(ascii: "h"), value)) }
        }
        return tags
    }
}

extension UInt8 {
    /// Whether it is an ASCII letter of either case.
    var isASCIILetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}

extension EventID {
    var value: SQLValue { .blob(bytes.bytes) }
}

extension Bytes32 {
    var value: SQLValue { .blob(bytes) }
}

extension UInt16 {
    var value: SQLValue { .integer(Int64(self)) }
}

extension EventAddress {
    var values: [SQLValue] { [author.value, kind.value, .blob(Array(identifier.utf8))] }
}
