/// A JSON value that is well-formed but not of the shape that was due.
public enum JSONShapeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A required member is absent; the path leads to it, such as `communities[2].id`.
    case missing(path: String)
    /// A member is of another kind, or out of its range.
    case mismatch(path: String, expected: String, found: String)

    /// One sentence naming the member, what was due and what was there.
    public var description: String {
        switch self {
        case .missing(let path): "member \(path) is missing"
        case .mismatch(let path, let expected, let found):
            "member \(path): expected \(expected), found \(found)"
        }
    }
}

/// A value together with the path that led to it, for reading a document with errors that say where.
public struct JSONReader: Sendable {
    /// The value.
    public let value: JSONValue
    /// The path from the document's root; empty there.
    public let path: String

    /// Reads from a document's root.
    public init(_ value: JSONValue, path: String = "") {
        self.value = value
        self.path = path
    }

    private var shownPath: String { path.isEmpty ? "(root)" : path }

    /// An error that says what was due here.
    public func mismatch(_ expected: String, found: String? = nil) -> JSONShapeError {
        .mismatch(path: shownPath, expected: expected, found: found ?? value.kindName)
    }

    /// A required member.
    public func member(_ key: String) throws(JSONShapeError) -> JSONReader {
        guard let reader = try optionalMember(key) else { throw .missing(path: childPath(key)) }
        return reader
    }

    /// A member that may be absent; `null` counts as absent.
    public func optionalMember(_ key: String) throws(JSONShapeError) -> JSONReader? {
        guard let child = try object()[key] else { return nil }
        if case .null = child { return nil }
        return JSONReader(child, path: childPath(key))
    }

    private func childPath(_ key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// The object here.
    public func object() throws(JSONShapeError) -> JSONObject {
        guard case .object(let object) = value else { throw mismatch("an object") }
        return object
    }

    /// The array here, each element with its path.
    public func array() throws(JSONShapeError) -> [JSONReader] {
        guard case .array(let elements) = value else { throw mismatch("an array") }
        return elements.enumerated().map { JSONReader($1, path: "\(path)[\($0)]") }
    }

    /// The string here.
    public func string() throws(JSONShapeError) -> String {
        guard case .string(let text) = value else { throw mismatch("a string") }
        return text
    }

    /// The boolean here.
    public func bool() throws(JSONShapeError) -> Bool {
        guard case .bool(let flag) = value else { throw mismatch("a boolean") }
        return flag
    }

    /// The integer here, within a range.
    public func integer(
        in range: ClosedRange<Int64> = Int64.min...Int64.max
    ) throws(JSONShapeError) -> Int64 {
        guard case .integer(let number) = value else { throw mismatch("an integer") }
        guard range.contains(number) else {
            throw mismatch("an integer in \(range.lowerBound)...\(range.upperBound)", found: String(number))
        }
        return number
    }

    /// The 64 lowercase hexadecimal digits here.
    public func bytes32() throws(JSONShapeError) -> Bytes32 {
        guard let bytes = Bytes32(hex: try string()) else {
            throw mismatch("64 lowercase hexadecimal digits", found: "another string")
        }
        return bytes
    }
}
