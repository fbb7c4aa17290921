extension Filter {
    /// Reads a filter from a JSON object (NIP-01).
    ///
    /// `ids`, `authors`, `#e` and `#p` take 64 lowercase hexadecimal digits, never prefixes; `since` and `until`
    /// integers, negative ones included; `limit` is at least 0.
    ///
    /// - Throws: ``JSONShapeError`` naming the member.
    public init(_ reader: JSONReader) throws(JSONShapeError) {
        self.init()
        for member in try reader.object().members {
            let child = try reader.member(allowingNull: member.key)
            switch member.key {
            case "ids": ids = try child.list { (item) throws(JSONShapeError) in EventID(try item.bytes32()) }
            case "authors": authors = try child.list { (item) throws(JSONShapeError) in try item.bytes32() }
            case "kinds":
                kinds = try child.list { (item) throws(JSONShapeError) in
                    UInt16(truncatingIfNeeded: try item.integer(in: 0...65535))
                }
            case "since": since = try child.integer()
            case "until": until = try child.integer()
            case "limit": limit = Int(try child.integer(in: 0...Int64(Int32.max)))
            case "search": search = try child.string()
            default:
                guard let letter = Self.tagLetter(of: member.key) else {
                    unknownMembers.append(member)
                    continue
                }
                let exact = letter == "e" || letter == "p"
                setTag(
                    letter,
                    try child.list { (item) throws(JSONShapeError) in
                        exact ? try item.bytes32().hex : try item.string()
                    })
            }
        }
    }

    private static func tagLetter(of key: String) -> Character? {
        let bytes = Array(key.utf8)
        guard bytes.count == 2, bytes[0] == UInt8(ascii: "#") else { return nil }
        let letter = Character(Unicode.Scalar(bytes[1]))
        return letter.isASCII && letter.isLetter ? letter : nil
    }

    /// Reads an array of filters, the body of a query.
    ///
    /// - Throws: ``JSONShapeError`` naming the place.
    public static func list(_ reader: JSONReader) throws(JSONShapeError) -> [Filter] {
        try reader.list { (item) throws(JSONShapeError) in try Filter(item) }
    }

    /// The filter as a JSON object.
    public var json: JSONValue {
        var object = JSONObject()
        object["ids"] = ids.map { .array($0.map { .string($0.hex) }) }
        object["authors"] = authors.map { .array($0.map { .string($0.hex) }) }
        object["kinds"] = kinds.map { .array($0.map { .integer(Int64($0)) }) }
        for condition in tags {
            object["#\(condition.letter)"] = .array(condition.values.map { .string($0) })
        }
        object["since"] = since.map { .integer($0) }
        object["until"] = until.map { .integer($0) }
        object["limit"] = limit.map { .integer(Int64($0)) }
        object["search"] = search.map { .string($0) }
        for member in unknownMembers { object[member.key] = member.value }
        return .object(object)
    }
}

extension JSONReader {
    /// Reads each element of the array here.
    public func list<Element>(
        _ element: (JSONReader) throws(JSONShapeError) -> Element
    ) throws(JSONShapeError) -> [Element] {
        var result: [Element] = []
        for item in try array() { result.append(try element(item)) }
        return result
    }

    /// A member that must be there, `null` or not.
    func member(allowingNull key: String) throws(JSONShapeError) -> JSONReader {
        guard let value = try object()[key] else { throw .missing(path: key) }
        return JSONReader(value, path: path.isEmpty ? key : "\(path).\(key)")
    }
}
