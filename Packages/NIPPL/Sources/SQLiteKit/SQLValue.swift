/// A value that goes into a statement or comes out of a row: SQLite's five storage classes.
public enum SQLValue: Sendable, Equatable {
    /// No value.
    case null
    /// A signed 64-bit integer.
    case integer(Int64)
    /// A double.
    case real(Double)
    /// UTF-8 text.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// Whether both are of the same class and hold the same; texts are compared by their bytes.
    public static func == (left: SQLValue, right: SQLValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let first), .integer(let second)): first == second
        case (.real(let first), .real(let second)): first == second
        case (.text(let first), .text(let second)): first.utf8.elementsEqual(second.utf8)
        case (.blob(let first), .blob(let second)): first == second
        default: false
        }
    }
}

extension SQLValue {
    /// An integer, or null for nil.
    public static func optional(_ value: Int64?) -> SQLValue { value.map { .integer($0) } ?? .null }

    /// A text, or null for nil.
    public static func optional(_ value: String?) -> SQLValue { value.map { .text($0) } ?? .null }

    /// Bytes, or null for nil.
    public static func optional(_ value: [UInt8]?) -> SQLValue { value.map { .blob($0) } ?? .null }

    /// 1 or 0: SQLite has no booleans.
    public static func bool(_ value: Bool) -> SQLValue { .integer(value ? 1 : 0) }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }

    /// Null.
    public init(nilLiteral: ()) { self = .null }
}

/// SQLite's storage classes by name, as an error message says them.
public enum SQLValueClass: String, Sendable, Equatable {
    /// No value.
    case null
    /// A signed 64-bit integer.
    case integer
    /// A double.
    case real
    /// UTF-8 text.
    case text
    /// Bytes.
    case blob
}
