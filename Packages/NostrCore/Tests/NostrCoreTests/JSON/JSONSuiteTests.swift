import Foundation
import NostrCore
import Testing

/// The public JSON test suite: `y_` must be read, `n_` refused, `i_` is the parser's to decide.
@Suite(.needsVectors("json/test_parsing"))
struct JSONSuiteTests {
    static let limits = JSONLimits(maximumBytes: 1_000_000)

    /// RFC 8259 lets a parser refuse repeated keys, and this one must.
    static let refusedForDuplicates: Set<String> = [
        "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
    ]

    static func names(_ prefix: String) -> [String] {
        ((try? Vectors.files(in: "json/test_parsing")) ?? []).filter { $0.hasPrefix(prefix) }
    }

    static func parse(_ name: String) throws -> JSONValue {
        try JSONValue.parse(Vectors.bytes("json/test_parsing/\(name)"), limits: limits)
    }

    @Test("the suite is whole")
    func counts() {
        #expect(Self.names("n_").count == 188)
        #expect(Self.names("y_").count == 95)
        #expect(Self.names("i_").count == 35)
    }

    @Test("refused", arguments: names("n_"))
    func refused(_ name: String) {
        #expect(throws: JSONError.self) { try Self.parse(name) }
    }

    @Test("refused for a repeated key", arguments: refusedForDuplicates.sorted())
    func duplicates(_ name: String) {
        #expect(throws: JSONError(.duplicateKey("a"), at: 9)) { try Self.parse(name) }
    }

    @Test(
        "read, written and read again", arguments: names("y_").filter { !refusedForDuplicates.contains($0) })
    func accepted(_ name: String) throws {
        let value = try Self.parse(name)
        let written = value.serialized()
        let again = try JSONValue.parse(written, limits: Self.limits)
        #expect(again == value)
        #expect(again.serialized() == written)
    }

    @Test("written texts mean to Foundation what the originals meant", arguments: names("y_"))
    func oracle(_ name: String) throws {
        guard !Self.refusedForDuplicates.contains(name) else { return }
        let original = try Vectors.bytes("json/test_parsing/\(name)")
        let written = try Self.parse(name).serialized()
        let options: JSONSerialization.ReadingOptions = .fragmentsAllowed
        let left = try JSONSerialization.jsonObject(with: Data(original), options: options)
        let right = try JSONSerialization.jsonObject(with: Data(written), options: options)
        #expect((left as? NSObject) == (right as? NSObject))
    }

    /// What this parser does where the RFC leaves the choice.
    enum Choice: Equatable {
        case read
        case loneSurrogate, invalidUTF8, unexpectedByte, tooDeep
    }

    static let choices: [String: Choice] = [
        "i_number_double_huge_neg_exp.json": .read, "i_number_huge_exp.json": .read,
        "i_number_neg_int_huge_exp.json": .read, "i_number_pos_double_huge_exp.json": .read,
        "i_number_real_neg_overflow.json": .read, "i_number_real_pos_overflow.json": .read,
        "i_number_real_underflow.json": .read, "i_number_too_big_neg_int.json": .read,
        "i_number_too_big_pos_int.json": .read, "i_number_very_big_negative_int.json": .read,
        "i_object_key_lone_2nd_surrogate.json": .loneSurrogate,
        "i_string_1st_surrogate_but_2nd_missing.json": .loneSurrogate,
        "i_string_1st_valid_surrogate_2nd_invalid.json": .loneSurrogate,
        "i_string_UTF-16LE_with_BOM.json": .unexpectedByte,
        "i_string_UTF-8_invalid_sequence.json": .invalidUTF8,
        "i_string_UTF8_surrogate_U+D800.json": .invalidUTF8,
        "i_string_incomplete_surrogate_and_escape_valid.json": .loneSurrogate,
        "i_string_incomplete_surrogate_pair.json": .loneSurrogate,
        "i_string_incomplete_surrogates_escape_valid.json": .loneSurrogate,
        "i_string_invalid_lonely_surrogate.json": .loneSurrogate,
        "i_string_invalid_surrogate.json": .loneSurrogate, "i_string_invalid_utf-8.json": .invalidUTF8,
        "i_string_inverted_surrogates_U+1D11E.json": .loneSurrogate,
        "i_string_iso_latin_1.json": .invalidUTF8,
        "i_string_lone_second_surrogate.json": .loneSurrogate,
        "i_string_lone_utf8_continuation_byte.json": .invalidUTF8,
        "i_string_not_in_unicode_range.json": .invalidUTF8,
        "i_string_overlong_sequence_2_bytes.json": .invalidUTF8,
        "i_string_overlong_sequence_6_bytes.json": .invalidUTF8,
        "i_string_overlong_sequence_6_bytes_null.json": .invalidUTF8,
        "i_string_truncated-utf-8.json": .invalidUTF8, "i_string_utf16BE_no_BOM.json": .unexpectedByte,
        "i_string_utf16LE_no_BOM.json": .unexpectedByte, "i_structure_500_nested_arrays.json": .tooDeep,
        "i_structure_UTF-8_BOM_empty_object.json": .unexpectedByte,
    ]

    @Test("left to the parser", arguments: names("i_"))
    func chosen(_ name: String) throws {
        let choice: Choice
        do throws(JSONError) {
            _ = try JSONValue.parse(
                (try? Vectors.bytes("json/test_parsing/\(name)")) ?? [], limits: Self.limits)
            choice = .read
        } catch {
            switch error.reason {
            case .loneSurrogate: choice = .loneSurrogate
            case .invalidUTF8: choice = .invalidUTF8
            case .unexpectedByte: choice = .unexpectedByte
            case .tooDeep: choice = .tooDeep
            default: throw error
            }
        }
        #expect(choice == Self.choices[name])
    }
}
