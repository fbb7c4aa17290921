internal import NostrCore
internal import SQLiteKit

/// What those who run the relay may read (spec relay §1.3).
enum ModerationList: Sendable {
    /// Reports, of one status when given.
    case reports(status: String?)
    /// What was done to whom.
    case audit
    /// Whom something is kept from now.
    case restricted

    /// How a column goes into JSON.
    fileprivate enum Form {
        case text, integer, flag, hex
    }

    fileprivate var columns: [(column: String, name: String, form: Form)] {
        switch self {
        case .reports:
            [
                ("id", "id", .text), ("event", "report_event_id", .hex),
                ("reporter", "reporter_pubkey", .hex),
                ("target_kind", "target_kind", .text), ("target", "target", .text),
                ("channel", "channel_id", .text), ("type", "report_type", .text), ("note", "note", .text),
                ("status", "status", .text), ("resolved_by", "resolved_by", .hex),
                ("resolved_at", "resolved_at", .integer), ("action_id", "action_id", .text),
                ("created_at", "created_at", .integer),
            ]
        case .audit:
            [
                ("id", "id", .text), ("actor", "actor_pubkey", .hex), ("action", "action", .text),
                ("target", "target_pubkey", .hex), ("target_event", "target_event_id", .hex),
                ("channel", "channel_id", .text), ("reason_code", "reason_code", .text),
                ("public_reason", "public_reason", .text), ("private_reason", "private_reason", .text),
                // Agents have no owners here, so that nobody stands for another.
                ("NULL", "matched_principal", .text), ("created_at", "created_at", .integer),
            ]
        case .restricted:
            [
                ("pubkey", "pubkey", .hex), ("banned", "banned", .flag),
                ("ban_expires_at", "ban_expires_at", .integer), ("ban_reason", "ban_reason", .text),
                ("muted_until", "muted_until", .integer), ("mute_reason", "mute_reason", .text),
                ("actor", "actor_pubkey", .hex), ("updated_at", "updated_at", .integer),
            ]
        }
    }
}

extension StoreSession {
    /// The newest rows of a list, as JSON.
    func rows(of list: ModerationList, limit: Int, now: Int64) throws(SQLiteError) -> JSONValue {
        let columns = list.columns
        var sql = "SELECT " + columns.map(\.column).joined(separator: ", ")
        var arguments: [SQLValue] = []
        switch list {
        case .reports(let status):
            sql += " FROM report"
            if let status {
                sql += " WHERE status = ?"
                arguments.append(.text(status))
            }
            sql += " ORDER BY row DESC"
        case .audit: sql += " FROM audit ORDER BY row DESC"
        case .restricted:
            sql += """
                 FROM restriction WHERE (banned AND (ban_expires_at IS NULL OR ban_expires_at > ?1))
                OR muted_until > ?1 ORDER BY updated_at DESC, pubkey
                """
            arguments.append(.integer(now))
        }
        sql += " LIMIT \(limit)"
        let rows = try database.rows(sql, arguments) { (row) throws(SQLiteError) -> JSONValue in
            var object = JSONObject()
            for (index, column) in columns.enumerated() {
                object[column.name] =
                    switch column.form {
                    case .text: try row.optionalText(index).map { .string($0) } ?? .null
                    case .integer: try row.optionalInteger(index).map { .integer($0) } ?? .null
                    case .flag: .bool(try row.integer(index) != 0)
                    case .hex: try row.optionalBlob(index).map { .string(Hex.encode($0)) } ?? .null
                    }
            }
            return .object(object)
        }
        return .array(rows)
    }
}
