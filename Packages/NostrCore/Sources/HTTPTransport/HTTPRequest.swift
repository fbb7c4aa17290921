/// One HTTP request with the bounds within which it may run.
///
/// Nothing is checked before it is sent. The description shows method and origin only: path, headers and body may hold
/// secrets.
public struct HTTPRequest: Sendable, Equatable {
    /// The method, such as `GET`; case-sensitive (RFC 9110 §9.1).
    ///
    /// `CONNECT` and `TRACE` are refused.
    public var method: String
    /// An absolute `http` or `https` URL, sent as it stands: no dot segments are folded and nothing is encoded.
    ///
    /// Credentials, a fragment, and bytes that a URL can't hold unencoded are refused.
    public var url: String
    /// Header fields.
    ///
    /// Those that the transport writes itself are refused: Host, Content-Length, Transfer-Encoding, Connection, Expect,
    /// Upgrade, TE, Trailer and Accept-Encoding.
    public var headers: HTTPHeaders
    /// The body; `GET` and `HEAD` have none.
    public var body: [UInt8]
    /// Times and sizes.
    public var limits: HTTPLimits
    /// What to do with a redirect.
    public var redirects: RedirectPolicy
    /// Which HTTP version to ask for.
    public var version: HTTPVersionPreference
    /// Whether the request may be sent again by itself when a kept connection turns out dead.
    ///
    /// Nil decides by method: `POST` and `PATCH` at most once, the others as ``ResendPolicy/whenUnanswered``.
    public var resend: ResendPolicy?

    /// States a request; everything but the URL has a default.
    public init(
        method: String = "GET", url: String, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [],
        limits: HTTPLimits = HTTPLimits(), redirects: RedirectPolicy = .never,
        version: HTTPVersionPreference = .automatic, resend: ResendPolicy? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.limits = limits
        self.redirects = redirects
        self.version = version
        self.resend = resend
    }

    /// The policy that holds: the stated one, or the method's.
    var effectiveResend: ResendPolicy {
        resend ?? (method == "POST" || method == "PATCH" ? .atMostOnce : .whenUnanswered)
    }
}

extension HTTPRequest: CustomStringConvertible {
    /// Method and origin only.
    public var description: String {
        let origin = (try? HTTPOrigin(url: url))?.description ?? "(not a usable URL)"
        return "\(method) \(origin)/…"
    }
}

/// How long a request may take and how much may come back.
public struct HTTPLimits: Sendable, Equatable {
    /// From the start until the connection stands: name, TCP, TLS, and the wait for a free connection.
    public var connect: Duration
    /// Without any progress once connected: no byte sent, no header line and no byte of the body received.
    public var idle: Duration
    /// From the start to the last byte, redirects included.
    public var total: Duration
    /// The largest body in bytes, counted both as it arrives and after decompression.
    public var bodyBytes: Int
    /// All header lines of an answer together, in bytes, interim (1xx) ones included.
    public var headerBytes: Int

    /// States the five bounds: 10 s, 15 s, 60 s, 4 MiB and 64 KiB unless said otherwise.
    public init(
        connect: Duration = .seconds(10), idle: Duration = .seconds(15), total: Duration = .seconds(60),
        bodyBytes: Int = 4 << 20, headerBytes: Int = 64 << 10
    ) {
        self.connect = connect
        self.idle = idle
        self.total = total
        self.bodyBytes = bodyBytes
        self.headerBytes = headerBytes
    }
}

/// What to do with an answer that points elsewhere (301, 302, 303, 307, 308).
public enum RedirectPolicy: Sendable, Equatable {
    /// The redirect is the answer.
    case never
    /// Followed within scheme, host and port, up to `maximum` times; anything else is
    /// ``HTTPError/redirectRefused(to:)``.
    case sameOrigin(maximum: Int)
}

/// Which HTTP version a request asks for.
public enum HTTPVersionPreference: Sendable, Equatable {
    /// HTTP/2 over TLS where the server offers it, else HTTP/1.1; always HTTP/1.1 without TLS.
    ///
    /// ``HTTPResponse/version`` tells which it was.
    case automatic
    /// HTTP/1.1.
    case http1
}

/// Whether a request may leave twice.
///
/// A kept connection may be closed by the server while a request is under way; nobody knows then whether it was heard.
public enum ResendPolicy: Sendable, Equatable {
    /// Sent again on a new connection if not one byte of an answer came.
    case whenUnanswered
    /// Never sent again; the caller gets ``HTTPError/connectionLost(code:reason:)``.
    ///
    /// A request without a body then always opens a connection of its own, since libcurl offers no other way.
    case atMostOnce
}
