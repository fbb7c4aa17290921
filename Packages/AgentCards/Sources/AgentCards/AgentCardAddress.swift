/// A shared agent's id: opaque, and harmless as one segment of a path (spec agent-cards).
public struct AgentCardID: Hashable, Sendable, CustomStringConvertible {
    /// The id, decoded; a card must state the same, byte for byte.
    public let text: String

    /// The greatest length in bytes of UTF-8.
    public static let maximumLength = 128

    /// Checks an id that is decoded already, as a link parser hands it over.
    ///
    /// - Throws: ``AgentCardIDError`` for an id that would change the path of the address, or is too long.
    public init(_ text: String) throws(AgentCardIDError) {
        let count = text.utf8.count
        guard count > 0 else { throw .empty }
        guard count <= Self.maximumLength else { throw .tooLong(bytes: count) }
        guard text != ".", text != ".." else { throw .dotSegment }
        guard !text.utf8.contains(UInt8(ascii: "/")) else { throw .containsSlash }
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .containsControl
        }
        self.text = text
    }

    /// Decodes an id as it stands in a link's query, once, and checks it (RFC 3986 §2.1; `+` stays a plus).
    ///
    /// - Throws: ``AgentCardIDError``, also for a broken escape and for bytes that are not UTF-8.
    public init(linkValue: String) throws(AgentCardIDError) {
        var bytes: [UInt8] = []
        var rest = Array(linkValue.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(ASCII.value(ofHexDigit:)),
                let low = rest.popFirst().flatMap(ASCII.value(ofHexDigit:))
            else { throw .malformed }
            bytes.append(high << 4 | low)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
        try self.init(text)
    }

    /// The id as one path segment: all but RFC 3986's unreserved characters percent-encoded, in upper-case digits.
    public var pathSegment: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        for byte in text.utf8 {
            if ASCII.isAlphanumeric(byte) || "-._~".utf8.contains(byte) {
                output.append(byte)
            } else {
                output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Whether a card's `id` is this one, compared as bytes.
    public func matches(_ stated: String) -> Bool { text.utf8.elementsEqual(stated.utf8) }

    /// The decoded id.
    public var description: String { text }

    /// Equal as bytes.
    public static func == (left: AgentCardID, right: AgentCardID) -> Bool { left.matches(right.text) }

    /// Feeds the bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }
}

/// Why an id is refused, before any request.
public enum AgentCardIDError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nothing.
    case empty
    /// More than ``AgentCardID/maximumLength`` bytes.
    case tooLong(bytes: Int)
    /// `.` or `..`, which a server takes for a place in the path.
    case dotSegment
    /// A slash.
    case containsSlash
    /// A control character.
    case containsControl
    /// A broken percent escape, or bytes that are not UTF-8.
    case malformed

    /// One sentence that says what is wrong.
    public var description: String {
        switch self {
        case .empty: "the agent id is empty"
        case .tooLong(let bytes):
            "the agent id has \(bytes) bytes, at most \(AgentCardID.maximumLength) are allowed"
        case .dotSegment: "the agent id is a dot segment"
        case .containsSlash: "the agent id contains a slash"
        case .containsControl: "the agent id contains a control character"
        case .malformed: "the agent id is not percent-encoded UTF-8"
        }
    }
}

/// Where a shared agent's card is: `<origin>/<id>/agent.json`, the origin being the build's own.
public struct AgentCardAddress: Hashable, Sendable {
    /// The id that the card must state.
    public let id: AgentCardID
    /// The URL to fetch, without following redirects to another origin.
    public let url: String

    /// Joins an environment's origin and an id.
    public init(id: AgentCardID, in environment: HostedEnvironment) {
        self.id = id
        url = "\(environment.avatarsOrigin)/\(id.pathSegment)/agent.json"
    }
}
