import DevStack
import NostrCore
import Testing

/// Each rule of the relay with its exact text, over HTTP (spec relay §4).
@Suite struct IngestRuleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let status: Int
        let text: String
        let make: @Sendable (Community) throws -> (event: Event, by: KeyPair)

        /// An event by Bob, unless said otherwise.
        init(
            _ name: String, _ text: String, status: Int = 400, by author: Person = .bob, _ kind: UInt16,
            _ tags: @escaping @Sendable (Community) -> [[String]] = { _ in [] },
            content: String = "", after seconds: Int64 = 0
        ) {
            testDescription = name
            self.status = status
            self.text = text
            make = { community in
                let keys = author.keys(community)
                let event = try community.relay.event(
                    kind, tags(community), content, by: keys, after: seconds)
                return (event, keys)
            }
        }

        init(
            _ name: String, _ text: String, status: Int = 400,
            make: @escaping @Sendable (Community) throws -> (event: Event, by: KeyPair)
        ) {
            testDescription = name
            self.status = status
            self.text = text
            self.make = make
        }
    }

    enum Person: Sendable {
        case alice, bob, carol

        func keys(_ community: Community) -> KeyPair {
            switch self {
            case .alice: community.alice
            case .bob: community.bob
            case .carol: community.carol
            }
        }
    }

    static func h(_ id: String) -> @Sendable (Community) -> [[String]] { { _ in [["h", id]] } }

    static func reply(
        _ parent: @escaping @Sendable (Community) -> EventID, root: (@Sendable (Community) -> EventID)? = nil
    ) -> @Sendable (Community) -> [[String]] {
        { community in
            var tags = [["h", Community.open]]
            if let root { tags.append(["e", root(community).hex, "", "root"]) }
            return tags + [["e", parent(community).hex, "", "reply"]]
        }
    }

    static let noEvent = String(repeating: "a", count: 64)

    static let event: [Row] = [
        Row("AUTH event", "invalid: AUTH events cannot be submitted", 22242),
        Row("membership notice", "invalid: membership notifications are relay-signed only", 44100),
        Row("removal notice", "invalid: membership notifications are relay-signed only", 44101),
        Row("gift wrap", "invalid: kind 1059 is only accepted via WebSocket", 1059),
        Row("presence", "invalid: kind 20001 is only accepted via WebSocket", 20001),
        Row("roster", "restricted: relay-only kind", 13534),
        Row("summary", "restricted: relay-only kind", 39005),
        Row("channel metadata", "restricted: unknown event kind", 39000),
        Row("system message", "restricted: unknown event kind", 40099),
        Row("ephemeral", "restricted: unknown event kind", 20002),
        Row("kind 8", "restricted: unknown event kind", 8),
        Row("901 s ahead", "invalid: event timestamp too far from server time", 0, content: "{}", after: 901),
        Row(
            "901 s behind", "invalid: event timestamp too far from server time", 0, content: "{}", after: -901
        ),
        // A08: milliseconds where seconds are due.
        Row(
            "milliseconds", "invalid: event timestamp too far from server time", 0, content: "{}",
            after: 1_700_000_000_000),
        Row(
            "long content", "invalid: content exceeds maximum size of 262144 bytes (got 262145)", 0,
            content: String(repeating: "a", count: 262_145)),
        Row(
            "expired", "invalid: event has expired", 0, { [["expiration", "\($0.relay.clock.now)"]] },
            content: "{}"),
        Row(
            "another's event", "invalid: event pubkey does not match authenticated identity", status: 403
        ) { (try $0.relay.event(0, [], "{}", by: $0.alice), $0.bob) },
        // The order: time before length before author before kind.
        Row("late and long", "invalid: event timestamp too far from server time", status: 400) {
            let content = String(repeating: "a", count: 262_145)
            return (try $0.relay.event(8, [], content, by: $0.alice, after: 901), $0.bob)
        },
        Row("long and another's", "invalid: content exceeds maximum size of 262144 bytes (got 262145)") {
            let content = String(repeating: "a", count: 262_145)
            return (try $0.relay.event(8, [], content, by: $0.alice), $0.bob)
        },
        Row(
            "another's and unknown", "invalid: event pubkey does not match authenticated identity",
            status: 403
        ) { (try $0.relay.event(8, by: $0.alice), $0.bob) },
        Row("profile that is no JSON", "invalid: kind:0 content must be valid JSON", 0, content: "{name:1}"),
    ]

    static let messages: [Row] = [
        Row("no channel", "invalid: channel-scoped events must include an h tag", 9),
        Row("no UUID", "invalid: channel-scoped events must include an h tag", 9, h("general")),
        Row("unknown channel", "restricted: not a channel member", 9, h(Community.unknown)),
        Row("private channel", "restricted: not a channel member", 40002, h(Community.secret)),
        Row("post in a private channel", "restricted: not a channel member", 45001, h(Community.secret)),
        Row("comment in a private channel", "restricted: not a channel member", 45003, h(Community.secret)),
        Row(
            "unknown parent", "invalid: reply parent not found", 9,
            reply { EventID(hex: noEvent) ?? $0.message.id }),
        Row(
            "parent elsewhere", "invalid: parent event belongs to a different channel", 9,
            reply { $0.elsewhere.id }),
        Row(
            "parent outside channels", "invalid: parent event has no channel association", 9,
            reply { $0.profile.id }),
        Row(
            "nested without root", "invalid: root tag does not match thread ancestry", 9,
            reply { $0.reply.id }),
        Row(
            "wrong root", "invalid: root tag does not match thread ancestry", 9,
            reply({ $0.reply.id }, root: { $0.elsewhere.id })),
        Row(
            "edit without channel", "invalid: channel-scoped events must include an h tag", by: .alice, 40003),
        Row(
            "edit without target", "invalid: edit target event not found", by: .alice, 40003,
            h(Community.open)),
        Row(
            "edit of another's", "invalid: must be event author to edit", 40003,
            { [["h", Community.open], ["e", $0.message.id.hex]] }),
        Row(
            "edit elsewhere", "invalid: target event belongs to a different channel", by: .alice, 40003,
            { [["h", Community.other], ["e", $0.message.id.hex]] }),
    ]

    static let references: [Row] = [
        Row(
            "reaction to nothing", "invalid: reaction must reference a target event via e tag", 7,
            content: "+"),
        Row(
            "reaction to the unknown", "invalid: reaction target event not found", 7,
            { _ in [["e", noEvent]] },
            content: "+"),
        Row(
            "reaction in a private channel", "restricted: not a channel member", 7,
            { [["e", $0.hidden.id.hex]] }),
        Row(
            "long reaction", "invalid: reaction is too long (65 characters, max 64)", 7,
            { [["e", $0.message.id.hex]] }, content: String(repeating: "é", count: 65)),
        Row(
            "deletion of nothing",
            "invalid: deletion events must reference exactly one target via e or a tag (got e=0, a=0)", 5),
        Row(
            "deletion of two",
            "invalid: deletion events must reference exactly one target via e or a tag (got e=1, a=1)", 5,
            { [["e", $0.message.id.hex], ["a", "0:\($0.bob.publicKey.hex):"]] }),
        Row("deletion of the unknown", "invalid: target event not found", 5, { _ in [["e", noEvent]] }),
        Row("deletion of no id", "invalid: target event not found", 5, { _ in [["e", "abc"]] }),
        Row(
            "deletion of an unknown address", "invalid: target event not found", 5,
            { [["a", "0:\($0.bob.publicKey.hex):"]] }),
        Row("deletion of another's", "invalid: must be event author", 5, { [["e", $0.message.id.hex]] }),
        Row(
            "deletion of another's address", "invalid: must be event author", 5,
            { [["a", "0:\($0.alice.publicKey.hex):"]] }),
        Row(
            "deletion in a private channel", "restricted: not a channel member", 5,
            { [["e", $0.hidden.id.hex]] }),
    ]

    static let channels: [Row] = [
        Row("nameless", "invalid: channel name is required", 9007, h(Community.unknown)),
        Row("only signs", "invalid: channel name is required", 9007, { _ in [["name", "# "]] }),
        Row(
            "visibility", "invalid visibility: public", 9007,
            { _ in [["name", "n"], ["visibility", "public"]] }),
        Row(
            "type", "invalid channel_type: chat", 9007, { _ in [["name", "n"], ["channel_type", "chat"]] }),
        Row(
            "ttl", "invalid: ttl must be a positive number of seconds", 9007,
            { _ in [["name", "n"], ["ttl", "0"]] }),
        Row(
            "no UUID for a channel", "invalid: missing or invalid h tag", 9007,
            { _ in [["h", "x"], ["name", "n"]] }),
        Row("join nothing", "invalid: missing or invalid h tag", 9021),
        Row("join the unknown", "invalid: channel not found", 9021, h(Community.unknown)),
        Row("join a private channel", "restricted: channel is private", 9021, h(Community.secret)),
        Row("leave nothing", "invalid: channel-scoped events must include an h tag", 9022),
        Row("leave a private channel", "restricted: not a channel member", 9022, h(Community.secret)),
        Row(
            "leave without being in", "invalid: actor is not an active member", by: .carol, 9022,
            h(Community.open)),
        Row(
            "last owner leaves", "invalid: cannot remove the last owner", by: .alice, 9022, h(Community.open)),
    ]

    @Test(arguments: event + messages + references + channels)
    func refuses(_ row: Row) async throws {
        let community = try await Community()
        let (event, keys) = try row.make(community)
        let answer = try await community.relay.publish(event, by: keys)
        #expect(answer.error == row.text)
        #expect(answer.status == row.status)
        // Nothing of it stays.
        let stored = try await community.relay.query("[{\"ids\":[\"\(event.id.hex)\"]}]", by: keys)
        #expect(stored.text == "[]")
    }

    @Test(arguments: [
        (
            "channel exists", UInt16(9007), [["h", Community.open], ["name", "n"]], "",
            "duplicate: channel already exists"
        ),
        (
            "channel in upper case", 9007, [["h", Community.open.uppercased()], ["name", "n"]], "",
            "duplicate: channel already exists"
        ),
    ])
    func understandsButDoesNotTake(
        _ name: String, _ kind: UInt16, _ tags: [[String]], _ content: String, _ text: String
    ) async throws {
        let community = try await Community()
        let event = try community.relay.event(kind, tags, content, by: community.bob)
        #expect(try await community.relay.publish(event, by: community.bob) == notAccepted(event, text))
    }

    @Test func theSameReactionTwiceIsNotTaken() async throws {
        let community = try await Community()
        let event = try community.relay.event(
            7, [["e", community.message.id.hex]], "🐝", by: community.bob, after: 1)
        let answer = try await community.relay.publish(event, by: community.bob)
        #expect(answer == notAccepted(event, "duplicate: reaction already exists"))
    }
}
