internal import NIPPL
public import NostrCore
internal import PushCache

/// Where the extension finds signing keys: the Keychain on iOS, files of mode 0600 here (spec presentation "Snapshot").
public protocol KeyStore: Sendable {
    /// The key of the account in a community, or nil if there is none or it can't be read now.
    func keyPair(forCommunity id: String) -> KeyPair?
}

/// A community that takes part in a wake: it has an account, that account's key, and something that may be shown.
struct Participant: Sendable {
    let community: Community
    let keys: KeyPair

    /// Nil unless all three are there and the key is the account's.
    init?(_ community: Community, keys: any KeyStore) {
        guard let pubkey = community.pubkey, !community.policies.isEmpty,
            let pair = keys.keyPair(forCommunity: community.id), pair.publicKey.bytes == pubkey
        else { return nil }
        self.community = community
        self.keys = pair
    }

    var scope: Scope { Scope(communityID: community.id, pubkey: keys.publicKey.bytes) }

    /// What to ask the relay: each policy's filter, ten events each, whatever their age.
    var filters: [Filter] { community.policies.map { $0.filter.filter(limit: Self.eventsPerFilter) } }

    static let eventsPerFilter = 10
}
