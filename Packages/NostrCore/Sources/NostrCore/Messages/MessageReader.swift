/// Reads the elements of a message one by one, each once, from the bytes that came.
struct MessageReader {
    /// The message's name.
    let command: String
    private var scanner: JSONScanner
    private var isClosed: Bool

    /// Reads up to the message's name.
    init(_ bytes: [UInt8], maximumBytes: Int) throws(MessageError) {
        let name: String?
        do throws(JSONError) {
            scanner = try JSONScanner(bytes, limits: JSONLimits(maximumBytes: maximumBytes))
            name = try scanner.messageName()
            isClosed = name == nil ? true : try !scanner.another(closing: UInt8(ascii: "]"))
        } catch {
            throw .json(error)
        }
        guard let name else { throw .notAMessage }
        command = name
    }

    /// Reads an element that must be there.
    mutating func element<Value>(
        _ name: String, _ read: (inout JSONScanner) throws(MessageError) -> Value
    ) throws(MessageError) -> Value {
        guard !isClosed else { throw .missing(command: command, element: name) }
        let value = try read(&scanner)
        do throws(JSONError) {
            isClosed = try !scanner.another(closing: UInt8(ascii: "]"))
        } catch {
            throw .json(error)
        }
        return value
    }

    /// Reads a JSON value.
    ///
    /// `convert` returns nil for one that is not what `expected` says.
    mutating func value<Value>(
        _ name: String, expected: String, _ convert: (JSONValue) -> Value?
    ) throws(MessageError) -> Value {
        let command = command
        return try element(name) { (scanner) throws(MessageError) in
            let value: JSONValue
            let offset: Int
            do throws(JSONError) {
                _ = try scanner.peek(expected: "a value")
                offset = scanner.position
                value = try scanner.value(depth: 1)
            } catch {
                throw .json(error)
            }
            guard let converted = convert(value) else {
                throw .mismatch(command: command, element: name, expected: expected, offset: offset)
            }
            return converted
        }
    }

    mutating func string(_ name: String) throws(MessageError) -> String {
        try value(name, expected: "a string") {
            guard case .string(let text) = $0 else { return nil }
            return text
        }
    }

    mutating func subscription() throws(MessageError) -> SubscriptionID {
        try value("subscription id", expected: "a string of 1 to 256 bytes") {
            guard case .string(let text) = $0 else { return nil }
            return SubscriptionID(received: text)
        }
    }

    /// Reads an event in one pass over its bytes.
    mutating func event() throws(MessageError) -> Event {
        try element("event") { (scanner) throws(MessageError) in
            do throws(EventError) {
                return try Event(&scanner)
            } catch {
                throw .event(error)
            }
        }
    }

    /// Reads all elements that are left as filters; there must be one.
    mutating func filters() throws(MessageError) -> [Filter] {
        var filters: [Filter] = []
        repeat {
            let path = "[\(filters.count)]"
            filters.append(
                try element("filter") { (scanner) throws(MessageError) in
                    let value: JSONValue
                    do throws(JSONError) {
                        value = try scanner.value(depth: 1)
                    } catch {
                        throw .json(error)
                    }
                    do throws(JSONShapeError) {
                        return try Filter(JSONReader(value, path: path))
                    } catch {
                        throw .filter(error)
                    }
                })
        } while !isClosed
        return filters
    }

    /// Reads to the end.
    ///
    /// Elements beyond those that are known are checked as JSON and ignored, so that a later NIP may add some.
    mutating func finish() throws(MessageError) {
        do throws(JSONError) {
            while !isClosed {
                try scanner.skipValue(depth: 1)
                isClosed = try !scanner.another(closing: UInt8(ascii: "]"))
            }
            try scanner.expectEnd()
        } catch {
            throw .json(error)
        }
    }

    /// An error for a command that is not known.
    mutating func unknownCommand() -> MessageError {
        do throws(MessageError) {
            try finish()
        } catch {
            return error
        }
        return .unknownCommand(String(decoding: command.utf8.prefix(64), as: UTF8.self))
    }
}

extension JSONScanner {
    /// Consumes an array's opening bracket and first string; nil for any other well-formed text.
    fileprivate mutating func messageName() throws(JSONError) -> String? {
        let start = position
        if try peek(expected: "an array") == UInt8(ascii: "[") {
            position += 1
            if try peek(expected: "a string") == UInt8(ascii: "\"") { return text(of: try string()) }
        }
        // Read to the end, so that a syntax error is reported as one.
        position = start
        try skipValue(depth: 0)
        try expectEnd()
        return nil
    }
}

/// Writes a message: its name, then elements.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    init(_ command: String) {
        bytes.append(UInt8(ascii: "["))
        CanonicalText.appendQuoted(command.utf8, to: &bytes)
    }

    /// Appends an element that `write` writes.
    mutating func element(_ write: (inout [UInt8]) -> Void) {
        bytes.append(UInt8(ascii: ","))
        write(&bytes)
    }

    mutating func string(_ text: String) {
        element { CanonicalText.appendQuoted(text.utf8, to: &$0) }
    }

    mutating func filters(_ filters: [Filter]) {
        for filter in filters { element { filter.json.append(to: &$0) } }
    }

    consuming func closed() -> [UInt8] {
        bytes.append(UInt8(ascii: "]"))
        return bytes
    }
}
