internal import NostrCore
internal import SQLiteKit
internal import Synchronization

/// The relay's door for HTTP: which path does what, and in which order a request is checked (spec relay §1).
final class RelayRoutes: Sendable {
    let relay: Relay
    let name: String
    let quota: RequestQuota
    let replays: ReplayGuard
    let log: @Sendable (String) -> Void
    private let boundPort = Atomic<UInt16>(0)
    private let currentFault = Mutex<RelayFault?>(nil)

    init(
        relay: Relay, name: String, quota: RequestQuota, replays: ReplayGuard,
        log: @escaping @Sendable (String) -> Void
    ) {
        self.relay = relay
        self.name = name
        self.quota = quota
        self.replays = replays
        self.log = log
    }

    /// The port is known only when the server listens.
    func bind(to port: UInt16) { boundPort.store(port, ordering: .releasing) }

    var tenant: Tenant { Tenant(port: boundPort.load(ordering: .acquiring)) }

    var fault: RelayFault? {
        get { currentFault.withLock { $0 } }
        set { currentFault.withLock { $0 = newValue } }
    }

    func answer(_ request: HTTPServerRequest) async -> HTTPServerResponse {
        let fault = fault
        if fault == .down, let answer = fault?.instead { return answer }
        let isRead = request.method == "GET" || request.method == "HEAD"
        switch request.path {
        case "/": return isRead ? root(request) : notAllowed
        case "/info": return isRead ? document : notAllowed
        case "/health", "/_liveness": return isRead ? RelayAnswer.text("ok") : notAllowed
        case "/_readiness":
            return isRead ? RelayAnswer.json(200, [.init("status", .string("ready"))]) : notAllowed
        case "/events", "/query", "/count":
            if request.method == "OPTIONS" { return RelayAnswer.preflight() }
            guard request.method == "POST" else { return notAllowed }
            return await call(request, fault)
        case "/moderation/reports", "/moderation/audit", "/moderation/restricted":
            if request.method == "OPTIONS" { return RelayAnswer.preflight() }
            return request.method == "GET" ? await handle(request) : notAllowed
        default:
            return request.method == "OPTIONS" ? RelayAnswer.preflight() : RelayAnswer.error(404, "not found")
        }
    }

    private func call(_ request: HTTPServerRequest, _ fault: RelayFault?) async -> HTTPServerResponse {
        guard request.path == "/query" else { return await handle(request) }
        if let answer = fault?.instead { return answer }
        if case .slow(let delay) = fault { try? await Task.sleep(for: delay) }
        let answer = await handle(request)
        return fault?.spoil(answer, relay: relay.keys) ?? answer
    }

    private func handle(_ request: HTTPServerRequest) async -> HTTPServerResponse {
        do throws(RequestRefusal) {
            let reader = try authenticate(request)
            try await archiveIdleChannels()
            if request.method == "GET" { return try moderation(request, reader) }
            switch request.path {
            case "/events": return try await events(request, reader)
            case "/query": return try query(request, reader)
            default: return try count(request, reader)
            }
        } catch {
            return RelayAnswer.refusal(error)
        }
    }

    // MARK: Documents

    private var document: HTTPServerResponse {
        var icon: String?
        do throws(SQLiteError) {
            icon = try relay.store.read { (session) throws(SQLiteError) in try session.icon() }
        } catch {
            // The document is for finding the relay; it can be without a picture.
            log("\(error)")
        }
        let document = RelayDocument.json(
            name: name, icon: icon, relay: relay.keys.publicKey,
            isMembershipRequired: relay.isMembershipRequired)
        return RelayAnswer.json(200, document)
    }

    private func root(_ request: HTTPServerRequest) -> HTTPServerResponse {
        let accepted = (request.value(of: "Accept") ?? "").split { $0 == "," || $0 == ";" || $0 == " " }
        if accepted.contains("application/nostr+json") { return document }
        guard tenant.answers(to: host(of: request)) else { return RelayAnswer.error(404, Self.unmapped) }
        // The door for WebSocket will open here.
        guard request.value(of: "Upgrade") == nil else {
            return RelayAnswer.error(501, "this relay serves HTTP only: POST /events, /query or /count")
        }
        return document
    }

    private var notAllowed: HTTPServerResponse { RelayAnswer.error(405, "method not allowed") }

    static let unmapped = "relay: no community is configured for this host"

    func host(of request: HTTPServerRequest) -> String {
        Tenant.normalized(request.value(of: "Host") ?? "")
    }
}
