/// Why a request has no answer.
///
/// Descriptions never hold headers, bodies, paths or queries.
public enum HTTPError: Error, Equatable, Sendable {
    /// Which bound of ``HTTPLimits`` ran out.
    public enum Bound: String, Equatable, Sendable {
        /// ``HTTPLimits/connect``.
        case connect
        /// ``HTTPLimits/idle``.
        case idle
        /// ``HTTPLimits/total``.
        case total
    }

    /// The request can't be sent as it is; nothing was.
    case invalidRequest(reason: String)
    /// The host's name has no address, or no name server answers.
    case resolve(host: String)
    /// No connection: nobody listens, or no way leads there.
    case connect(host: String, port: Int, reason: String)
    /// No TLS, or a certificate that can't be trusted.
    case tls(host: String, reason: String)
    /// A bound of time ran out.
    case timeout(Bound, after: Duration)
    /// The body is larger than allowed; `declared` is the length that the server announced, nil if it was cut off.
    case tooLarge(limit: Int, declared: Int?)
    /// The answer's headers are larger than allowed.
    case headersTooLarge(limit: Int)
    /// A redirect that may not be followed; `to` is its origin, or a note why it has none.
    case redirectRefused(to: String)
    /// The answer ended before it was whole; `declared` is nil for a body of unannounced length.
    case incomplete(received: Int, declared: Int?)
    /// The connection ended before any answer; the server may or may not have acted on the request.
    case connectionLost(code: Int, reason: String)
    /// The other side does not speak HTTP as it should; `code` is libcurl's, or 0 for a check of this package.
    case protocolError(code: Int, reason: String)
    /// A status other than 2xx, from ``HTTPResponse/requireSuccess()``, with the body's first bytes.
    case status(code: Int, body: [UInt8])
    /// The task was cancelled.
    case cancelled
    /// The transport was shut down.
    case shutDown

    /// Whether it is certain that no byte of the request left.
    ///
    /// When false, a request that must not act twice needs its caller's own way of recognising a repetition.
    public var requestNeverLeft: Bool {
        switch self {
        case .invalidRequest, .resolve, .connect, .tls, .timeout(.connect, _): true
        default: false
        }
    }
}

extension HTTPError: CustomStringConvertible {
    /// What happened and what to do about it.
    public var description: String {
        switch self {
        case .invalidRequest(let reason):
            "The request was not sent: \(reason)."
        case .resolve(let host):
            "The name \(host) has no address. Check its spelling and the network."
        case .connect(let host, let port, let reason):
            "No connection to \(host) port \(port): \(reason). Check that the server runs there."
        case .tls(let host, let reason):
            "No trusted TLS connection to \(host): \(reason). Check the certificate, its name and its dates."
        case .timeout(.connect, let after):
            "No connection within \(after). Check the address and the network, then try again."
        case .timeout(.idle, let after):
            "The server sent nothing for \(after). Try again later."
        case .timeout(.total, let after):
            "The answer was not whole within \(after). Try again, or allow more time."
        case .tooLarge(let limit, let declared?):
            "The answer of \(declared) bytes is over the limit of \(limit) bytes and was not read."
        case .tooLarge(let limit, nil):
            "The answer was cut off at the limit of \(limit) bytes."
        case .headersTooLarge(let limit):
            "The answer's headers are over the limit of \(limit) bytes."
        case .redirectRefused(let to):
            "The server redirects to \(to), which is not followed. Use the final address instead."
        case .incomplete(let received, let declared?):
            "The answer ended after \(received) of \(declared) bytes. Try again."
        case .incomplete(let received, nil):
            "The answer ended early, after \(received) bytes. Try again."
        case .connectionLost(let code, let reason):
            "The connection ended before an answer: \(reason) (libcurl \(code)). It is unknown whether the "
                + "server acted on the request."
        case .protocolError(let code, let reason):
            "The answer is not proper HTTP: \(reason) (libcurl \(code)). Check that the address is right."
        case .status(let code, let body):
            "The server answered with status \(code) and \(body.count) bytes."
        case .cancelled:
            "The request was cancelled."
        case .shutDown:
            "The transport was shut down. Make a new one."
        }
    }
}
