internal import NostrCore

/// One thing that is wrong with an event, and where.
struct EventDefect: Error, Equatable {
    /// A member's name, or `json`, `line`, `event`.
    let part: String
    let reason: String

    init(_ part: String, _ reason: String) {
        self.part = part
        self.reason = reason
    }
}

/// An object that should be an event, looked at member by member so that every fault is found (NIP-01).
struct EventForm {
    private let object: JSONObject
    /// All that is wrong with its members, in NIP-01's order.
    let defects: [EventDefect]

    private struct Rule: Sendable {
        let name: String
        let expected: String
        let isMet: @Sendable (JSONValue) -> Bool
    }

    /// Reads strict JSON; the failure says where it is not, or that it is no object.
    static func read(_ bytes: [UInt8]) -> Result<EventForm, EventDefect> {
        do throws(JSONError) {
            let value = try JSONValue.parse(bytes, limits: JSONLimits(maximumBytes: LineInput.limit))
            guard case .object(let object) = value else {
                return .failure(EventDefect("event", "expected an object, found \(value.kindName)"))
            }
            return .success(EventForm(object))
        } catch {
            return .failure(EventDefect("json", error.description))
        }
    }

    private init(_ object: JSONObject) {
        self.object = object
        defects = Self.rules.compactMap { rule in
            guard let value = object[rule.name] else { return EventDefect(rule.name, "missing") }
            if rule.isMet(value) { return nil }
            return EventDefect(rule.name, "expected \(rule.expected), found \(Self.found(value, rule))")
        }
    }

    /// The event on a line, id and signature perhaps absent or wrong, and the id that it states.
    ///
    /// An event without both has zeros in their place: only its contents are to be used.
    static func event(in line: [UInt8]?) -> Result<(Event, stated: EventID?), EventDefect> {
        guard let line else { return .failure(EventDefect("line", LineInput.tooLong)) }
        if let event = try? Event.parse(line, maximumBytes: LineInput.limit) {
            return .success((event, event.id))
        }
        let form: EventForm
        switch read(line) {
        case .failure(let defect): return .failure(defect)
        case .success(let found): form = found
        }
        if let event = form.completed() { return .success((event, form.id)) }
        let defects = form.defects.filter { $0.part != "id" && $0.part != "sig" }
        let reason = defects.map { "\($0.part): \($0.reason)" }.joined(separator: "; ")
        return .failure(EventDefect("event", reason.isEmpty ? "can't be read" : reason))
    }

    /// The stated id, if it is one.
    var id: EventID? {
        if case .string(let text)? = object["id"] { EventID(hex: text) } else { nil }
    }

    /// The event with id and signature replaced by zeros, or nil if another member is wrong.
    func completed() -> Event? {
        var copy = object
        copy["id"] = .string(String(repeating: "0", count: 64))
        copy["sig"] = .string(String(repeating: "0", count: 128))
        return try? Event.parse(JSONValue.object(copy).serialized(), maximumBytes: 2 * LineInput.limit)
    }

    private static let rules: [Rule] = [
        hex("id", digits: 64), hex("pubkey", digits: 64),
        integer("created_at", in: 0...Event.maximumCreatedAt), integer("kind", in: 0...65_535),
        Rule(name: "tags", expected: "arrays of one or more strings") { value in
            guard case .array(let tags) = value else { return false }
            return tags.allSatisfy { tag in
                guard case .array(let elements) = tag, !elements.isEmpty else { return false }
                return elements.allSatisfy(\.isString)
            }
        },
        Rule(name: "content", expected: "a string", isMet: { $0.isString }), hex("sig", digits: 128),
    ]

    private static func hex(_ name: String, digits: Int) -> Rule {
        Rule(name: name, expected: "\(digits) lowercase hexadecimal digits") { value in
            if case .string(let text) = value {
                Hex.decode(text.utf8, count: digits / 2) != nil
            } else {
                false
            }
        }
    }

    private static func integer(_ name: String, in range: ClosedRange<Int64>) -> Rule {
        Rule(name: name, expected: "an integer in \(range.lowerBound)...\(range.upperBound)") { value in
            if case .integer(let number) = value { range.contains(number) } else { false }
        }
    }

    /// What stands there instead, without repeating texts of any length.
    private static func found(_ value: JSONValue, _ rule: Rule) -> String {
        switch value {
        case .integer(let number): return String(number)
        case .number(let number): return number.text.utf8.count <= 32 ? number.text : "a long number"
        case .string(let text):
            let digits = rule.name == "sig" ? 64 : 32
            if Hex.decode(text.utf8, count: digits, acceptUppercase: true) != nil {
                return "uppercase digits"
            }
            return "a string of \(text.utf8.count) bytes"
        case .array: return rule.name == "tags" ? "something else in them" : "an array"
        default: return value.kindName
        }
    }
}

extension JSONValue {
    fileprivate var isString: Bool {
        if case .string = self { true } else { false }
    }
}
