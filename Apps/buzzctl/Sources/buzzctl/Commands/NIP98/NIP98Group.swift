internal import CommandLineKit

/// `nip98`: HTTP requests signed by a key.
enum NIP98Group {
    static let url = Parameter<String>.requiredOption("url", .webURL, help: "The request's whole URL")
    static let method = Parameter<String>.option(
        "method", .text("METHOD"), defaultText: "GET", help: "The request's method")
    static let body = Parameter<String?>.option(
        "body", .file(), help: "The file with the request's body; - is standard input")

    /// The longest body that is read: as long as a relay takes (spec relay §0).
    static let limit = 1_048_576

    static let command = Command(
        group: "nip98",
        abstract: "Sign HTTP requests and check their signatures",
        examples: [
            Example(
                "buzzctl nip98 header --url https://relay.example/moderation/reports --key-file admin.key",
                "Signs a request")
        ],
        commands: [NIP98Header.command, NIP98Verify.command])

    static func bodyBytes(_ invocation: Invocation, _ console: Console) throws -> [UInt8] {
        guard let path = invocation[body] else { return [] }
        return try console.source(path).readAll(limit: limit)
    }
}

extension ValueType where Value == String {
    /// A URL of the web, as it will be sent.
    static var webURL: ValueType {
        ValueType("URL") { (text) throws(ValueProblem) in
            let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "@") }
            guard isPlain, text.hasPrefix("https://") || text.hasPrefix("http://") else {
                throw ValueProblem(
                    expected: "a URL that starts with https:// or http://, without a user name")
            }
            return text
        }
    }
}
