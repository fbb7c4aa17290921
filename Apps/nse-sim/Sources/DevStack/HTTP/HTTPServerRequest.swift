/// A request as it came, whole.
public struct HTTPServerRequest: Sendable, Equatable {
    /// A header field.
    public struct Field: Sendable, Equatable {
        /// The name as it came; names are compared without case.
        public let name: String
        /// The value without white space around it.
        public let value: String

        /// Pairs a name with a value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The method, such as `POST`.
    public let method: String
    /// The request target byte for byte, query included: `/a%2Fb//c?x=1`.
    public let target: String
    /// The header fields in order.
    public let fields: [Field]
    /// The body, without any transfer coding.
    public let body: [UInt8]

    /// Assembles a request, for calling a handler without a socket.
    public init(method: String, target: String, fields: [Field] = [], body: [UInt8] = []) {
        self.method = method
        self.target = target
        self.fields = fields
        self.body = body
    }

    /// The target up to the first `?`.
    public var path: String {
        String(decoding: target.utf8.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
    }

    /// The value of the first field of a name, compared without case.
    public func value(of name: String) -> String? {
        fields.first { Self.isSame($0.name, name) }?.value
    }

    /// How many fields have a name.
    func count(of name: String) -> Int {
        fields.reduce(0) { $0 + (Self.isSame($1.name, name) ? 1 : 0) }
    }

    private static func isSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { lower($0) == lower($1) }
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
