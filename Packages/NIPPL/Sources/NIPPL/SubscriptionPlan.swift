public import NostrCore

/// Builds the subscriptions of a lease from what a person follows and has muted (spec nip-pl "Building subscriptions").
public enum SubscriptionPlan: Sendable {
    /// The kinds that can become a notification: messages, forum posts and comments.
    public static let messageKinds: [UInt16] = [9, 40002, 45001, 45003]
    static let channelsPerFilter = 50
    static let maximumSubscriptions = 16
    static let maximumIgnoreFilters = 8
    static let pTagsMax = 20

    /// One subscription for what mentions the person, and one for each fifty channels that they follow.
    ///
    /// A muted id that is no followed channel plays no part, whatever it looks like: mutes are synchronised across
    /// communities and may name anything. A followed channel must be a version-4 UUID in lowercase, the only form
    /// that today's relays admit in a lease.
    ///
    /// - Throws: ``SubscriptionPlanError``.
    public static func subscriptions(
        for person: PublicKey, channels: Set<String>, muted: Set<String>
    ) throws(SubscriptionPlanError) -> [LeaseSubscription] {
        for channel in sorted(channels) where !isAdmitted(channel) { throw .channelNotAdmitted(channel) }
        let mutedChannels = chunks(sorted(channels.intersection(muted)))
        guard mutedChannels.count < maximumIgnoreFilters else {
            throw .tooManyIgnoreFilters(needed: mutedChannels.count + 1, limit: maximumIgnoreFilters)
        }
        func subscription(_ filter: LeaseFilter) -> LeaseSubscription {
            let ownMessages = LeaseFilter(kinds: filter.kinds, authors: [person.bytes])
            let ignore = [ownMessages] + mutedChannels.map { LeaseFilter(kinds: [9], channels: $0) }
            return LeaseSubscription(filter: filter, ignore: ignore, pTagsMax: pTagsMax)
        }
        let mentions = subscription(LeaseFilter(kinds: messageKinds, mentions: [person.bytes]))
        let followed = chunks(sorted(channels.subtracting(muted)))
        let result = [mentions] + followed.map { subscription(LeaseFilter(kinds: [9], channels: $0)) }
        guard result.count <= maximumSubscriptions else {
            throw .tooManySubscriptions(needed: result.count, limit: maximumSubscriptions)
        }
        return result
    }

    /// Whether a channel id may stand in a lease under the grammar `uuid-v4-lowercase`.
    public static func isAdmitted(_ channel: String) -> Bool {
        UUIDText.version(of: channel) == 4
            && UUIDText.canonical(channel)?.utf8.elementsEqual(channel.utf8) == true
    }

    private static func sorted(_ ids: Set<String>) -> [String] {
        ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func chunks(_ ids: [String]) -> [[String]] {
        stride(from: 0, to: ids.count, by: channelsPerFilter).map {
            Array(ids[$0..<min($0 + channelsPerFilter, ids.count)])
        }
    }
}

/// Why no lease can be built from what a person follows.
public enum SubscriptionPlanError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A followed channel's id is not a version-4 UUID in lowercase.
    case channelNotAdmitted(String)
    /// More subscriptions than a lease holds.
    case tooManySubscriptions(needed: Int, limit: Int)
    /// More muted channels than the ignore filters hold.
    case tooManyIgnoreFilters(needed: Int, limit: Int)

    /// One sentence that says what to change.
    public var description: String {
        switch self {
        case .channelNotAdmitted(let id):
            "channel \(id) is not a lowercase version-4 UUID; leave it out of the lease"
        case .tooManySubscriptions(let needed, let limit):
            "\(needed) subscriptions are needed and a lease holds \(limit); follow fewer channels"
        case .tooManyIgnoreFilters(let needed, let limit):
            "\(needed) ignore filters are needed and a lease holds \(limit); unfollow muted channels"
        }
    }
}
