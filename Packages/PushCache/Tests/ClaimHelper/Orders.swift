internal import PushCache
internal import PushCacheFixtures

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the arguments ask for.
struct Orders: Sendable {
    let directory: String
    var action = "claim"
    var now = Fixtures.start
    var configured: Set<Scope> = []
    var candidates: [Scope: [Candidate]] = [:]
    var timeout = 2000
    var killAt = 0
    var stopAt = 0
    var stopsAtEnd = false
    var waits = false
    var first = 0
    var count = 0
    var target = 0
    var user: UInt32?
    var fileLimit: UInt?
    var mask: UInt32?

    init?(_ arguments: some Collection<String>) {
        guard let directory = arguments.first else { return nil }
        self.directory = directory
        for argument in arguments.dropFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, take(String(parts[0]), String(parts[1])) else { return nil }
        }
    }

    private mutating func take(_ name: String, _ value: String) -> Bool {
        let number = Int(value)
        switch (name, number) {
        case ("action", _): action = value
        case ("candidate", _): return takeCandidate(value)
        case ("configured", _):
            configured = Set(value.split(separator: ",").compactMap { Int($0) }.map(Fixtures.scope))
        case ("now", let number?): now = Int64(number)
        case ("timeout", let number?): timeout = number
        case ("kill-at", let number?): killAt = number
        case ("stop-at", let number?): stopAt = number
        case ("stop-at-end", let number?): stopsAtEnd = number == 1
        case ("wait", let number?): waits = number == 1
        case ("first", let number?): first = number
        case ("count", let number?): count = number
        case ("target", let number?): target = number
        case ("user", let number?): user = UInt32(exactly: number)
        case ("umask", let number?): mask = UInt32(exactly: number)
        case ("file-limit", let number?): fileLimit = UInt(exactly: number)
        default: return false
        }
        return true
    }

    private mutating func takeCandidate(_ value: String) -> Bool {
        let parts = value.split(separator: "/").compactMap { Int64($0) }
        guard parts.count == 3 else { return false }
        candidates[Fixtures.scope(Int(parts[0])), default: []].append(
            Fixtures.candidate(Int(parts[1]), at: parts[2]))
        return true
    }

    /// Becomes another user, takes another umask and a bound on file sizes, if asked to; false if the system
    /// refuses.
    func limitPrivileges() -> Bool {
        if let mask { umask(mode_t(mask)) }
        if let fileLimit {
            // Writes over the bound then fail with EFBIG, as they fail with ENOSPC on a full disk.
            _ = signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: rlim_t(fileLimit), rlim_max: rlim_t(fileLimit))
            #if canImport(Glibc)
            guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else {
                return false
            }
            #else
            guard unsafe setrlimit(RLIMIT_FSIZE, &limit) == 0 else { return false }
            #endif
        }
        guard let user else { return true }
        return setgroups(0, nil) == 0 && setgid(user) == 0 && setuid(user) == 0
    }
}
