internal import NostrCore

/// What to call a sender without a name: the npub's ends (spec presentation "Text").
enum SenderName {
    /// The npub's first eight characters, an ellipsis and its last four.
    static func short(_ pubkey: Bytes32) -> String {
        let npub = pubkey.npub
        return "\(npub.prefix(8))…\(npub.suffix(4))"
    }
}
