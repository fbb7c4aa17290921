/// The list of elements (type, length, value) inside nprofile, nevent, naddr and nrelay (NIP-19).
struct EntityList {
    /// The numbers of the known elements.
    private enum ElementType {
        static let special: UInt8 = 0
        static let relay: UInt8 = 1
        static let author: UInt8 = 2
        static let kind: UInt8 = 3
    }

    /// An element's length is stated in one byte.
    private static let longestValue = 255

    private let elements: [(type: UInt8, value: ArraySlice<UInt8>)]

    init(_ bytes: [UInt8]) throws(NIP19Error) {
        var elements: [(type: UInt8, value: ArraySlice<UInt8>)] = []
        var rest = bytes[...]
        while let type = rest.popFirst() {
            guard let length = rest.popFirst() else { throw .truncated(type: type, bytes: 0, needs: 1) }
            guard rest.count >= Int(length) else {
                throw .truncated(type: type, bytes: rest.count, needs: Int(length))
            }
            elements.append((type, rest.prefix(Int(length))))
            rest = rest.dropFirst(Int(length))
        }
        self.elements = elements
    }

    // MARK: Reading

    func profile() throws(NIP19Error) -> ProfilePointer {
        guard let key = try value(ElementType.special, .publicKey) else { throw .missing(.publicKey) }
        return ProfilePointer(publicKey: try Self.publicKey(key, .publicKey), relays: try relays())
    }

    func event() throws(NIP19Error) -> EventPointer {
        guard let id = try value(ElementType.special, .eventID) else { throw .missing(.eventID) }
        var pointer = EventPointer(id: EventID(try Self.bytes32(id, .eventID)), relays: try relays())
        if let author = try value(ElementType.author, .author) {
            pointer.author = try Self.publicKey(author, .author)
        }
        if let kind = try value(ElementType.kind, .kind) { pointer.kind = try Self.kind(kind) }
        return pointer
    }

    func address() throws(NIP19Error) -> AddressPointer {
        guard let identifier = try value(ElementType.special, .identifier) else {
            throw .missing(.identifier)
        }
        guard let text = String(validating: identifier, as: UTF8.self) else { throw .notText(.identifier) }
        guard let author = try value(ElementType.author, .author) else { throw .missing(.author) }
        guard let kind = try value(ElementType.kind, .kind) else { throw .missing(.kind) }
        return AddressPointer(
            identifier: text, author: try Self.publicKey(author, .author), kind: try Self.kind(kind),
            relays: try relays())
    }

    func relay() throws(NIP19Error) -> String {
        guard let url = try value(ElementType.special, .relay) else { throw .missing(.relay) }
        return try Self.relay(url)
    }

    /// The only element of a type that may stand once.
    private func value(_ type: UInt8, _ field: NIP19Error.Field) throws(NIP19Error) -> ArraySlice<UInt8>? {
        let found = elements.filter { $0.type == type }
        guard found.count <= 1 else { throw .repeated(field) }
        return found.first?.value
    }

    private func relays() throws(NIP19Error) -> [String] {
        var relays: [String] = []
        for element in elements where element.type == ElementType.relay {
            relays.append(try Self.relay(element.value))
        }
        return relays
    }

    private static func relay(_ bytes: ArraySlice<UInt8>) throws(NIP19Error) -> String {
        guard !bytes.isEmpty else { throw .empty(.relay) }
        guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .notText(.relay) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func kind(_ bytes: ArraySlice<UInt8>) throws(NIP19Error) -> UInt16 {
        guard bytes.count == 4 else { throw .wrongLength(.kind, bytes: bytes.count, needs: 4) }
        let number = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard let kind = UInt16(exactly: number) else { throw .kindOutOfRange(number) }
        return kind
    }

    static func bytes32(_ bytes: ArraySlice<UInt8>, _ field: NIP19Error.Field) throws(NIP19Error) -> Bytes32 {
        guard let value = Bytes32(bytes) else { throw .wrongLength(field, bytes: bytes.count, needs: 32) }
        return value
    }

    static func publicKey(
        _ bytes: ArraySlice<UInt8>, _ field: NIP19Error.Field
    ) throws(NIP19Error) -> PublicKey {
        guard let key = PublicKey(try bytes32(bytes, field)) else { throw .notOnCurve(field) }
        return key
    }

    // MARK: Writing

    // Readers take the elements in any order; they are written in the order of their types.

    static func bytes(_ profile: ProfilePointer) throws(NIP19Error) -> [UInt8] {
        var output: [UInt8] = []
        try append(ElementType.special, profile.publicKey.bytes.bytes, .publicKey, to: &output)
        try append(relays: profile.relays, to: &output)
        return output
    }

    static func bytes(_ event: EventPointer) throws(NIP19Error) -> [UInt8] {
        var output: [UInt8] = []
        try append(ElementType.special, event.id.bytes.bytes, .eventID, to: &output)
        try append(relays: event.relays, to: &output)
        if let author = event.author {
            try append(ElementType.author, author.bytes.bytes, .author, to: &output)
        }
        if let kind = event.kind { try append(ElementType.kind, bytes(kind), .kind, to: &output) }
        return output
    }

    static func bytes(_ address: AddressPointer) throws(NIP19Error) -> [UInt8] {
        var output: [UInt8] = []
        try append(ElementType.special, Array(address.identifier.utf8), .identifier, to: &output)
        try append(relays: address.relays, to: &output)
        try append(ElementType.author, address.author.bytes.bytes, .author, to: &output)
        try append(ElementType.kind, bytes(address.kind), .kind, to: &output)
        return output
    }

    private static func bytes(_ kind: UInt16) -> [UInt8] {
        [0, 0, UInt8(kind >> 8), UInt8(truncatingIfNeeded: kind)]
    }

    private static func append(relays: [String], to output: inout [UInt8]) throws(NIP19Error) {
        for relay in relays {
            let bytes = Array(relay.utf8)
            _ = try Self.relay(bytes[...])
            try append(ElementType.relay, bytes, .relay, to: &output)
        }
    }

    private static func append(
        _ type: UInt8, _ value: [UInt8], _ field: NIP19Error.Field, to output: inout [UInt8]
    ) throws(NIP19Error) {
        guard let length = UInt8(exactly: value.count) else {
            throw .fieldTooLong(field, bytes: value.count, limit: longestValue)
        }
        output.append(contentsOf: [type, length])
        output.append(contentsOf: value)
    }
}
