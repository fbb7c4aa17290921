internal import NostrCore
internal import SQLiteKit

extension StoreSession {
    /// What is kept from a key now.
    func restriction(of pubkey: Bytes32, now: Int64) throws(SQLiteError) -> Restriction {
        try database.firstRow(
            """
            SELECT banned AND (ban_expires_at IS NULL OR ban_expires_at > ?1),
            CASE WHEN muted_until > ?1 THEN muted_until END FROM restriction WHERE pubkey = ?2
            """, [.integer(now), pubkey.value]
        ) { (row) throws(SQLiteError) in
            Restriction(isBanned: try row.integer(0) != 0, timedOutUntil: try row.optionalInteger(1))
        } ?? Restriction()
    }

    func moderationFacts(
        for event: Event, target: Bytes32?, now: Int64
    ) throws(SQLiteError) -> ModerationFacts {
        var facts = ModerationFacts(role: try relayRole(of: event.pubkey))
        if let target {
            facts.targetRole = try relayRole(of: target)
            facts.target = try restriction(of: target, now: now)
        }
        if let named = event.firstValue(ofTag: "report") {
            // By its own id, or by that of the event that brought it.
            let id = Bytes32(hex: named)?.value ?? .null
            facts.report = try database.firstRow(
                "SELECT row FROM report WHERE id = ? OR event = ?", [.text(named), id]
            ) { (row) throws(SQLiteError) in try row.integer(0) }
        }
        return facts
    }

    func isReported(_ event: EventID) throws(SQLiteError) -> Bool {
        try database.firstRow("SELECT 1 FROM report WHERE event = ?", [event.value]) {
            (_) throws(SQLiteError) in true
        } ?? false
    }

    /// Carries a command out and records it.
    func execute(
        _ command: ModerationCommand, of event: Event, channel: Channel?, now: Int64
    ) throws(SQLiteError) {
        let actor = event.pubkey.value
        let reason = SQLValue.optional(event.firstValue(ofTag: "reason"))
        switch command {
        case .report(let report):
            try insert(report, of: event, channel: channel, now: now)
        case .ban(let target, let until):
            try database.execute(
                """
                INSERT INTO restriction (pubkey, banned, ban_expires_at, ban_reason, actor, updated_at)
                VALUES (?, 1, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET banned = 1,
                ban_expires_at = excluded.ban_expires_at, ban_reason = excluded.ban_reason,
                actor = excluded.actor, updated_at = excluded.updated_at
                """, [target.value, .optional(until), reason, actor, .integer(now)])
        case .unban(let target):
            try database.execute(
                """
                UPDATE restriction SET banned = 0, ban_expires_at = NULL, ban_reason = NULL, actor = ?,
                updated_at = ? WHERE pubkey = ?
                """, [actor, .integer(now), target.value])
        case .timeOut(let target, let until):
            try database.execute(
                """
                INSERT INTO restriction (pubkey, muted_until, mute_reason, actor, updated_at)
                VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET muted_until = excluded.muted_until,
                mute_reason = excluded.mute_reason, actor = excluded.actor, updated_at = excluded.updated_at
                """, [target.value, .integer(until), reason, actor, .integer(now)])
        case .endTimeout(let target):
            try database.execute(
                """
                UPDATE restriction SET muted_until = NULL, mute_reason = NULL, actor = ?, updated_at = ?
                WHERE pubkey = ?
                """, [actor, .integer(now), target.value])
        case .resolve(let report, let status, let action):
            try database.execute(
                "UPDATE report SET status = ?, resolved_by = ?, resolved_at = ?, action_id = ? WHERE row = ?",
                [.text(status.rawValue), actor, .integer(now), .optional(action), .integer(report)])
        }
        guard let name = command.name else { return }
        try record(name, event, target: command.target, reason: .init(), now: now)
    }

    private func insert(
        _ report: Report, of event: Event, channel: Channel?, now: Int64
    ) throws(SQLiteError) {
        try database.execute(
            """
            INSERT INTO report (id, event, reporter, target_kind, target, channel, type, note, created_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(Self.recordID("report", event)), event.id.value, event.pubkey.value,
                .text(report.targetKind.rawValue), .text(report.target), .optional(channel?.id),
                .text(report.kind.rawValue), .text(report.note), .integer(now),
            ])
    }

    /// Records what one did to another.
    func record(
        _ action: String, _ event: Event, target: Bytes32? = nil, deleted: EventID? = nil,
        channel: Channel? = nil, reason: MessageDeletionReason, now: Int64
    ) throws(SQLiteError) {
        try database.execute(
            """
            INSERT INTO audit (id, actor, action, target, target_event, channel, reason_code, public_reason,
            private_reason, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(reason.action ?? Self.recordID("audit", event)), event.pubkey.value, .text(action),
                target?.value ?? .null, deleted?.value ?? .null, .optional(channel?.id),
                .optional(reason.code), .optional(reason.text),
                .optional(event.firstValue(ofTag: "reason")), .integer(now),
            ])
    }

    /// A record's id follows from the event that brought it.
    private static func recordID(_ kind: String, _ event: Event) -> String {
        // The namespace is a UUID, so that there is always one.
        UUIDText.version5(namespace: "6b1f3f0e-52a4-4d8e-9a53-0d5c1c1f7a44", name: "\(kind):\(event.id.hex)")
            ?? event.id.hex
    }
}
