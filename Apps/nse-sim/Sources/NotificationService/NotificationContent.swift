public import NostrCore

/// What a person sees, and what a tap on it carries (spec presentation "Text").
public struct NotificationContent: Sendable, Equatable {
    /// The text when there is nothing to show, or nothing could be reached.
    public static let genericBody = "You have a new message."

    /// The sender, or nil for the generic text.
    public var title: String?
    /// The community, or nil for the generic text.
    public var subtitle: String?
    /// The preview, or the generic text.
    public var body: String
    /// The conversation under which iOS groups it.
    public var threadIdentifier: String?
    /// The channel.
    public var channelID: String?
    /// Whether the default sound is played.
    public var playsSound: Bool
    /// What a tap carries: the wake's own members, with the navigation target in place of any that came in.
    public var userInfo: JSONObject

    /// The text that says only that there is something, over what the wake brought.
    public static func generic(for wake: WakePayload) -> NotificationContent {
        NotificationContent(
            title: nil, subtitle: nil, body: genericBody, threadIdentifier: nil, channelID: nil,
            playsSound: false,
            userInfo: wake.userInfo)
    }

    /// Whether this is the generic text.
    public var isGeneric: Bool { title == nil }

    /// Where a tap leads, if anywhere.
    public var navigationTarget: NavigationTarget? {
        userInfo[NavigationTarget.userInfoKey].flatMap { NavigationTarget($0) }
    }

    /// The notification as a JSON object.
    public var json: JSONValue {
        var object = JSONObject()
        object["title"] = title.map { .string($0) }
        object["subtitle"] = subtitle.map { .string($0) }
        object["body"] = .string(body)
        object["thread_identifier"] = threadIdentifier.map { .string($0) }
        object["channel_id"] = channelID.map { .string($0) }
        object["sound"] = playsSound ? .string("default") : nil
        object["user_info"] = userInfo.members.isEmpty ? nil : .object(userInfo)
        return .object(object)
    }
}

/// The signal that woke the extension: constant, and without content (spec push-gateway).
public struct WakePayload: Sendable, Equatable {
    /// The body that the gateway always sends, byte for byte.
    public static let constantBody =
        #"{"aps":{"alert":{"body":"Reconnect to your relay now"},"mutable-content":1}}"#
    static let maximumBytes = 4096

    /// The members beside `aps`, without any navigation target: that is only ever the extension's own to set.
    public let userInfo: JSONObject

    /// The constant wake.
    public init() {
        self.init(userInfo: JSONObject())
    }

    /// Reads a payload as APNs delivers it.
    ///
    /// Whatever it says, a wake is a wake: what can't be read counts as a payload without members.
    public init(_ bytes: [UInt8]) {
        guard let value = try? JSONValue.parse(bytes, limits: JSONLimits(maximumBytes: Self.maximumBytes)),
            case .object(var object) = value
        else {
            self.init()
            return
        }
        object["aps"] = nil
        object[NavigationTarget.userInfoKey] = nil
        self.init(userInfo: object)
    }

    private init(userInfo: JSONObject) {
        self.userInfo = userInfo
    }
}
