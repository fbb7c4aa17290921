internal import Synchronization

/// The public keys parsed last, ready for verification.
///
/// Finding the point of an x coordinate is a sixth of the cost of checking a signature, and a chat has few authors. Only
/// keys that are points of the curve get in, so a hit says nothing that parsing would not.
final class ParsedKeyCache: Sendable {
    static let shared = ParsedKeyCache()

    private struct Entry {
        let bytes: Bytes32
        let key: Secp256k1.ParsedKey
    }

    private static let setCount = 256
    private static let waysPerSet = 4
    // Sets fill as keys come: a process that sees few authors keeps few entries, at most 1,024 of 96 bytes.
    private let sets = Mutex([[Entry]](repeating: [], count: setCount))

    /// The key with this x coordinate, or nil if no point of the curve has it.
    func key(_ bytes: Bytes32) -> Secp256k1.ParsedKey? {
        // The hash is seeded per process, so nobody can choose keys that share a set.
        let hash = UInt(bitPattern: bytes.hashValue)
        let index = Int(hash % UInt(Self.setCount))
        let known = sets.withLock { sets in sets[index].first { $0.bytes == bytes }?.key }
        if let known { return known }
        guard let key = Secp256k1.parse(bytes) else { return nil }
        // Which entry goes follows from the new key, which is as good as chance and needs no bookkeeping.
        let victim = Int(hash / UInt(Self.setCount) % UInt(Self.waysPerSet))
        sets.withLock { sets in
            if sets[index].count < Self.waysPerSet {
                sets[index].append(Entry(bytes: bytes, key: key))
            } else {
                sets[index][victim] = Entry(bytes: bytes, key: key)
            }
        }
        return key
    }
}
