internal import NostrCore
internal import SQLiteKit

extension StoreSession {
    func relayRole(of pubkey: Bytes32) throws(SQLiteError) -> RelayRole? {
        try database.firstRow("SELECT role FROM relay_member WHERE pubkey = ?", [pubkey.value]) {
            (row) throws(SQLiteError) in RelayRole(rawValue: try row.text(0))
        } ?? nil
    }

    /// The relay's members in the order of joining.
    func relayMembers() throws(SQLiteError) -> [RelayMember] {
        let found = try database.rows("SELECT pubkey, role FROM relay_member ORDER BY row") {
            (row) throws(SQLiteError) -> RelayMember? in
            guard let pubkey = Bytes32(try row.blob(0)), let role = RelayRole(rawValue: try row.text(1))
            else { return nil }
            return RelayMember(pubkey: pubkey, role: role)
        }
        return found.compactMap { $0 }
    }

    func rosterFacts(author: Bytes32, target: Bytes32?, isRequired: Bool) throws(SQLiteError) -> RosterFacts {
        var facts = RosterFacts(isRequired: isRequired, role: try relayRole(of: author))
        if let target { facts.targetRole = try relayRole(of: target) }
        facts.hasAdministrators =
            try database.firstRow("SELECT 1 FROM relay_member WHERE role <> 'member' LIMIT 1") {
                (_) throws(SQLiteError) in true
            } ?? false
        return facts
    }

    /// Makes this key the one owner; another that was becomes an admin.
    func setOwner(_ owner: Bytes32) throws(SQLiteError) {
        try database.execute(
            "UPDATE relay_member SET role = 'admin' WHERE role = 'owner' AND pubkey <> ?", [owner.value])
        try database.execute(
            """
            INSERT INTO relay_member (pubkey, role) VALUES (?, 'owner')
            ON CONFLICT DO UPDATE SET role = 'owner'
            """, [owner.value])
    }

    /// Carries a command out and tells about it.
    ///
    /// - Returns: why an announcement could not be signed; then the transaction must be undone.
    func execute(
        _ command: RosterCommand, by keys: KeyPair, now: Int64
    ) throws(SQLiteError) -> SigningError? {
        var delta: EventTemplate?
        switch command {
        case .none: return nil
        case .setIcon(let icon):
            try database.execute(
                "INSERT OR REPLACE INTO setting (name, value) VALUES ('icon', ?)", [.optional(icon)])
            return nil
        case .add(let target, let role):
            try database.execute(
                "INSERT INTO relay_member (pubkey, role) VALUES (?, ?)", [target.value, .text(role.rawValue)])
            delta = RosterState.added(target, at: now)
        case .remove(let target), .leave(let target):
            try database.execute("DELETE FROM relay_member WHERE pubkey = ?", [target.value])
            delta = RosterState.removed(target, at: now)
        case .setRole(let target, let role):
            try database.execute(
                "UPDATE relay_member SET role = ? WHERE pubkey = ?", [.text(role.rawValue), target.value])
        }
        if let delta, let error = try publish(delta, under: nil, by: keys) { return error }
        return try publishRoster(by: keys, now: now)
    }

    /// Signs and stores the roster.
    func publishRoster(by keys: KeyPair, now: Int64) throws(SQLiteError) -> SigningError? {
        var roster = RosterState.roster(try relayMembers())
        let address = EventAddress(kind: RosterState.kind, author: keys.publicKey.bytes, identifier: "")
        let previous = try newest(address)?.createdAt
        roster.createdAt = max(now, previous.map { $0 &+ 1 } ?? now)
        return try publish(roster, under: nil, by: keys)
    }

    /// The community's picture.
    func icon() throws(SQLiteError) -> String? {
        try database.firstRow("SELECT value FROM setting WHERE name = 'icon'") {
            (row) throws(SQLiteError) in try row.optionalText(0)
        } ?? nil
    }
}
