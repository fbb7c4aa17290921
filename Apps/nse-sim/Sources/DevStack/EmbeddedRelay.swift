public import NostrCore
internal import SQLiteKit
internal import Synchronization

/// A community's relay inside this process, for development and tests (spec relay).
///
/// It serves `POST /events`, `/query` and `/count` with NIP-98, NIP-11 and health over HTTP on the loopback address. What
/// it has accepted survives kill −9. Several can run in one process, each with a data directory of its own.
public final class EmbeddedRelay: Sendable {
    /// What a relay is started with.
    public struct Configuration: Sendable {
        /// Where its file, its key and its lock live; made when missing.
        public var dataDirectory: String
        /// The port on 127.0.0.1; 0 takes a free one, which is kept until the process ends.
        public var port: UInt16
        /// The key that signs channel state; when nil, the one in the data directory, made at the first start.
        public var relayKey: SecretKey?
        /// The community's name.
        public var name: String
        /// Only members may use the relay; then there must be an ``owner``.
        public var requireMembership: Bool
        /// Who owns the relay from its start on; another owner of before becomes an admin.
        public var owner: PublicKey?
        /// The time in Unix seconds.
        public var clock: @Sendable () -> Int64
        /// The most calls of one key in a minute.
        public var callsPerMinute: Int
        /// The bounds of the HTTP server.
        public var limits: HTTPServerLimits
        /// Takes what is not for clients to see, a line each.
        public var log: @Sendable (String) -> Void

        /// Sets the data directory and what differs from the defaults.
        public init(
            dataDirectory: String, port: UInt16 = 0, relayKey: SecretKey? = nil,
            name: String = "Buzz development relay", requireMembership: Bool = false,
            owner: PublicKey? = nil,
            clock: @escaping @Sendable () -> Int64 = { WallClock.now() }, callsPerMinute: Int = 300,
            limits: HTTPServerLimits = HTTPServerLimits(),
            log: @escaping @Sendable (String) -> Void = { _ in }
        ) {
            self.dataDirectory = dataDirectory
            self.port = port
            self.relayKey = relayKey
            self.name = name
            self.requireMembership = requireMembership
            self.owner = owner
            self.clock = clock
            self.callsPerMinute = callsPerMinute
            self.limits = limits
            self.log = log
        }
    }

    private struct Running {
        let server: HTTPServer
        let routes: RelayRoutes
    }

    private struct State {
        var running: Running?
        var isStarting = false
        /// The port of the last start, so that a restart keeps the address.
        var port: UInt16
        var fault: RelayFault?
    }

    private let configuration: Configuration
    private let keys: KeyPair
    private let lock: DirectoryLock
    private let state: Mutex<State>

    /// Takes the data directory for this process and loads or makes the relay's key.
    ///
    /// - Throws: ``EmbeddedRelayError``: the directory can't be used, another process uses it, or membership is required
    ///   and nobody owns the relay.
    public init(configuration: Configuration) throws(EmbeddedRelayError) {
        self.configuration = configuration
        guard !configuration.requireMembership || configuration.owner != nil else { throw .noOwner }
        do throws(FileError) {
            try SystemFiles.makeDirectory(configuration.dataDirectory)
            lock = try DirectoryLock(directory: configuration.dataDirectory)
        } catch {
            throw .file(error)
        }
        keys = try RelayKeyFile.keys(configuration.relayKey, directory: configuration.dataDirectory)
        state = Mutex(State(port: configuration.port))
    }

    /// The relay's key: `self` in its NIP-11 document, and the author of channel state.
    public var publicKey: PublicKey { keys.publicKey }

    /// The address for clients, without a trailing slash; the port is 0 until the first start.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// The port; 0 until the first start.
    public var port: UInt16 { state.withLock { $0.port } }

    /// Breaks its answers on purpose, until set to nil.
    public func setFault(_ fault: RelayFault?) {
        state.withLock { state in
            state.fault = fault
            state.running?.routes.fault = fault
        }
    }

    /// Opens the file and listens; does nothing while it runs.
    ///
    /// - Throws: ``EmbeddedRelayError``: the file can't be used, or the port is taken.
    public func start() async throws(EmbeddedRelayError) {
        let port: UInt16? = state.withLock { state in
            guard state.running == nil, !state.isStarting else { return nil }
            state.isStarting = true
            return state.port
        }
        guard let port else { return }
        do throws(EmbeddedRelayError) {
            let running = try await open(port: port)
            state.withLock { state in
                state.isStarting = false
                state.port = running.server.port
                running.routes.fault = state.fault
                state.running = running
            }
        } catch {
            state.withLock { $0.isStarting = false }
            throw error
        }
    }

    private func open(port: UInt16) async throws(EmbeddedRelayError) -> Running {
        let directory = configuration.dataDirectory
        let relay: Relay
        var failure: String?
        do throws(SQLiteError) {
            let store = try EventStore(path: directory + "/relay.sqlite3")
            relay = Relay(
                keys: keys, store: store, isMembershipRequired: configuration.requireMembership,
                clock: configuration.clock)
            try await relay.tidy()
            if let owner = configuration.owner, let reason = try await relay.reconcileRoster(owner: owner) {
                failure = reason
            }
        } catch {
            throw .store(reason: error.description)
        }
        if let failure { throw .store(reason: failure) }
        let replays: ReplayGuard
        do throws(FileError) {
            replays = try ReplayGuard(directory: directory, now: configuration.clock())
        } catch {
            throw .file(error)
        }
        let routes = RelayRoutes(
            relay: relay, name: configuration.name, quota: RequestQuota(limit: configuration.callsPerMinute),
            replays: replays, log: configuration.log)
        do throws(HTTPServerError) {
            let server = try HTTPServer(port: port, limits: configuration.limits) { request in
                await routes.answer(request)
            }
            routes.bind(to: server.port)
            return Running(server: server, routes: routes)
        } catch {
            throw .server(error)
        }
    }

    /// Lets requests in progress finish, then closes; it can be started again.
    public func stop(grace: Duration = .seconds(5)) async {
        let running = state.withLock { state in
            defer { state.running = nil }
            return state.running
        }
        await running?.server.stop(grace: grace)
    }
}

/// Why an embedded relay does not run.
public enum EmbeddedRelayError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A file or the directory itself can't be used.
    case file(FileError)
    /// The key file holds no secret key.
    case unreadableKey(path: String)
    /// The system gave no random bytes for a key.
    case noRandomness
    /// Membership is required and there is no owner who could admit anyone.
    case noOwner
    /// The database can't be used.
    case store(reason: String)
    /// The port can't be had.
    case server(HTTPServerError)

    /// What failed and what to do.
    public var description: String {
        switch self {
        case .file(let error): error.description
        case .unreadableKey(let path):
            "\(path) holds no secret key; restore it, or remove it to give the relay a new identity"
        case .noRandomness:
            "the system's random source gave no bytes for a key; check that /dev/urandom is readable"
        case .noOwner: "membership is required and the relay has no owner; set owner"
        case .store(let reason): reason
        case .server(let error): error.description
        }
    }
}
