/// A JSON value in memory, with integers exact and members in the order of the text.
public indirect enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction, exponent or negative zero that fits 64 bits.
    case integer(Int64)
    /// Any other number, as its text.
    case number(JSONNumber)
    /// A string; compare its `utf8`, since Swift's `==` folds what Unicode calls equivalent.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object(JSONObject)

    /// Reads one value that makes up the whole text.
    ///
    /// - Throws: ``JSONError`` for anything but strict JSON within the limits.
    public static func parse(_ bytes: [UInt8], limits: JSONLimits) throws(JSONError) -> JSONValue {
        var scanner = try JSONScanner(bytes, limits: limits)
        let value = try scanner.value(depth: 0)
        try scanner.expectEnd()
        return value
    }

    /// Reads one value from a text; see ``parse(_:limits:)``.
    public static func parse(_ text: String, limits: JSONLimits) throws(JSONError) -> JSONValue {
        try parse(Array(text.utf8), limits: limits)
    }

    /// What kind of value it is, as an error message names it.
    public var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .integer: "an integer"
        case .number: "a number that is not an integer"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The compact text: no white space, members in order, strings escaped as NIP-01 does.
    public func serialized() -> [UInt8] {
        var output: [UInt8] = []
        append(to: &output)
        return output
    }

    /// Appends the compact text.
    public func append(to output: inout [UInt8]) {
        switch self {
        case .null: output.append(contentsOf: "null".utf8)
        case .bool(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): output.append(contentsOf: String(value).utf8)
        case .number(let number): output.append(contentsOf: number.text.utf8)
        case .string(let text): CanonicalText.appendQuoted(text.utf8, to: &output)
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                element.append(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                CanonicalText.appendQuoted(member.key.utf8, to: &output)
                output.append(UInt8(ascii: ":"))
                member.value.append(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }
}

extension JSONValue: Equatable {
    /// Equal as JSON texts: strings by their bytes, members in order.
    public static func == (left: JSONValue, right: JSONValue) -> Bool {
        left.serialized() == right.serialized()
    }
}

/// An object's members in the order of the text, each key once.
public struct JSONObject: Sendable, Equatable {
    /// A key and its value.
    public struct Member: Sendable, Equatable {
        /// The key.
        public let key: String
        /// The value.
        public let value: JSONValue

        /// Pairs a key with a value.
        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The members in order.
    public private(set) var members: [Member]

    /// An object with these members; of a key given twice the last value stands, in the first place.
    public init(_ members: [Member] = []) {
        self.members = []
        for member in members { self[member.key] = member.value }
    }

    init(unchecked members: [Member]) {
        self.members = members
    }

    /// The value of a key, compared byte by byte.
    ///
    /// Setting nil removes the member.
    public subscript(key: String) -> JSONValue? {
        get { index(of: key).map { members[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): members[index] = Member(key, value)
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key, value))
            case (nil, nil): break
            }
        }
    }

    private func index(of key: String) -> Int? {
        members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
    }
}

extension JSONScanner {
    mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        switch try peek(expected: "a value") {
        case UInt8(ascii: "\""):
            return .string(text(of: try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let range = try number()
            if let integer = integer(in: range) { return .integer(integer) }
            return .number(JSONNumber(checked: String(decoding: bytes[range], as: UTF8.self)))
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try array(depth: depth) { (scanner) throws(JSONError) in
                elements.append(try scanner.value(depth: depth + 1))
            }
            return .array(elements)
        case UInt8(ascii: "{"):
            var members: [JSONObject.Member] = []
            try object(depth: depth) { (scanner, key) throws(JSONError) in
                members.append(.init(scanner.text(of: key), try scanner.value(depth: depth + 1)))
            }
            return .object(JSONObject(unchecked: members))
        case UInt8(ascii: "t"):
            try literal("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try literal("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try literal("null")
            return .null
        case let byte:
            throw unexpected(byte, expected: "a value")
        }
    }
}
