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
        if let channel, channel.timeToLive != nil { try touch(channel, now: now) }
        var change = ChannelChange()
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
        case .createChannel, .putMember, .removeMember, .editChannel, .deleteChannel, .deleteMessage:
            guard let channel else { return nil }
            change = try carryOut(action, by: event.pubkey, in: channel, keys)
            try touch(channel, now: now)
            if case .deleteMessage(let target, let reason) = action, target.author != event.pubkey {
                try record(
                    "delete_message", event, target: target.author, deleted: target.id, channel: channel,
                    reason: reason, now: now)
            }
        }
        // The channel as it is now.
        guard let row = channel?.row, let channel = try self.channel(row: row) else { return nil }
        return try announce(change, in: channel, by: keys, actor: event.pubkey, now: now)
    }

    /// Archives the channels with a time to live in which nothing happened for so long.
    ///
    /// - Returns: why it could not be announced; then the transaction must be undone.
    func archiveIdleChannels(by keys: KeyPair, now: Int64) throws(SQLiteError) -> SigningError? {
        for channel in try idleChannels(now: now) {
            var archived = channel
            archived.isArchived = true
            try update(archived)
            let change = ChannelChange(notices: [.archived])
            let error = try announce(change, in: archived, by: keys, actor: keys.publicKey.bytes, now: now)
            if let error { return error }
        }
        return nil
    }

    private func carryOut(
        _ action: IngestAction, by actor: Bytes32, in channel: Channel, _ keys: KeyPair
    ) throws(SQLiteError) -> ChannelChange {
        switch action {
        case .none, .delete, .deleteAddress, .react: return ChannelChange()
        case .createChannel:
            try addMember(actor, role: .owner, to: channel)
            return ChannelChange(notices: [.created], added: [actor])
        case .putMember(let target, let role, let isNew):
            guard isNew else {
                try setRole(role, of: target, in: channel)
                return ChannelChange()
            }
            try addMember(target, role: role, to: channel)
            return ChannelChange(notices: [.joined(actor: actor, target: target)], added: [target])
        case .removeMember(let target):
            try removeMember(target, from: channel)
            let notice: ChannelNotice =
                target == actor ? .left(actor: actor) : .removed(actor: actor, target: target)
            return ChannelChange(notices: [notice], removed: [target])
        case .editChannel(let edited, let notices):
            try update(edited)
            // Members who put the channel away get to know that it is back.
            let added = notices.contains(.unarchived) ? try members(of: channel).map(\.pubkey) : []
            return ChannelChange(notices: notices, added: added)
        case .deleteChannel:
            var deleted = channel
            deleted.isDeleted = true
            try update(deleted)
            for kind in ChannelState.kinds {
                let address = EventAddress(
                    kind: kind, author: keys.publicKey.bytes, identifier: channel.id)
                if let state = try newest(address) { try remove(state) }
            }
            return ChannelChange(notices: [.deleted])
        case .deleteMessage(let target, let reason):
            try delete(target)
            return ChannelChange(notices: [.messageDeleted(target.id, reason)], changesState: false)
        }
    }

    /// Signs and stores what changed in a channel: system messages first, then its state, then what members are told
    /// (spec relay §4.4).
    private func announce(
        _ change: ChannelChange, in channel: Channel, by keys: KeyPair, actor: Bytes32, now: Int64
    ) throws(SQLiteError) -> SigningError? {
        for notice in change.notices {
            if let error = try publish(notice.message(in: channel, at: now), under: channel, by: keys) {
                return error
            }
        }
        if change.changesState, !channel.isDeleted {
            let members = try members(of: channel)
            for template in ChannelState.templates(channel, members) {
                var template = template
                let address = EventAddress(
                    kind: template.kind, author: keys.publicKey.bytes, identifier: channel.id)
                let previous = try newest(address)?.createdAt
                // A newer state within the same second must still win over the one before it.
                template.createdAt = max(now, previous.map { $0 &+ 1 } ?? now)
                if let error = try publish(template, under: channel, by: keys) { return error }
            }
        }
        let told =
            change.added.map { MembershipNotice.added($0, to: channel, by: actor, at: now) }
            + change.removed.map { MembershipNotice.removed($0, from: channel, by: actor, at: now) }
        for template in told {
            // Outside the channel: who was removed must be able to read it.
            if let error = try publish(template, under: nil, by: keys) { return error }
        }
        return nil
    }

    /// Signs and stores an event of the relay's own.
    func publish(
        _ template: EventTemplate, under channel: Channel?, by keys: KeyPair
    ) throws(SQLiteError) -> SigningError? {
        let event: Event
        do throws(SigningError) {
            event = try template.signed(by: keys)
        } catch {
            return error
        }
        // Joining, leaving and joining again within a second says the same thing once.
        if try !isKnown(event.id) { _ = try insert(event, channel: channel) }
        return nil
    }
}

/// What is to be told about a channel after an event.
private struct ChannelChange {
    var notices: [ChannelNotice] = []
    var added: [Bytes32] = []
    var removed: [Bytes32] = []
    var changesState = true
}
