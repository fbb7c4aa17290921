public import HTTPTransport
public import NostrCore

/// Why a call to a relay's HTTP side gave nothing.
public enum RelayHTTPError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No answer came.
    case unreachable(HTTPError)
    /// The request could not be signed.
    case notSigned(SigningError)
    /// The relay said no, with its own words where it gave some.
    case refused(status: Int, reason: String)
    /// Too many requests; the relay's hint in seconds, where it gave one.
    case rateLimited(reason: String, retryAfter: Int?)
    /// A success whose body is not what the call returns.
    case malformedAnswer(reason: String)

    /// Reads a refusal: its status and the `error` member, where the body is JSON.
    init(refusal response: HTTPResponse) {
        let reason = Self.reason(in: response)
        guard response.status == 429 || reason?.hasPrefix("rate-limited:") == true else {
            self = .refused(status: response.status, reason: reason ?? "no reason given")
            return
        }
        let header = response.headers["Retry-After"].flatMap { Self.leadingNumber($0[...]) }
        self = .rateLimited(
            reason: reason ?? "no reason given", retryAfter: reason.flatMap(Self.seconds) ?? header)
    }

    private static func reason(in response: HTTPResponse) -> String? {
        // Proxies answer with pages: only what starts as an object is read as one.
        guard response.body.first == UInt8(ascii: "{"),
            let value = try? JSONValue.parse(response.body, limits: JSONLimits(maximumBytes: 65536)),
            case .object(let object) = value, case .string(let text)? = object["error"]
        else { return nil }
        if case .string(let message)? = object["message"] { return "\(text): \(message)" }
        return text
    }

    /// The number in `retry in {n}s`.
    private static func seconds(in reason: String) -> Int? {
        let marker = Array("retry in ".utf8)
        let bytes = Array(reason.utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: marker) }) else {
            return nil
        }
        return leadingNumber(String(decoding: bytes[(start + marker.count)...], as: UTF8.self)[...])
    }

    private static func leadingNumber(_ text: Substring) -> Int? {
        Int(text.prefix { $0.isASCII && $0.isNumber })
    }

    /// What failed, why, and what to do.
    public var description: String {
        switch self {
        case .unreachable(let error): "the relay can't be reached: \(error)"
        case .notSigned(let error): "the request could not be signed: \(error)"
        case .refused(let status, let reason): "the relay refused with status \(status): \(reason)"
        case .rateLimited(let reason, let seconds):
            "the relay asks to wait\(seconds.map { " \($0) s" } ?? ""): \(reason)"
        case .malformedAnswer(let reason): "the relay's answer can't be used: \(reason)"
        }
    }
}
