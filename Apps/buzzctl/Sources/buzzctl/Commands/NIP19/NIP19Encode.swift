internal import CommandLineKit
internal import NostrCore
internal import RelayClient

/// `nip19 encode`: a key, id or address as text (NIP-19), and as a URI (NIP-21).
enum NIP19Encode {
    /// Secret keys have `key show --secret`.
    private enum Form: String, CaseIterable, Sendable {
        case npub, note, nprofile, nevent, naddr
    }

    private static let form = Parameter<Form>.argument(
        .cases("FORM"), help: "What to make")
    private static let value = Parameter<String>.argument(
        .text("VALUE"), help: "A key for npub and nprofile, an id for note and nevent, the d value for naddr")
    private static let hints = Parameter<[RelayURL]>.options(
        "hint", .relay, help: "A relay that has it, for nprofile, nevent and naddr")
    private static let author = Parameter<Bytes32?>.option(
        "author", .publicKey, help: "The author, for nevent and naddr")
    private static let kind = Parameter<Int64?>.option(
        "kind", .integer(in: 0...65_535), help: "The kind, for nevent and naddr")

    static let command = Command(
        "encode",
        abstract: "Make an npub, note, nprofile, nevent or naddr",
        discussion: "For a secret key use key show --secret.",
        parameters: [hints, author, kind, form, value],
        examples: [
            Example(
                "buzzctl nip19 encode nevent 512cef144534bad7c828b9094c8f6891ccd4b1152595a90b15b1739df70000ab --hint wss://relay.example",
                "Makes a text that says where to find an event"),
            Example(
                "buzzctl nip19 encode naddr general --kind 30315 --author 79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
                "Makes the address of a status"),
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let entity = try entity(invocation)
        let record: EntityTextRecord
        do throws(NIP19Error) {
            record = EntityTextRecord(text: try entity.text(), uri: try entity.uri())
        } catch {
            throw UsageError.refused("can't be written: \(error)")
        }
        try console.write(record, invocation.format)
        return .done
    }

    private static func entity(_ invocation: Invocation) throws -> NostrEntity {
        let (form, text) = (invocation[form], invocation[value])
        let relays = invocation[hints].map(\.webSocket)
        let author = invocation[author].flatMap { PublicKey($0) }
        let kind = invocation[kind].flatMap { UInt16(exactly: $0) }
        if form == .npub || form == .note, !relays.isEmpty {
            throw UsageError.refused("\(form.rawValue) holds no relay: use nprofile or nevent")
        }
        if form != .nevent, form != .naddr, author != nil || kind != nil {
            throw UsageError.refused("\(form.rawValue) holds no author and no kind: use nevent or naddr")
        }
        switch form {
        case .npub, .nprofile:
            // The text is not repeated: it may be a secret key.
            guard let bytes = try? ValueType<Bytes32>.publicKey.read(text), let key = PublicKey(bytes) else {
                throw UsageError.refused("VALUE: expected a public key, 64 hexadecimal digits or npub1…")
            }
            return form == .npub ? .publicKey(key) : .profile(ProfilePointer(publicKey: key, relays: relays))
        case .note, .nevent:
            guard let id = try? ValueType<EventID>.eventEntity.read(text) else {
                throw UsageError.refused("VALUE: expected an event's id, 64 hexadecimal digits or note1…")
            }
            if form == .note { return .note(id) }
            return .event(EventPointer(id: id, relays: relays, author: author, kind: kind))
        case .naddr:
            guard let author, let kind else { throw UsageError.refused("naddr needs --author and --kind") }
            return .address(AddressPointer(identifier: text, author: author, kind: kind, relays: relays))
        }
    }
}

extension ValueType where Value == RelayURL {
    /// A relay's address.
    static var relay: ValueType {
        ValueType("URL") { (text) throws(ValueProblem) in
            do throws(RelayURLError) {
                return try RelayURL(text)
            } catch {
                throw ValueProblem(expected: "a relay's origin such as wss://relay.example")
            }
        }
    }
}
