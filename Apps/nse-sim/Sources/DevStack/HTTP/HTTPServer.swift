/// An HTTP/1.1 server on the loopback address (libmicrohttpd).
///
/// Requests are read whole within ``HTTPServerLimits`` and answered by an async handler; the connection waits meanwhile
/// without holding a thread. Two Content-Length fields, or one beside Transfer-Encoding, are answered with 400 and the
/// end of the connection.
public final class HTTPServer: Sendable {
    /// What answers requests, many at once.
    ///
    /// Its task is cancelled when the server stops or the connection breaks.
    public typealias Handler = @Sendable (HTTPServerRequest) async -> HTTPServerResponse

    private let daemon: MicroHTTPD
    /// The port that it listens on.
    public let port: UInt16

    /// Listens on 127.0.0.1.
    ///
    /// - Parameter port: 0 takes any free port; see ``port``.
    /// - Throws: ``HTTPServerError`` if the port can't be had.
    public init(
        port: UInt16 = 0, limits: HTTPServerLimits = HTTPServerLimits(), handler: @escaping Handler
    ) throws(HTTPServerError) {
        (daemon, self.port) = try MicroHTTPD.start(port: port, limits: limits, handler: handler)
    }

    deinit {
        daemon.stopNow()
    }

    /// How many requests are being read, handled or answered.
    public var requestsInProgress: Int { daemon.requestsInProgress }

    /// Takes no more connections, lets requests in progress finish, then ends.
    ///
    /// Requests still unanswered after the grace period are answered with 503. Calling it again does nothing.
    public func stop(grace: Duration = .seconds(5)) async {
        await daemon.stop(grace: grace)
    }
}
