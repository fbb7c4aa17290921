/// Why a text is not the value that was asked for; completes "expected …".
public struct ValueProblem: Error, Equatable, Sendable {
    /// What was due: `an integer in 1...500`.
    public let expected: String
    /// Words close to the one given, best first.
    public let suggestions: [String]

    /// States what was due.
    public init(expected: String, suggestions: [String] = []) {
        self.expected = expected
        self.suggestions = suggestions
    }
}

/// What a shell may offer for a value.
public enum CompletionHint: Sendable, Equatable {
    /// Nothing.
    case none
    /// Paths.
    case file
    /// These words.
    case words([String])
}

/// How the text of a value is read, and how help calls it.
public struct ValueType<Value: Sendable>: Sendable {
    /// Stands for the value in usage lines: `FILE`.
    public let placeholder: String
    /// What a shell may offer.
    public let hint: CompletionHint
    /// Reads the text.
    public let read: @Sendable (String) throws(ValueProblem) -> Value

    /// A type of the caller's own.
    public init(
        _ placeholder: String, hint: CompletionHint = .none,
        read: @escaping @Sendable (String) throws(ValueProblem) -> Value
    ) {
        self.placeholder = placeholder
        self.hint = hint
        self.read = read
    }
}

extension ValueType where Value == String {
    /// Any text, the empty one included.
    public static func text(_ placeholder: String) -> ValueType {
        ValueType(placeholder) { (text) throws(ValueProblem) in text }
    }

    /// A path; `-` may stand for standard input where the command says so.
    public static func file(_ placeholder: String = "FILE") -> ValueType {
        ValueType(placeholder, hint: .file) { (text) throws(ValueProblem) in
            guard !text.isEmpty else { throw ValueProblem(expected: "a path") }
            return text
        }
    }

    /// One of the words, byte for byte.
    public static func choice(_ placeholder: String, _ words: [String]) -> ValueType {
        ValueType(placeholder, hint: .words(words)) { (text) throws(ValueProblem) in
            guard let word = words.first(where: { $0.utf8.elementsEqual(text.utf8) }) else {
                throw ValueProblem.unknownWord(text, words)
            }
            return word
        }
    }
}

extension ValueType where Value == Int64 {
    /// A decimal integer in a range: ASCII digits, perhaps after a minus sign.
    public static func integer(_ placeholder: String = "N", in range: ClosedRange<Int64>) -> ValueType {
        ValueType(placeholder) { (text) throws(ValueProblem) in
            let problem = ValueProblem(expected: "an integer in \(range.lowerBound)...\(range.upperBound)")
            let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
            guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
                let value = Int64(text), range.contains(value)
            else { throw problem }
            return value
        }
    }

    /// A length of time in whole seconds, written `90`, `90s`, `15m`, `2h` or `7d`.
    public static func seconds(_ placeholder: String = "TIME", in range: ClosedRange<Int64>) -> ValueType {
        ValueType(placeholder) { (text) throws(ValueProblem) in
            let problem = ValueProblem(
                expected: "\(range.lowerBound)...\(range.upperBound) seconds, written 90, 90s, 15m, 2h or 7d")
            let units: [UInt8: Int64] = [
                UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3_600,
                UInt8(ascii: "d"): 86_400,
            ]
            var digits = text.utf8[...]
            var factor: Int64 = 1
            if let last = digits.last, let unit = units[last] {
                factor = unit
                digits = digits.dropLast()
            }
            guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }),
                let count = Int64(String(Substring(digits)))
            else { throw problem }
            let (value, overflow) = count.multipliedReportingOverflow(by: factor)
            guard !overflow, range.contains(value) else { throw problem }
            return value
        }
    }
}

extension ValueType where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of an enumeration's raw values.
    public static func cases(_ placeholder: String) -> ValueType {
        let words = Value.allCases.map(\.rawValue)
        return ValueType(placeholder, hint: .words(words)) { (text) throws(ValueProblem) in
            guard let value = Value.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) })
            else {
                throw ValueProblem.unknownWord(text, words)
            }
            return value
        }
    }
}

extension ValueProblem {
    static func unknownWord(_ word: String, _ words: [String]) -> ValueProblem {
        ValueProblem(
            expected: "one of \(words.joined(separator: ", "))",
            suggestions: Suggestions.closest(to: word, in: words))
    }
}
