internal import CommandLineKit
internal import NostrCore

extension ValueType where Value == EventID {
    /// An event id in either letter case, as people paste it.
    static var eventID: ValueType {
        ValueType("ID") { (text) throws(ValueProblem) in
            guard let bytes = Bytes32(typedHex: text) else {
                throw ValueProblem(expected: "64 hexadecimal digits, the whole id")
            }
            return EventID(bytes)
        }
    }
}

extension ValueType where Value == Bytes32 {
    /// A public key as hex in either letter case, or npub.
    static var publicKey: ValueType {
        ValueType("KEY") { (text) throws(ValueProblem) in
            do throws(KeyError) {
                return try PublicKey(typed: text).bytes
            } catch {
                throw ValueProblem(expected: "a public key, 64 hexadecimal digits or npub1…")
            }
        }
    }
}

extension ValueType where Value == FilterOptions.Moment {
    /// `1700000000`, or `90s`, `15m`, `2h`, `7d` before now.
    static var moment: ValueType {
        ValueType("TIME") { (text) throws(ValueProblem) in
            let problem = ValueProblem(
                expected: "seconds since 1970, or a length of time before now such as 90s, 15m, 2h or 7d")
            let isLength = text.utf8.last.map { !(0x30...0x39).contains($0) } ?? false
            do throws(ValueProblem) {
                if isLength { return .ago(try ValueType<Int64>.seconds(in: 0...4_000_000_000).read(text)) }
                return .at(try ValueType<Int64>.integer(in: 0...Event.maximumCreatedAt).read(text))
            } catch {
                throw problem
            }
        }
    }
}

extension ValueType where Value == String {
    /// A channel's UUID in either letter case.
    static var channel: ValueType {
        ValueType("UUID") { (text) throws(ValueProblem) in
            guard let channel = UUIDText.canonical(text) else {
                throw ValueProblem(expected: "a channel's UUID")
            }
            return channel
        }
    }
}

extension ValueType where Value == FilterOptions.TagValue {
    /// `d=name`; the values of `e` and `p` are keys and ids, so they are put into lower case.
    static var tagValue: ValueType {
        ValueType("X=VALUE") { (text) throws(ValueProblem) in
            let problem = ValueProblem(
                expected: "one letter, an equals sign and a value; 64 digits for e and p")
            guard let letter = text.first, letter.isASCII, letter.isLetter, text.dropFirst().first == "="
            else {
                throw problem
            }
            let value = String(text.dropFirst(2))
            guard letter == "e" || letter == "p" else {
                return FilterOptions.TagValue(letter: letter, value: value)
            }
            guard let bytes = Bytes32(typedHex: value) else { throw problem }
            return FilterOptions.TagValue(letter: letter, value: bytes.hex)
        }
    }
}

extension ValueType where Value == Filter {
    /// A filter as NIP-01 writes it.
    static var filter: ValueType {
        ValueType("JSON") { (text) throws(ValueProblem) in
            let value: JSONValue
            do throws(JSONError) {
                value = try JSONValue.parse(text, limits: JSONLimits(maximumBytes: 65_536))
            } catch {
                throw ValueProblem(expected: "a filter as strict JSON (\(error))")
            }
            do throws(JSONShapeError) {
                return try Filter(JSONReader(value))
            } catch {
                throw ValueProblem(expected: "a filter (\(error))")
            }
        }
    }
}
