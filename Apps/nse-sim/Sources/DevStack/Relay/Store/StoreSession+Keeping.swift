internal import NostrCore
internal import SQLiteKit

/// Where an event is kept: the channel's row, and its place in a thread.
struct EventPlace: Equatable, Sendable {
    var channel: Int64?
    var root: EventID?
    var depth: Int
}

extension StoreSession {
    /// Stores an event and carries out what it asks for, the relay's own announcements included.
    ///
    /// - Returns: why an announcement could not be signed; then the transaction must be undone.
    func keep(
        _ event: Event, _ place: EventPlace, _ action: IngestAction, _ facts: IngestFacts, by keys: KeyPair,
        now: Int64
    ) throws(SQLiteError) -> SigningError? {
        var channel = facts.channel?.row == place.channel ? facts.channel : nil
        if case .createChannel(var created) = action {
            do throws(RandomSourceFailed) {
                if created.id.isEmpty { created.id = try UUIDText.random() }
            } catch {
                return .noRandomness(error)
            }
            channel = try insert(created)
        }
        let row = try insert(event, channel: channel, root: place.root, depth: place.depth)
        let notice: ChannelState.Notice
        switch action {
        case .none: return nil
        case .delete(let target):
            try delete(target)
            return nil
        case .deleteAddress(let address, let until, let current):
            try delete(address, until: until, current: current)
            return nil
        case .react(let target, let emoji):
            try addReaction(emoji, by: event.pubkey, to: target, event: row)
            return nil
        case .createChannel:
            if let channel { try addMember(event.pubkey, role: .owner, to: channel) }
            notice = .created
        case .join:
            if let channel { try addMember(event.pubkey, role: .member, to: channel) }
            notice = .joined(actor: event.pubkey)
        case .leave:
            if let channel { try removeMember(event.pubkey, from: channel) }
            notice = .left(actor: event.pubkey)
        }
        guard let channel else { return nil }
        return try announce(notice, in: channel, by: keys, now: now)
    }

    /// Signs and stores what changed in a channel: the system message first, then its state (spec relay §4.4).
    private func announce(
        _ notice: ChannelState.Notice, in channel: Channel, by keys: KeyPair, now: Int64
    ) throws(SQLiteError) -> SigningError? {
        let members = try members(of: channel)
        var state = [
            ChannelState.metadata(channel, members), ChannelState.administrators(channel, members),
            ChannelState.members(channel, members),
        ]
        for index in state.indices {
            let address = EventAddress(
                kind: state[index].kind, author: keys.publicKey.bytes, identifier: channel.id)
            let previous = try newest(address)?.createdAt
            // A newer state within the same second must still win over the one before it.
            state[index].createdAt = max(now, previous.map { $0 &+ 1 } ?? now)
        }
        for template in [ChannelState.message(notice, in: channel, at: now)] + state {
            let event: Event
            do throws(SigningError) {
                event = try template.signed(by: keys)
            } catch {
                return error
            }
            // Joining, leaving and joining again within a second says the same thing once.
            if try !isKnown(event.id) { _ = try insert(event, channel: channel) }
        }
        return nil
    }
}
