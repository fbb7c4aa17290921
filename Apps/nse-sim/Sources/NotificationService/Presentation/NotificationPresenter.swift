internal import NostrCore
internal import ThreadRefs

/// Writes a message as a notification (spec presentation "Text").
enum NotificationPresenter {
    static func content(
        for message: AcceptedMessage, in community: Community, userInfo: JSONObject
    ) -> NotificationContent {
        let event = message.event.event
        let channel = event.firstValue(ofTag: "h")
        var userInfo = userInfo
        userInfo[NavigationTarget.userInfoKey] = channel.map {
            target(for: event, in: community, channelID: $0).json
        }
        let thread = channel.map {
            NotificationIdentifier.conversation(communityID: community.id, channelID: $0)
        }
        return NotificationContent(
            title: SenderName.short(event.pubkey), subtitle: community.name, body: message.preview,
            threadIdentifier: thread ?? community.id, channelID: channel, playsSound: true, userInfo: userInfo
        )
    }

    private static func target(for event: Event, in community: Community, channelID: String)
        -> NavigationTarget
    {
        let reference = ThreadReference(tags: event.tags)
        let parent = reference.isBroadcast ? nil : reference.parent.flatMap { EventID(hex: $0) }
        return NavigationTarget(
            eventID: event.id, communityID: community.id, channelID: channelID, threadRootID: parent)
    }
}
