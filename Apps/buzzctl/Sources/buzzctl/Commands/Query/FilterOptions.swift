internal import CommandLineKit
internal import NostrCore

/// The conditions of `query` and `count`, as options or as JSON (NIP-01).
enum FilterOptions {
    static let ids = Parameter<[EventID]>.options("id", .eventID, help: "Events with this id")
    static let authors = Parameter<[Bytes32]>.options("author", .publicKey, help: "Events of this author")
    static let kinds = Parameter<[Int64]>.options(
        "kind", .integer(in: 0...65_535), help: "Events of this kind")
    static let since = Parameter<Moment?>.option("since", .moment, help: "Not older than this")
    static let until = Parameter<Moment?>.option("until", .moment, help: "Not newer than this")
    static let limit = Parameter<Int64?>.option(
        "limit", .integer(in: 0...10_000), help: "At most this many, the newest")
    static let search = Parameter<String?>.option("search", .text("TEXT"), help: "A search text (NIP-50)")
    static let events = Parameter<[EventID]>.options(
        "event", .eventID, help: "Events that refer to this one (#e)")
    static let pubkeys = Parameter<[Bytes32]>.options(
        "pubkey", .publicKey, help: "Events that mention this key (#p)")
    static let channels = Parameter<[String]>.options(
        "channel", .channel, help: "Events of this channel (#h)")
    static let tags = Parameter<[TagValue]>.options(
        "tag", .tagValue, help: "Events with this tag: one letter, an equals sign, the value")
    static let filters = Parameter<[Filter]>.options("filter", .filter, help: "A whole filter as JSON")

    static let all: [any ParameterDeclaring] = [
        ids, authors, kinds, since, until, limit, search, events, pubkeys, channels, tags, filters,
    ]

    /// A time: seconds since 1970, or a length of time before now.
    enum Moment: Sendable, Equatable {
        case at(Int64)
        case ago(Int64)

        func seconds(now: Int64) -> Int64 {
            switch self {
            case .at(let time): time
            case .ago(let length): now - length
            }
        }
    }

    /// A tag's letter and one value.
    struct TagValue: Sendable, Equatable {
        let letter: Character
        let value: String
    }

    /// The filters that an invocation states: one of the options, if any was given, and those in JSON.
    static func filters(of invocation: Invocation, now: Int64) throws -> [Filter] {
        let conditions: [any ParameterDeclaring] = all.dropLast()
        var result = invocation[filters]
        if conditions.contains(where: { invocation.isGiven($0) }) {
            result.append(filter(of: invocation, now: now))
        }
        guard !result.isEmpty else {
            throw UsageError.refused("no condition: give one, or --filter '{}' to ask for everything")
        }
        return result
    }

    private static func filter(of invocation: Invocation, now: Int64) -> Filter {
        // An option that was not given is no condition; an empty list would match nothing.
        func list<Element>(_ values: [Element]) -> [Element]? { values.isEmpty ? nil : values }
        var filter = Filter(
            ids: list(invocation[ids]), authors: list(invocation[authors]),
            kinds: list(invocation[kinds].compactMap { UInt16(exactly: $0) }),
            since: invocation[since]?.seconds(now: now), until: invocation[until]?.seconds(now: now),
            limit: invocation[limit].flatMap { Int(exactly: $0) }, search: invocation[search])
        var values: [(letter: Character, values: [String])] = [
            ("e", invocation[events].map(\.hex)), ("p", invocation[pubkeys].map(\.hex)),
            ("h", invocation[channels]),
        ]
        for tag in invocation[tags] {
            if let index = values.firstIndex(where: { $0.letter == tag.letter }) {
                values[index].values.append(tag.value)
            } else {
                values.append((tag.letter, [tag.value]))
            }
        }
        for (letter, values) in values where !values.isEmpty { filter.setTag(letter, values) }
        return filter
    }
}
