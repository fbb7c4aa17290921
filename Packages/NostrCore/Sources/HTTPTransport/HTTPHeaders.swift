/// Header fields in order; names compare without case (RFC 9110 §5.1).
///
/// Its description shows names only: values may be credentials.
public struct HTTPHeaders: Sendable, Equatable {
    /// One field.
    public struct Field: Sendable, Equatable, CustomStringConvertible {
        /// The name, as written.
        public let name: String
        /// The value, without white space around it.
        public let value: String

        /// Pairs a name with a value; neither is checked before a request is sent.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// The name only.
        public var description: String { "\(name): …" }
    }

    /// The fields in order.
    public private(set) var fields: [Field]

    /// The given fields in order; a name may occur more than once.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// The first value of a name; setting it replaces all of that name, and nil removes them.
    public subscript(name: String) -> String? {
        get { fields.first { Self.same($0.name, name) }?.value }
        set {
            fields.removeAll { Self.same($0.name, name) }
            if let newValue { fields.append(Field(name: name, value: newValue)) }
        }
    }

    /// All values of a name in order.
    public func values(of name: String) -> [String] {
        fields.filter { Self.same($0.name, name) }.map(\.value)
    }

    /// Adds a field behind the others.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Continues the last field's value, as the obsolete folded form does.
    mutating func fold(_ more: String) {
        guard let last = fields.popLast() else { return }
        fields.append(Field(name: last.name, value: "\(last.value) \(more)"))
    }

    static func same(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lowercase($0) == lowercase($1) }
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
    /// The pairs in order.
    public init(dictionaryLiteral elements: (String, String)...) {
        self.init(elements.map { Field(name: $0, value: $1) })
    }
}

extension HTTPHeaders: CustomStringConvertible {
    /// The names only.
    public var description: String { "[\(fields.map(\.name).joined(separator: ", "))]" }
}
