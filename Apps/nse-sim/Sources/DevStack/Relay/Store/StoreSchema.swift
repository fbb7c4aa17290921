/// The relay's tables, one script a version.
enum StoreSchema {
    static let scripts = [version1, version2, version3, version4, version5, version6]

    private static let version1 = """
        CREATE TABLE channel (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            about TEXT,
            visibility TEXT NOT NULL,
            purpose TEXT NOT NULL,
            time_to_live INTEGER,
            is_archived INTEGER NOT NULL DEFAULT 0
        );

        -- In the order of joining.
        CREATE TABLE member (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            channel INTEGER NOT NULL REFERENCES channel(row),
            pubkey BLOB NOT NULL,
            role TEXT NOT NULL,
            UNIQUE (channel, pubkey)
        );

        -- json is the event's text as it is sent.
        CREATE TABLE event (
            row INTEGER PRIMARY KEY,
            id BLOB NOT NULL UNIQUE,
            pubkey BLOB NOT NULL,
            kind INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            channel INTEGER REFERENCES channel(row),
            root BLOB,
            depth INTEGER NOT NULL,
            expires_at INTEGER,
            json BLOB NOT NULL
        );
        CREATE INDEX event_by_kind ON event (kind, created_at DESC, id);
        CREATE INDEX event_by_author ON event (pubkey, kind, created_at DESC, id);
        CREATE INDEX event_by_expiration ON event (expires_at) WHERE expires_at IS NOT NULL;

        -- The first value of each tag with a name of one letter; the channel stands as an h tag where there is none.
        CREATE TABLE tag (
            name INTEGER NOT NULL,
            value BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            id BLOB NOT NULL,
            kind INTEGER NOT NULL,
            event INTEGER NOT NULL,
            PRIMARY KEY (name, value, created_at DESC, id)
        ) WITHOUT ROWID;

        -- The newest event of each address.
        CREATE TABLE address (
            pubkey BLOB NOT NULL,
            kind INTEGER NOT NULL,
            identifier BLOB NOT NULL,
            event INTEGER NOT NULL,
            PRIMARY KEY (pubkey, kind, identifier)
        ) WITHOUT ROWID;

        -- What was deleted stays hidden, also when it comes again.
        CREATE TABLE deleted_event (id BLOB PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE deleted_address (
            pubkey BLOB NOT NULL,
            kind INTEGER NOT NULL,
            identifier BLOB NOT NULL,
            until INTEGER NOT NULL,
            PRIMARY KEY (pubkey, kind, identifier)
        ) WITHOUT ROWID;

        CREATE TABLE reaction (
            target BLOB NOT NULL,
            pubkey BLOB NOT NULL,
            emoji BLOB NOT NULL,
            event INTEGER NOT NULL,
            PRIMARY KEY (target, pubkey, emoji)
        ) WITHOUT ROWID;
        CREATE INDEX reaction_by_event ON reaction (event);
        """

    private static let version2 = """
        -- Who may read the event, beside the channel's rules: an Audience.
        ALTER TABLE event ADD COLUMN audience INTEGER NOT NULL DEFAULT 0;
        """

    private static let version3 = """
        ALTER TABLE channel ADD COLUMN topic TEXT;
        ALTER TABLE channel ADD COLUMN purpose_text TEXT;
        ALTER TABLE channel ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0;
        """

    private static let version4 = """
        -- The members of the whole relay, in the order of joining.
        CREATE TABLE relay_member (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            pubkey BLOB NOT NULL UNIQUE,
            role TEXT NOT NULL
        );
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
        """

    private static let version5 = """
        CREATE TABLE report (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            event BLOB NOT NULL UNIQUE,
            reporter BLOB NOT NULL,
            target_kind TEXT NOT NULL,
            target TEXT NOT NULL,
            channel TEXT,
            type TEXT NOT NULL,
            note TEXT NOT NULL,
            status TEXT NOT NULL DEFAULT 'open',
            resolved_by BLOB,
            resolved_at INTEGER,
            action_id TEXT,
            created_at INTEGER NOT NULL
        );

        CREATE TABLE restriction (
            pubkey BLOB PRIMARY KEY,
            banned INTEGER NOT NULL DEFAULT 0,
            ban_expires_at INTEGER,
            ban_reason TEXT,
            muted_until INTEGER,
            mute_reason TEXT,
            actor BLOB NOT NULL,
            updated_at INTEGER NOT NULL
        ) WITHOUT ROWID;

        CREATE TABLE audit (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL,
            actor BLOB NOT NULL,
            action TEXT NOT NULL,
            target BLOB,
            target_event BLOB,
            channel TEXT,
            reason_code TEXT,
            public_reason TEXT,
            private_reason TEXT,
            created_at INTEGER NOT NULL
        );
        """

    private static let version6 = """
        ALTER TABLE channel ADD COLUMN deadline INTEGER;
        CREATE INDEX channel_by_deadline ON channel (deadline)
        WHERE deadline IS NOT NULL AND NOT is_archived AND NOT is_deleted;
        """
}
