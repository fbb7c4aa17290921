/// Sends HTTP requests; see ``CurlTransport`` for the implementation over libcurl.
///
/// A type that conforms keeps every bound that a request states, verifies TLS, keeps no cookies, and stops when the task
/// is cancelled. Any status is an answer, not an error: see ``HTTPResponse/requireSuccess()``.
public protocol HTTPTransport: Sendable {
    /// Sends a request and returns its whole answer.
    ///
    /// - Parameter progress: called as body bytes arrive, on a thread of the transport: it must return at once.
    /// - Throws: ``HTTPError``; ``HTTPError/cancelled`` when the task is cancelled.
    func send(
        _ request: HTTPRequest, progress: HTTPProgressHandler?
    ) async throws(HTTPError) -> HTTPResponse
}

extension HTTPTransport {
    /// Sends a request and returns its whole answer.
    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try await send(request, progress: nil)
    }
}

/// Told of each piece of a body that arrives.
public typealias HTTPProgressHandler = @Sendable (HTTPProgress) -> Void

/// How much of an answer's body is here.
public struct HTTPProgress: Sendable, Equatable {
    /// Bytes so far, after decompression.
    public let received: Int
    /// Bytes in all; nil if the server did not say or the body is compressed.
    public let expected: Int?

    /// States both counts.
    public init(received: Int, expected: Int?) {
        self.received = received
        self.expected = expected
    }
}
