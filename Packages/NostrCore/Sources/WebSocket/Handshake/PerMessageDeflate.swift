/// What two sides agree on about compression (RFC 7692 §7): each message by itself, or none.
public enum PerMessageDeflate: Sendable {
    /// What a client offers.
    public static let offer = "permessage-deflate; client_no_context_takeover; server_no_context_takeover"

    private static let name = "permessage-deflate"

    /// A server's answer to the values of `Sec-WebSocket-Extensions`; nil when it can't take any offer.
    ///
    /// Windows are always 32 KiB, so an offer that asks the server for a smaller one is passed over.
    public static func answer(toOffer text: String) -> String? {
        guard let offers = extensions(text) else { return nil }
        let accepted = offers.contains { offer in
            guard offer.name == name, isSet(offer.parameters) else { return false }
            return offer.parameters.allSatisfy { parameter in
                switch parameter.name {
                case "client_no_context_takeover", "server_no_context_takeover": parameter.value == nil
                case "client_max_window_bits": parameter.value.map(isWindow) ?? true
                case "server_max_window_bits": parameter.value == "15"
                default: false
                }
            }
        }
        return accepted ? Self.offer : nil
    }

    /// Whether a server's answer agrees on compression as it was offered; nil if it says what was not
    /// offered.
    ///
    /// Without the answer's `server_no_context_takeover` the server's messages could not be read one by one.
    static func isAgreed(inAnswer text: String) -> Bool? {
        guard let answers = extensions(text) else { return nil }
        guard let only = answers.first else { return false }
        guard answers.count == 1, only.name == name, isSet(only.parameters) else { return nil }
        for parameter in only.parameters {
            switch parameter.name {
            case "client_no_context_takeover", "server_no_context_takeover":
                guard parameter.value == nil else { return nil }
            case "server_max_window_bits":
                guard let value = parameter.value, isWindow(value) else { return nil }
            default: return nil
            }
        }
        return only.parameters.contains { $0.name == "server_no_context_takeover" } ? true : nil
    }

    private struct Parameter {
        let name: String
        let value: String?
    }

    /// No name twice.
    private static func isSet(_ parameters: [Parameter]) -> Bool {
        Set(parameters.map(\.name)).count == parameters.count
    }

    /// 8…15 without leading zeros.
    private static func isWindow(_ text: String) -> Bool {
        (8...15).contains { String($0) == text }
    }

    /// Names and parameters in lower case; nil for what is no such list.
    private static func extensions(_ text: String) -> [(name: String, parameters: [Parameter])]? {
        var list: [(name: String, parameters: [Parameter])] = []
        for item in text.split(separator: ",", omittingEmptySubsequences: true) {
            let parts = item.split(separator: ";", omittingEmptySubsequences: false).map(HeaderText.trimmed)
            guard let name = parts.first else { return nil }
            if name.isEmpty, parts.count == 1 { continue }
            guard HeaderText.isToken(name) else { return nil }
            var parameters: [Parameter] = []
            for part in parts.dropFirst() {
                let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                    .map(HeaderText.trimmed)
                guard let key = sides.first, HeaderText.isToken(key) else { return nil }
                var value = sides.count > 1 ? sides[1] : nil
                if let quoted = value, quoted.count >= 2, quoted.hasPrefix("\""), quoted.hasSuffix("\"") {
                    value = String(quoted.dropFirst().dropLast())
                }
                guard value.map(HeaderText.isToken) ?? true else { return nil }
                parameters.append(Parameter(name: key.lowercased(), value: value))
            }
            list.append((name.lowercased(), parameters))
        }
        return list
    }
}

/// Pieces of HTTP header values (RFC 9110 §5.6).
enum HeaderText {
    static func trimmed(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8.drop { $0 == 0x20 || $0 == 0x09 })
        let end = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 }
        return end.map { String(decoding: bytes[...$0], as: UTF8.self) } ?? ""
    }

    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
                }
            }
    }

    /// Whether a comma-separated list holds a word, whatever its case.
    static func list(_ text: String, holds word: String) -> Bool {
        text.split(separator: ",").contains { trimmed($0).lowercased() == word }
    }
}
