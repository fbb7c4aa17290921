internal import NostrCore

/// The relay's secret key in its data directory: 64 digits in a file that only its owner may read.
enum RelayKeyFile {
    /// The given key, else the one in the directory, else a new one that is written there.
    static func keys(_ given: SecretKey?, directory: String) throws(EmbeddedRelayError) -> KeyPair {
        let path = directory + "/relay.key"
        let key: SecretKey
        if let kept = given {
            key = kept
        } else if let kept = try load(path) {
            key = kept
        } else {
            key = try make(path)
        }
        do throws(KeyError) {
            return try KeyPair(key)
        } catch {
            throw .unreadableKey(path: path)
        }
    }

    private static func load(_ path: String) throws(EmbeddedRelayError) -> SecretKey? {
        let bytes: [UInt8]?
        do throws(FileError) {
            bytes = try SystemFiles.read(path, atMost: 256)
        } catch {
            throw .file(error)
        }
        guard let bytes else { return nil }
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard let key = try? SecretKey(typed: text) else { throw .unreadableKey(path: path) }
        return key
    }

    private static func make(_ path: String) throws(EmbeddedRelayError) -> SecretKey {
        guard let key = try? SecretKey.random() else { throw .noRandomness }
        do throws(FileError) {
            try SystemFiles.writePrivately(Array((key.exposedHex() + "\n").utf8), to: path)
        } catch {
            throw .file(error)
        }
        return key
    }
}
