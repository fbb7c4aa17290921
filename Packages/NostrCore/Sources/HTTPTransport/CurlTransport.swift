/// HTTP over libcurl: one thread, one pool of connections, any number of requests at a time.
///
/// The thread starts with the first request and sleeps while nothing is under way. Connections are kept for the next
/// request; two transports share none.
///
/// No proxy is used, whatever the environment says, as in a phone's extension; nor `.netrc`, cookies, HSTS or Alt-Svc.
public final class CurlTransport: HTTPTransport {
    /// What holds for all requests of a transport.
    public struct Configuration: Sendable {
        /// Whose certificates are believed.
        public var trust: TLSTrust
        /// The certificate shown to servers that ask for one.
        public var clientCertificate: ClientCertificate?
        /// The most connections to one host; more requests wait, within ``HTTPLimits/connect``.
        ///
        /// HTTP/2 carries many requests on one connection.
        public var connectionsPerHost: Int
        /// The User-Agent header, unless the request has its own; none when nil.
        public var userAgent: String?

        /// States the four; by default the system's authorities, no client certificate, 16 connections, no name.
        public init(
            trust: TLSTrust = .system, clientCertificate: ClientCertificate? = nil,
            connectionsPerHost: Int = 16, userAgent: String? = nil
        ) {
            self.trust = trust
            self.clientCertificate = clientCertificate
            self.connectionsPerHost = connectionsPerHost
            self.userAgent = userAgent
        }
    }

    private let inbox: TransferInbox

    /// Makes a transport; nothing is started yet.
    public init(_ configuration: Configuration = Configuration()) {
        inbox = TransferInbox(configuration)
    }

    deinit { inbox.stop() }

    /// Sends a request and returns its whole answer; see ``HTTPTransport/send(_:progress:)``.
    public func send(
        _ request: HTTPRequest, progress: HTTPProgressHandler?
    ) async throws(HTTPError) -> HTTPResponse {
        let deadline = ContinuousClock.now + request.limits.total
        var current = request
        var redirects = 0
        while true {
            let answer = try await exchange(current, deadline: deadline, progress: progress).get()
            guard
                let next = try current.following(
                    answer.response, target: answer.redirectTarget, count: redirects)
            else { return answer.response }
            current = next
            redirects += 1
        }
    }

    /// Ends the thread and closes every connection; requests under way fail with ``HTTPError/shutDown``.
    ///
    /// Returns when all is closed. Call it before the process exits; without it the last reference's end does the same
    /// a moment later.
    public func shutdown() async {
        inbox.stop()
        await inbox.waitForEnd()
    }

    /// One request and its answer, without redirects.
    private func exchange(
        _ request: HTTPRequest, deadline: ContinuousClock.Instant, progress: HTTPProgressHandler?
    ) async -> TransferJob.Outcome {
        let origin: HTTPOrigin
        do {
            origin = try request.checked()
        } catch {
            return .failure(error)
        }
        let id = inbox.makeID()
        let ticket = CancellationTicket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                inbox.post(
                    TransferJob(
                        id: id, request: request, origin: origin, deadline: deadline, progress: progress,
                        ticket: ticket, continuation: continuation))
            }
        } onCancel: {
            ticket.cancel()
            inbox.cancel(id)
        }
    }
}
