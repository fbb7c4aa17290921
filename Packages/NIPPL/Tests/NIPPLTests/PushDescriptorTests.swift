import NIPPL
import NostrCore
import Testing

private let key = #"{"id":"relay-v1","pubkey":"\#(String(repeating: "d", count: 64))","current":true}"#
private let key2 = #"{"id":"k2","pubkey":"\#(String(repeating: "a", count: 64))","current":true}"#
private let limits = """
    {"max_lease_ttl":2592000,"max_leases_per_pubkey":16,"max_subscriptions_per_lease":16,"max_kinds":16,\
    "max_authors":20,"max_h":50,"max_tag_values":20,"max_ignore":8,"max_content_len":65536,\
    "max_plaintext_len":32768,"max_endpoint_len":4096,"max_string_len":512}
    """

/// A valid document under a contract, with members of `push` replaced; nil removes one.
func information(
    _ contract: PushContract = .buzzPushV1, changes: [String: String?] = [:]
) throws -> RelayInformation {
    var push = [
        "origin": #""wss://relay.example""#, "keys": "[\(key)]", "push_kinds": "[9,40002,45001,45003]",
        "h_grammar": #""uuid-v4-lowercase""#, "limitation": limits,
        "class_support": #"{"apns":["silent","default","time_sensitive"]}"#,
    ]
    if contract == .nipPL { push["app_profiles"] = #"[{"id":"ios","transport":"apns"}]"# }
    for (name, value) in changes { push[name] = value }
    let members = push.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
    let document =
        #"{"supported_extensions":["\#(contract.capability)"],"push":{\#(members)},"other":1}"#
    return try RelayInformation(JSONValue.parse(document, limits: JSONLimits(maximumBytes: 65536)))
}

struct BrokenMember: Sendable, CustomTestStringConvertible {
    let path: String
    let member: String
    let value: String?
    var contract = PushContract.buzzPushV1
    var testDescription: String { "\(contract.capability) \(path): \(member) = \(value ?? "absent")" }
}

private let broken: [BrokenMember] = [
    .init(path: "push.extra", member: "extra", value: "1"),
    .init(path: "push.urgent_kinds", member: "urgent_kinds", value: "[]"),
    .init(path: "push.app_profiles", member: "app_profiles", value: "[]"),
    .init(path: "push.origin", member: "origin", value: nil),
    .init(path: "push.origin", member: "origin", value: "null"),
    .init(path: "push.origin", member: "origin", value: #""wss://relay.example/""#),
    .init(path: "push.origin", member: "origin", value: #""wss://Relay.example""#),
    .init(path: "push.origin", member: "origin", value: #""wss://relay.example:443""#),
    .init(path: "push.origin", member: "origin", value: #""wss://relay.example:0444""#),
    .init(path: "push.origin", member: "origin", value: #""wss://""#),
    .init(path: "push.origin", member: "origin", value: #""https://relay.example""#),
    .init(path: "push.keys", member: "keys", value: "[]"),
    .init(path: "push.keys", member: "keys", value: "[\(key),\(key2)]"),
    .init(path: "push.keys[1].id", member: "keys", value: "[\(key),\(key)]"),
    .init(path: "push.keys[0].pubkey", member: "keys", value: #"[{"id":"a","pubkey":"AB","current":true}]"#),
    .init(path: "push.push_kinds", member: "push_kinds", value: "[9,40002,45001]"),
    .init(path: "push.push_kinds[0]", member: "push_kinds", value: "[20001]"),
    .init(path: "push.push_kinds[0]", member: "push_kinds", value: "[9.0]"),
    .init(path: "push.h_grammar", member: "h_grammar", value: #""uuid""#),
    .init(
        path: "push.class_support.apns[1]", member: "class_support", value: #"{"apns":["default","loud"]}"#),
    .init(path: "push.class_support.apns", member: "class_support", value: #"{"apns":["silent"]}"#),
    .init(path: "push.class_support.fcm", member: "class_support", value: #"{"fcm":["default"]}"#),
    .init(path: "push.limitation.max_h", member: "limitation", value: #"{"max_h":null}"#),
    .init(path: "push.limitation.max_lease_ttl", member: "limitation", value: "{}"),
    .init(path: "push.app_profiles", member: "app_profiles", value: nil, contract: .nipPL),
    .init(
        path: "push.app_profiles", member: "app_profiles", value: #"[{"id":"x","transport":"fcm"}]"#,
        contract: .nipPL),
    .init(path: "push.urgent_kinds", member: "urgent_kinds", value: "[46010]", contract: .nipPL),
]

@Suite("push descriptor")
struct PushDescriptorTests {
    @Test("a broken member turns push off and is named (G08)", arguments: broken)
    func refused(_ row: BrokenMember) throws {
        let document = try information(row.contract, changes: [row.member: row.value])
        do throws(PushDescriptorError) {
            _ = try PushDescriptor(document, contract: row.contract)
            Issue.record("accepted")
        } catch {
            switch error {
            case .malformed(.missing(let path)), .malformed(.mismatch(let path, _, _)):
                #expect(path == row.path)
            default: Issue.record("\(error)")
            }
        }
    }

    @Test(
        "each limit must be a positive integer, the lease's life at most thirty days",
        arguments: [
            ("\"max_lease_ttl\":2592000", "\"max_lease_ttl\":2592001"), ("\"max_h\":50", "\"max_h\":0"),
            ("\"max_ignore\":8", "\"max_ignore\":8.0"), ("\"max_kinds\":16", "\"max_kinds\":\"16\""),
            ("\"max_kinds\":16,", ""),
        ])
    func limit(_ old: String, _ new: String) throws {
        let parts = limits.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let document = try information(changes: ["limitation": parts.joined(separator: new)])
        #expect(throws: PushDescriptorError.self) { try PushDescriptor(document) }
    }

    @Test("no push, and the other contract's string, are told apart (G08)")
    func absent() throws {
        let bare = try RelayInformation(
            JSONValue.parse(
                #"{"supported_extensions":["buzz-push-v1"]}"#, limits: JSONLimits(maximumBytes: 99)))
        #expect(throws: PushDescriptorError.absent) { try PushDescriptor(bare) }
        let draft = try information(.nipPL)
        #expect(throws: PushDescriptorError.notAdvertised("buzz-push-v1")) { try PushDescriptor(draft) }
    }

    @Test(
        "a valid descriptor, its origin byte for byte (G09)",
        arguments: [
            "wss://relay.example", "ws://10.0.0.1:3001", "wss://[::1]:8443", "ws://localhost",
        ])
    func valid(_ origin: String) throws {
        let descriptor = try PushDescriptor(information(changes: ["origin": "\"\(origin)\""]))
        #expect(descriptor.origin == origin)
        #expect(descriptor.currentKey.id == "relay-v1")
        #expect(descriptor.classes == [.silent, .default, .timeSensitive])
        #expect(descriptor.limits.leaseTTL == 2_592_000 && descriptor.limits.channels == 50)
    }

    @Test("the draft has profiles and urgent kinds")
    func draft() throws {
        let document = try information(.nipPL, changes: ["push_kinds": "[7,9]", "urgent_kinds": "[9]"])
        let descriptor = try PushDescriptor(document, contract: .nipPL)
        #expect(descriptor.profiles.map(\.id) == ["ios"] && descriptor.urgentKinds == [9])
    }
}
