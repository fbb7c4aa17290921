internal import CommandLineKit

/// `channel`: a community's channels.
enum ChannelGroup {
    static let id = Parameter<String>.argument(.channel, help: "The channel's id")

    static let command = Command(
        group: "channel",
        abstract: "List, make, join and leave channels",
        examples: [Example("buzzctl channel list", "Shows the channels that the key may see")],
        commands: [
            ChannelList.command, ChannelCreate.command, ChannelJoin.command, ChannelLeave.command,
            ChannelMembers.command,
        ])
}
