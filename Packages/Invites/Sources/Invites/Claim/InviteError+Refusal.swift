internal import HTTPTransport
internal import NostrCore

extension InviteError {
    /// The wait when a relay names none: its window for claims (spec relay §6).
    static let defaultWait = 60

    /// Reads a refusal by its status and its `error` member.
    ///
    /// - Parameter secrets: code and receipt, which a relay's words may repeat.
    init(
        refusal response: HTTPResponse, during request: Request, hadReceipt: Bool = false,
        secrets: [String] = []
    ) {
        let text = Self.text(in: response)
        switch (response.status, text ?? "", request) {
        case (429, let text, _):
            let header = response.headers["Retry-After"].flatMap { Self.number($0.utf8) }
            self = .rateLimited(seconds: Self.wait(in: text) ?? header ?? Self.defaultWait)
        case (403, "invite_expired", .claim): self = .expired
        case (403, "invite_exhausted", .claim): self = .exhausted
        case (403, "invite_invalid", .claim): self = .invalid
        case (403, "join_policy_required", .claim): self = hadReceipt ? .policyExpired : .policyNeeded
        case (400, "join_policy_not_accepted", .acceptance): self = .policyExpired
        case (404, "join_policy_not_configured", .acceptance): self = .policyExpired
        case (let status, let text, _):
            let bytes = Array(text.utf8)
            let hasSecret = secrets.contains { secret in
                !secret.isEmpty && bytes.indices.contains { bytes[$0...].starts(with: secret.utf8) }
            }
            let shown = hasSecret ? "its words repeat the invite and are not shown" : Self.shown(text)
            self = .refused(
                status: status, reason: text.isEmpty ? "no reason given" : shown, during: request)
        }
    }

    private static func text(in response: HTTPResponse) -> String? {
        // Proxies answer with pages: only what starts as an object is read as one.
        guard response.body.first == UInt8(ascii: "{"),
            let value = try? JSONValue.parse(response.body, limits: JSONLimits(maximumBytes: 65536)),
            case .object(let object) = value, case .string(let text)? = object["error"]
        else { return nil }
        return text
    }

    /// One line of at most 300 characters.
    private static func shown(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(300) {
            let isVisible =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            scalars.append(isVisible ? scalar : " ")
        }
        return String(scalars)
    }

    /// The number in `retry in {n}s`.
    private static func wait(in text: String) -> Int? {
        let marker = Array("retry in ".utf8)
        let bytes = Array(text.utf8)
        return bytes.indices.first { bytes[$0...].starts(with: marker) }
            .flatMap { number(bytes[($0 + marker.count)...]) }
    }

    /// The leading digits as a wait of at most a day.
    private static func number(_ bytes: some Collection<UInt8>) -> Int? {
        let digits = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.prefix(6)
        return Int(String(decoding: digits, as: UTF8.self)).map { min($0, 86_400) }
    }
}
