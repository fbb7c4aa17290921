public import NostrCore

/// What one store belongs to: a community and the account that reads it.
///
/// Two scopes are the same when their community ids have the same UTF-8 bytes and their keys are equal;
/// Swift's own comparison of strings would fold spellings that name different files.
public struct Scope: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The community's id, as the app names it.
    public let communityID: String
    /// The account's public key.
    public let pubkey: Bytes32

    /// Names a scope.
    public init(communityID: String, pubkey: Bytes32) {
        self.communityID = communityID
        self.pubkey = pubkey
    }

    /// The community's id and the first eight digits of the key.
    public var description: String { "\(communityID)/\(pubkey.hex.prefix(8))" }

    /// The name of the scope's files without a suffix.
    ///
    /// The lowercase hexadecimal SHA-256 of "community\0pubkey" (spec push-cache, "Files").
    package var fileStem: String {
        SHA256.hash(Array(communityID.utf8) + [0] + Array(pubkey.hex.utf8)).hex
    }

    /// Whether both name the same store.
    public static func == (left: Scope, right: Scope) -> Bool {
        left.pubkey == right.pubkey && left.communityID.utf8.elementsEqual(right.communityID.utf8)
    }

    /// Order of the ids' bytes, then of the keys.
    public static func < (left: Scope, right: Scope) -> Bool {
        if left.communityID.utf8.elementsEqual(right.communityID.utf8) { return left.pubkey < right.pubkey }
        return left.communityID.utf8.lexicographicallyPrecedes(right.communityID.utf8)
    }

    /// Feeds both to a hasher; ids with the same bytes have the same hash.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(communityID)
        hasher.combine(pubkey)
    }
}
