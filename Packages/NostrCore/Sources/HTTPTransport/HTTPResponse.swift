/// A whole answer.
///
/// The description shows status and sizes only.
public struct HTTPResponse: Sendable, Equatable {
    /// The HTTP version that carried it.
    public enum Version: Sendable, Equatable {
        /// HTTP/1.0 or HTTP/1.1.
        case http1
        /// HTTP/2.
        case http2
        /// HTTP/3.
        case http3
    }

    /// The status, 200…999: interim answers (1xx) are not kept.
    public let status: Int
    /// The header fields of the final answer; trailers are dropped.
    public let headers: HTTPHeaders
    /// The body, decompressed.
    public let body: [UInt8]
    /// The HTTP version.
    public let version: Version
    /// The URL that gave this answer: the request's, or that of the last redirect followed.
    public let url: String

    /// States the five parts, as a test double does.
    public init(
        status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = [], version: Version = .http1,
        url: String
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.version = version
        self.url = url
    }

    /// The answer itself if its status is 2xx.
    ///
    /// - Throws: ``HTTPError/status(code:body:)`` with the first 512 bytes of the body for any other.
    @discardableResult
    public func requireSuccess() throws(HTTPError) -> HTTPResponse {
        guard (200...299).contains(status) else { throw .status(code: status, body: Array(body.prefix(512))) }
        return self
    }
}

extension HTTPResponse: CustomStringConvertible {
    /// Status and sizes only.
    public var description: String {
        "HTTP status \(status), \(headers.fields.count) header fields, \(body.count) bytes"
    }
}
