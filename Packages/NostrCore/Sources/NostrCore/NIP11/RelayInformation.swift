/// What a relay says about itself (NIP-11).
///
/// Unknown members are kept in ``document``.
public struct RelayInformation: Sendable, Equatable {
    /// A supported NIP: most relays write numbers, some write strings such as `9a`.
    public enum NIP: Sendable, Hashable, CustomStringConvertible {
        /// A number.
        case number(Int64)
        /// A name.
        case name(String)

        /// As the document writes it.
        public var description: String {
            switch self {
            case .number(let number): String(number)
            case .name(let name): name
            }
        }
    }

    /// The relay's name.
    public let name: String?
    /// A sentence or two about it.
    public let summary: String?
    /// The administrator's key, as it stands.
    public let pubkey: String?
    /// The administrator's address.
    public let contact: String?
    /// An icon's URL.
    public let icon: String?
    /// The software's address.
    public let software: String?
    /// The software's version.
    public let version: String?
    /// The NIPs that the relay says it implements, in order; elements of other kinds are left out.
    public let supportedNIPs: [NIP]
    /// Extensions by name, such as `buzz-push-v1`.
    public let supportedExtensions: [String]
    /// The key that signs channel state, 64 lowercase digits, when the relay has one.
    public let selfKey: Bytes32?
    /// The limits, as they stand.
    public let limitation: JSONObject?
    /// The push descriptor, as it stands; package NIPPL reads it.
    public let push: JSONValue?
    /// The whole document.
    public let document: JSONObject

    /// Reads a document.
    ///
    /// Members of a wrong kind count as absent: NIP-11 asks readers to ignore what they don't know.
    ///
    /// - Throws: ``JSONShapeError`` if the document is not an object.
    public init(_ value: JSONValue) throws(JSONShapeError) {
        let object = try JSONReader(value).object()
        document = object
        func text(_ key: String) -> String? {
            if case .string(let text)? = object[key] { text } else { nil }
        }
        name = text("name")
        summary = text("description")
        pubkey = text("pubkey")
        contact = text("contact")
        icon = text("icon")
        software = text("software")
        version = text("version")
        selfKey = text("self").flatMap { Bytes32(hex: $0) }
        supportedNIPs = Self.elements(object["supported_nips"]).compactMap { element in
            switch element {
            case .integer(let number): .number(number)
            case .string(let name): .name(name)
            default: nil
            }
        }
        supportedExtensions = Self.elements(object["supported_extensions"]).compactMap { element in
            if case .string(let name) = element { name } else { nil }
        }
        if case .object(let limits)? = object["limitation"] { limitation = limits } else { limitation = nil }
        if case .null? = object["push"] { push = nil } else { push = object["push"] }
    }

    private static func elements(_ value: JSONValue?) -> [JSONValue] {
        if case .array(let elements)? = value { elements } else { [] }
    }
}
