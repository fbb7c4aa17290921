internal import NostrCore
internal import SQLiteKit

extension StoreSession {
    private static let channelColumns =
        "row, id, name, about, visibility, purpose, time_to_live, is_archived, topic, purpose_text, is_deleted,"
        + " deadline"
    private static let byID = "SELECT \(channelColumns) FROM channel WHERE id = ?"
    private static let byRow = "SELECT \(channelColumns) FROM channel WHERE row = ?"

    func channel(id: String) throws(SQLiteError) -> Channel? {
        return try database.firstRow(Self.byID, [.text(id)], Self.channel) ?? nil
    }

    func channel(row: Int64) throws(SQLiteError) -> Channel? {
        return try database.firstRow(Self.byRow, [.integer(row)], Self.channel) ?? nil
    }

    private static func channel(_ row: borrowing Row) throws(SQLiteError) -> Channel? {
        guard let visibility = Channel.Visibility(rawValue: try row.text(4)),
            let purpose = Channel.Purpose(rawValue: try row.text(5))
        else { return nil }
        return Channel(
            row: try row.integer(0), id: try row.text(1), name: try row.text(2),
            about: try row.optionalText(3),
            visibility: visibility, purpose: purpose, timeToLive: try row.optionalInteger(6),
            topic: try row.optionalText(8), purposeText: try row.optionalText(9),
            deadline: try row.optionalInteger(11),
            isArchived: try row.integer(7) != 0, isDeleted: try row.integer(10) != 0)
    }

    /// Stores a new channel and returns it with its row.
    func insert(_ channel: Channel) throws(SQLiteError) -> Channel {
        var stored = channel
        stored.row = try database.insert(
            "INSERT INTO channel (id, name, about, visibility, purpose, time_to_live) VALUES (?, ?, ?, ?, ?, ?)",
            [
                .text(channel.id), .text(channel.name), .optional(channel.about),
                .text(channel.visibility.rawValue), .text(channel.purpose.rawValue),
                .optional(channel.timeToLive),
            ])
        return stored
    }

    /// Something happened in a channel: one with a time to live begins it anew.
    func touch(_ channel: Channel, now: Int64) throws(SQLiteError) {
        // Beyond this many seconds it is without end, and sums stay whole numbers.
        try database.execute(
            "UPDATE channel SET deadline = iif(time_to_live < 1000000000000, ? + time_to_live, NULL) WHERE row = ?",
            [.integer(now), .integer(channel.row)])
    }

    private static let isIdle = "deadline <= ? AND NOT is_archived AND NOT is_deleted"

    func hasIdleChannel(now: Int64) throws(SQLiteError) -> Bool {
        try database.firstRow("SELECT 1 FROM channel WHERE \(Self.isIdle) LIMIT 1", [.integer(now)]) {
            (_) throws(SQLiteError) in true
        } ?? false
    }

    /// The channels whose time is over.
    func idleChannels(now: Int64) throws(SQLiteError) -> [Channel] {
        try database.rows(
            "SELECT \(Self.channelColumns) FROM channel WHERE \(Self.isIdle) ORDER BY deadline LIMIT 1000",
            [.integer(now)], Self.channel
        ).compactMap { $0 }
    }

    /// Gives a channel these values; id and type stay.
    func update(_ channel: Channel) throws(SQLiteError) {
        try database.execute(
            """
            UPDATE channel SET name = ?, about = ?, visibility = ?, time_to_live = ?, topic = ?, purpose_text = ?,
            is_archived = ?, is_deleted = ? WHERE row = ?
            """,
            [
                .text(channel.name), .optional(channel.about), .text(channel.visibility.rawValue),
                .optional(channel.timeToLive), .optional(channel.topic), .optional(channel.purposeText),
                .integer(channel.isArchived ? 1 : 0), .integer(channel.isDeleted ? 1 : 0),
                .integer(channel.row),
            ])
    }

    func role(of pubkey: Bytes32, in channel: Channel) throws(SQLiteError) -> MemberRole? {
        try database.firstRow(
            "SELECT role FROM member WHERE channel = ? AND pubkey = ?", [.integer(channel.row), pubkey.value]
        ) { (row) throws(SQLiteError) in MemberRole(rawValue: try row.text(0)) } ?? nil
    }

    func owners(of channel: Channel) throws(SQLiteError) -> Int {
        let count = try database.firstRow(
            "SELECT count(*) FROM member WHERE channel = ? AND role = 'owner'", [.integer(channel.row)]
        ) { (row) throws(SQLiteError) in try row.integer(0) }
        return Int(count ?? 0)
    }

    func addMember(_ pubkey: Bytes32, role: MemberRole, to channel: Channel) throws(SQLiteError) {
        try database.execute(
            "INSERT INTO member (channel, pubkey, role) VALUES (?, ?, ?)",
            [.integer(channel.row), pubkey.value, .text(role.rawValue)])
    }

    func setRole(_ role: MemberRole, of pubkey: Bytes32, in channel: Channel) throws(SQLiteError) {
        try database.execute(
            "UPDATE member SET role = ? WHERE channel = ? AND pubkey = ?",
            [.text(role.rawValue), .integer(channel.row), pubkey.value])
    }

    func removeMember(_ pubkey: Bytes32, from channel: Channel) throws(SQLiteError) {
        try database.execute(
            "DELETE FROM member WHERE channel = ? AND pubkey = ?", [.integer(channel.row), pubkey.value])
    }

    /// The members in the order of joining.
    func members(of channel: Channel) throws(SQLiteError) -> [ChannelMember] {
        let found = try database.rows(
            "SELECT pubkey, role FROM member WHERE channel = ? ORDER BY row", [.integer(channel.row)]
        ) { (row) throws(SQLiteError) -> ChannelMember? in
            guard let pubkey = Bytes32(try row.blob(0)), let role = MemberRole(rawValue: try row.text(1))
            else {
                return nil
            }
            return ChannelMember(pubkey: pubkey, role: role)
        }
        return found.compactMap { $0 }
    }
}
