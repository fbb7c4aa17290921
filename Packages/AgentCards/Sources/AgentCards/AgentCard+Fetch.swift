public import DeepLinks
public import HTTPTransport

/// How long the fetch of a card may take and how much may come (spec agent-cards).
public struct AgentCardLimits: Equatable, Sendable {
    /// The longest wait without a byte, for the connection too; 20 s.
    public var idle: Duration
    /// The longest time in all; 5 min.
    public var total: Duration
    /// The largest card in bytes, announced, received and decompressed; 2 MiB, and never more.
    public var bytes: Int

    /// States the bounds: 20 s, 5 min and 2 MiB unless said otherwise.
    public init(
        idle: Duration = .seconds(20), total: Duration = .seconds(300), bytes: Int = AgentCard.maximumBytes
    ) {
        self.idle = idle
        self.total = total
        self.bytes = bytes
    }
}

extension AgentCard {
    /// Fetches and reads the card that a link names, from the environment's own origin.
    ///
    /// Redirects are followed within the origin, at most three. Nothing is created: see ``AgentCardDraft``. Cancelling the
    /// task ends the fetch at once.
    ///
    /// - Parameter progress: called as bytes arrive, on the transport's thread: it must return at once.
    /// - Throws: ``AgentCardError``.
    public static func fetch(
        _ link: AgentLink, in environment: HostedEnvironment, over transport: any HTTPTransport,
        limits: AgentCardLimits = AgentCardLimits(), progress: HTTPProgressHandler? = nil
    ) async throws(AgentCardError) -> AgentCard {
        let request = HTTPRequest(
            url: AgentCardAddress(link, in: environment).url,
            headers: ["Accept": "application/json"],
            limits: HTTPLimits(
                connect: limits.idle, idle: limits.idle, total: limits.total,
                bodyBytes: min(limits.bytes, maximumBytes)),
            redirects: .sameOrigin(maximum: 3))
        let response: HTTPResponse
        do throws(HTTPError) {
            response = try await transport.send(request, progress: progress)
        } catch {
            throw .transport(error)
        }
        guard response.status == 200 else { throw .status(response.status) }
        return try AgentCard(parsing: response.body, for: link)
    }
}
