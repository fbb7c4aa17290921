/// A result code of libcurl with its circumstances, on the way to an ``HTTPError``.
///
/// The code decides, never the text: libcurl leaves old texts behind.
struct CurlFailure {
    let code: Int
    let text: String
    let systemError: Int

    func error(origin: HTTPOrigin, reader: ResponseReader, clock: TransferClock) -> HTTPError {
        switch code {
        case 3, 4: return .invalidRequest(reason: "libcurl refuses the URL")
        case 6: return .resolve(host: origin.host)
        case 7: return .connect(host: origin.host, port: origin.port, reason: systemReason ?? reason)
        case 28: return .timeout(.connect, after: clock.limits.connect)
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98:
            return .tls(host: origin.host, reason: reason)
        case 18 where reader.hasStatus, 56 where reader.hasStatus, 92 where reader.hasStatus:
            return reader.incompleteError
        case 65:
            // Its text only says that the body could not be rewound, which is how a second sending is refused.
            return .connectionLost(code: code, reason: "the server closed it under the request")
        case 16, 18, 52, 55, 56, 92: return .connectionLost(code: code, reason: reason)
        default: return .protocolError(code: code, reason: reason)
        }
    }

    /// The text without control characters, at most 200 characters.
    private var reason: String {
        let line = text.prefix(200).map { $0.isASCII && ($0.asciiValue ?? 0) >= 0x20 ? $0 : " " }
        return String(line)
    }

    /// The usual reasons for no connection, by the system's number (Linux's, and Darwin's where they differ).
    private var systemReason: String? {
        switch systemError {
        case 111, 61: "connection refused"
        case 101, 51: "network is unreachable"
        case 113, 65: "no route to the host"
        case 110, 60: "the host does not answer"
        case 13: "not permitted"
        default: nil
        }
    }
}
