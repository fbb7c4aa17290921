public import NostrCore

/// The directory that the app and its extension share: `push-snapshot.json`, `keys/`, `caches/`.
///
/// The app writes snapshot and keys; the extension reads them and writes below `caches/` only.
public struct SharedContainer: Sendable, Equatable {
    /// The directory's path.
    public let directory: String

    /// Names a directory; it need not exist yet.
    public init(directory: String) {
        self.directory = directory
    }

    /// Where the claim cache lives; the system may empty it at any time.
    public var cachesDirectory: String { "\(directory)/caches" }
    private var keysDirectory: String { "\(directory)/keys" }
    private var snapshotPath: String { "\(directory)/\(PushSnapshot.fileName)" }

    /// Reads the snapshot.
    ///
    /// - Throws: ``SnapshotError`` when there is none to use.
    public func readSnapshot() throws(SnapshotError) -> (snapshot: PushSnapshot, unreadable: [JSONShapeError])
    {
        let bytes: [UInt8]
        do {
            bytes = try PosixFile.contents(of: snapshotPath, maximumBytes: PushSnapshot.maximumBytes)
        } catch {
            throw .unreadable(reason: error.description)
        }
        return try PushSnapshot.parse(bytes)
    }

    /// Makes the directories and replaces the snapshot and the keys, as the app does at sign-in.
    ///
    /// - Throws: ``ContainerError`` naming the file.
    public func write(_ snapshot: PushSnapshot, keys: [String: KeyPair]) throws(ContainerError) {
        do {
            try PosixFile.makeDirectory(keysDirectory)
            try PosixFile.makeDirectory(cachesDirectory)
            for (community, pair) in keys {
                try PosixFile.replace(
                    keyPath(community), with: Array(pair.secretKey.exposedHex().utf8), mode: 0o600)
            }
            try PosixFile.replace(snapshotPath, with: snapshot.serialized(), mode: 0o600)
        } catch {
            throw ContainerError(reason: error.description)
        }
    }

    fileprivate func keyPath(_ community: String) -> String {
        // A community's id is any text; its digest is a safe file name.
        "\(keysDirectory)/\(SHA256.hash(Array(community.utf8)).hex)"
    }
}

extension SharedContainer: KeyStore {
    /// The key in the community's file; one that others may read is refused, as ssh does.
    public func keyPair(forCommunity id: String) -> KeyPair? {
        let path = keyPath(id)
        guard let permissions = PosixFile.permissions(path), permissions & 0o077 == 0,
            let bytes = try? PosixFile.contents(of: path, maximumBytes: 256),
            let secret = try? SecretKey(typed: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        return try? KeyPair(secret)
    }
}

/// A container that could not be written.
public struct ContainerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The operation, the file and the system's reason.
    public let reason: String

    /// What failed and what to do.
    public var description: String { "\(reason); check that the directory exists and may be written" }
}
