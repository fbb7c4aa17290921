import DevStack
import NostrCore
import Testing

/// Commands of those who run channels, each rule with its exact text (spec relay §4.2, §4.3).
@Suite struct ChannelCommandTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let before: [Step]
        let step: Step

        init(_ name: String, _ text: String, after before: [Step] = [], _ step: Step) {
            testDescription = name
            self.text = text
            self.before = before
            self.step = step
        }
    }

    static let noTag = "invalid: channel-scoped events must include an h tag"
    static let notIn = "restricted: not a channel member"
    static let archived = "invalid: channel is archived"
    static let lastOwner = "invalid: cannot remove the last owner"
    static let archive = Step(.alice, 9002, [["h", "OPEN"], ["archived", "true"]])
    static let deletion = Step(.alice, 9008, [["h", "OPEN"]])
    static let admit = Step(.alice, 9000, [["h", "SECRET"], ["p", "BOB"]])

    static let members: [Row] = [
        Row("put without channel", noTag, Step(.alice, 9000, [["p", "BOB"]])),
        Row("put into the unknown", notIn, Step(.alice, 9000, [["h", "UNKNOWN"], ["p", "BOB"]])),
        Row(
            "put into a private channel from outside", notIn,
            Step(.bob, 9000, [["h", "SECRET"], ["p", "BOB"]])),
        Row("put nobody", "invalid: missing p tag", Step(.alice, 9000, [["h", "OPEN"]])),
        Row("put no key", "invalid: missing p tag", Step(.alice, 9000, [["h", "OPEN"], ["p", "bob"]])),
        Row(
            "unknown role", "invalid: invalid role: king",
            Step(.alice, 9000, [["h", "OPEN"], ["p", "BOB"], ["role", "king"]])),
        Row(
            "member adds to a private channel", "invalid: only owners/admins may add private-channel members",
            after: [admit], Step(.bob, 9000, [["h", "SECRET"], ["p", "CAROL"]])),
        Row(
            "member changes a role", "invalid: only owners/admins may change an active member's role",
            Step(.bob, 9000, [["h", "OPEN"], ["p", "BOB"], ["role", "bot"]])),
        Row(
            "member demotes the owner", "invalid: only owners/admins may change an active member's role",
            Step(.bob, 9000, [["h", "OPEN"], ["p", "ALICE"], ["role", "member"]])),
        Row(
            "outsider raises a member", "invalid: only owners/admins may change an active member's role",
            Step(.carol, 9000, [["h", "OPEN"], ["p", "BOB"], ["role", "admin"]])),
        Row(
            "last owner steps down", "invalid: cannot demote the last owner — transfer ownership first",
            Step(.alice, 9000, [["h", "OPEN"], ["p", "ALICE"], ["role", "bot"]])),
        Row(
            "admin demotes the last owner",
            "invalid: cannot demote the last owner — transfer ownership first",
            after: [Step(.alice, 9000, [["h", "OPEN"], ["p", "BOB"], ["role", "admin"]])],
            Step(.bob, 9000, [["h", "OPEN"], ["p", "ALICE"], ["role", "guest"]])),
        Row(
            "put into an archived channel", archived, after: [archive],
            Step(.alice, 9000, [["h", "OPEN"], ["p", "CAROL"]])),
        Row(
            "put into a deleted channel", notIn, after: [deletion],
            Step(.alice, 9000, [["h", "OPEN"], ["p", "CAROL"]])),
        Row("remove without channel", noTag, Step(.alice, 9001, [["p", "BOB"]])),
        Row("remove nobody", "invalid: missing p tag", Step(.alice, 9001, [["h", "OPEN"]])),
        Row(
            "remove from a private channel from outside", notIn,
            Step(.bob, 9001, [["h", "SECRET"], ["p", "ALICE"]])),
        Row(
            "remove without being in", "invalid: actor is not an active member",
            Step(.carol, 9001, [["h", "OPEN"], ["p", "BOB"]])),
        Row(
            "member removes another", "invalid: actor not authorized",
            Step(.bob, 9001, [["h", "OPEN"], ["p", "ALICE"]])),
        Row(
            "last owner removes themselves", lastOwner, Step(.alice, 9001, [["h", "OPEN"], ["p", "ALICE"]])),
        Row(
            "admin removes the last owner", lastOwner,
            after: [Step(.alice, 9000, [["h", "OPEN"], ["p", "BOB"], ["role", "admin"]])],
            Step(.bob, 9001, [["h", "OPEN"], ["p", "ALICE"]])),
        Row(
            "remove from an archived channel", archived, after: [archive],
            Step(.alice, 9001, [["h", "OPEN"], ["p", "BOB"]])),
    ]

    static let notAuthorized = "invalid: actor not authorized for name/about/archived/visibility/ttl changes"
    static let nothing =
        "invalid: kind:9002 must include at least one metadata tag "
        + "(name, about, archived, topic, purpose, visibility, ttl)"

    static let edits: [Row] = [
        Row("edit without channel", noTag, Step(.alice, 9002, [["name", "n"]])),
        Row(
            "edit the unknown", "invalid: channel not found",
            Step(.alice, 9002, [["h", "UNKNOWN"], ["name", "n"]])),
        Row("edit nothing", nothing, Step(.alice, 9002, [["h", "OPEN"]])),
        Row("outsider edits nothing", nothing, Step(.carol, 9002, [["h", "OPEN"], ["picture", "x"]])),
        Row("member renames", notAuthorized, Step(.bob, 9002, [["h", "OPEN"], ["name", "n"]])),
        Row("member describes", notAuthorized, Step(.bob, 9002, [["h", "OPEN"], ["about", "n"]])),
        Row("member archives", notAuthorized, Step(.bob, 9002, [["h", "OPEN"], ["archived", "true"]])),
        Row("member closes", notAuthorized, Step(.bob, 9002, [["h", "OPEN"], ["visibility", "private"]])),
        Row("member sets ttl", notAuthorized, Step(.bob, 9002, [["h", "OPEN"], ["ttl", "60"]])),
        Row(
            "member sets topic and name", notAuthorized,
            Step(.bob, 9002, [["h", "OPEN"], ["topic", "t"], ["name", "n"]])),
        Row("outsider renames", notAuthorized, Step(.carol, 9002, [["h", "OPEN"], ["name", "n"]])),
        Row(
            "outsider sets the topic", "invalid: not a member",
            Step(.carol, 9002, [["h", "OPEN"], ["topic", "t"]])),
        Row(
            "outsider sets the purpose", "invalid: not a member",
            Step(.bob, 9002, [["h", "SECRET"], ["purpose", "t"]])),
        Row(
            "empty name", "invalid: channel name is required",
            Step(.alice, 9002, [["h", "OPEN"], ["name", "#"]])),
        Row(
            "visibility", "invalid visibility: hidden",
            Step(.alice, 9002, [["h", "OPEN"], ["visibility", "hidden"]])),
        Row(
            "ttl of 0", "invalid: ttl must be a positive number of seconds",
            Step(.alice, 9002, [["h", "OPEN"], ["ttl", "0"]])),
        Row(
            "ttl over 64 bits", "invalid: ttl must be a positive number of seconds",
            Step(.alice, 9002, [["h", "OPEN"], ["ttl", "9223372036854775808"]])),
        Row(
            "archived yes", "invalid: archived must be true or false, got yes",
            Step(.alice, 9002, [["h", "OPEN"], ["archived", "yes"]])),
        Row(
            "edit an archived channel", archived, after: [archive],
            Step(.alice, 9002, [["h", "OPEN"], ["topic", "t"]])),
        Row("archive twice", archived, after: [archive], archive),
        Row("write into an archived channel", archived, after: [archive], Step(.bob, 9, [["h", "OPEN"]])),
        Row("join an archived channel", archived, after: [archive], Step(.carol, 9021, [["h", "OPEN"]])),
        Row("leave an archived channel", archived, after: [archive], Step(.bob, 9022, [["h", "OPEN"]])),
        Row(
            "create an archived channel", archived, after: [archive],
            Step(.bob, 9007, [["h", "OPEN"], ["name", "n"]])),
        Row("react in an archived channel", archived, after: [archive], Step(.bob, 7, [["e", "MESSAGE"]])),
    ]

    static let deletions: [Row] = [
        Row("delete without channel", noTag, Step(.alice, 9008)),
        Row("delete the unknown", "invalid: channel not found", Step(.alice, 9008, [["h", "UNKNOWN"]])),
        Row("member deletes", "invalid: only owner can delete group", Step(.bob, 9008, [["h", "OPEN"]])),
        Row(
            "admin deletes", "invalid: only owner can delete group",
            after: [Step(.alice, 9000, [["h", "OPEN"], ["p", "BOB"], ["role", "admin"]])],
            Step(.bob, 9008, [["h", "OPEN"]])),
        Row("delete an archived channel", archived, after: [archive], deletion),
        Row("delete twice", "invalid: channel not found", after: [deletion], deletion),
        Row("write into a deleted channel", notIn, after: [deletion], Step(.alice, 9, [["h", "OPEN"]])),
        Row("react in a deleted channel", notIn, after: [deletion], Step(.bob, 7, [["e", "MESSAGE"]])),
        Row(
            "edit a deleted channel", "invalid: channel not found", after: [deletion],
            Step(.alice, 9002, [["h", "OPEN"], ["topic", "t"]])),
        Row(
            "join a deleted channel", "invalid: channel not found", after: [deletion],
            Step(.carol, 9021, [["h", "OPEN"]])),
        Row("leave a deleted channel", notIn, after: [deletion], Step(.bob, 9022, [["h", "OPEN"]])),
        Row("delete a message without channel", noTag, Step(.alice, 9005, [["e", "MESSAGE"]])),
        Row(
            "delete no message", "invalid: delete events must reference exactly one target via e (got e=0)",
            Step(.alice, 9005, [["h", "OPEN"]])),
        Row(
            "delete two messages", "invalid: delete events must reference exactly one target via e (got e=2)",
            Step(.alice, 9005, [["h", "OPEN"], ["e", "MESSAGE"], ["e", "REPLY"]])),
        Row(
            "delete an unknown message", "invalid: target event not found",
            Step(.alice, 9005, [["h", "OPEN"], ["e", IngestRuleTests.noEvent]])),
        Row(
            "delete a message elsewhere", "invalid: target event belongs to a different channel",
            Step(.alice, 9005, [["h", "OPEN"], ["e", "ELSEWHERE"]])),
        Row(
            "delete an event outside channels", "invalid: target event belongs to a different channel",
            Step(.alice, 9005, [["h", "OPEN"], ["e", "PROFILE"]])),
        Row(
            "member deletes another's message", "invalid: must be event author or channel owner/admin",
            Step(.bob, 9005, [["h", "OPEN"], ["e", "MESSAGE"]])),
        Row(
            "outsider deletes a hidden message", "invalid: must be event author or channel owner/admin",
            Step(.bob, 9005, [["h", "SECRET"], ["e", "HIDDEN"]])),
        Row(
            "action of no UUID", "invalid: action_id must be a UUID",
            Step(.alice, 9005, [["h", "OPEN"], ["e", "MESSAGE"], ["action_id", "7"]])),
        Row(
            "delete a message in an archived channel", archived, after: [archive],
            Step(.alice, 9005, [["h", "OPEN"], ["e", "MESSAGE"]])),
    ]

    @Test(arguments: members + edits + deletions)
    func refuses(_ row: Row) async throws {
        let community = try await Community()
        try await community.play(row.before)
        let (event, answer) = try await community.send(row.step)
        #expect(answer == Answer(400, "{\"error\":\"\(row.text)\"}"))
        let stored = try await community.relay.query("[{\"ids\":[\"\(event.id.hex)\"]}]", by: community.alice)
        #expect(stored.text == "[]")
    }

    @Test func aDeletedChannelsIDStaysTaken() async throws {
        let community = try await Community()
        try await community.play([Self.deletion])
        let (event, answer) = try await community.send(Step(.bob, 9007, [["h", "OPEN"], ["name", "n"]]))
        #expect(answer == notAccepted(event, "duplicate: channel already exists"))
    }

    // An author deletes their own message, but may not give reasons as those who run the channel do.
    @Test func theAuthorsWayHasNoReasons() async throws {
        let community = try await Community()
        let message = try await community.relay.accept(9, [["h", Community.open]], "mine", by: community.bob)
        let base = [["h", Community.open], ["e", message.id.hex]]
        for reason in [["reason_code", "spam"], ["public_reason", ""], ["action_id", Community.other]] {
            let (_, answer) = try await community.send(Step(.bob, 9005, base + [reason]))
            #expect(answer.error == "invalid: must be event author or channel owner/admin")
        }
        try await community.play([Step(.bob, 9005, base)])
        let left = try await community.relay.query(
            "[{\"ids\":[\"\(message.id.hex)\"]}]", by: community.bob)
        #expect(left.text == "[]")
    }
}
