internal import Glibc
internal import Synchronization

/// The extension processes that run now, so that some can be killed at random.
///
/// A process is listed before its output is read and struck off before it is waited for, so a number that the system
/// has given to another process is never signalled.
final class RunningProcesses: Sendable {
    private struct State {
        var running: [pid_t] = []
        var killed: Set<pid_t> = []
    }

    private let state = Mutex(State())

    func add(_ pid: pid_t) {
        state.withLock { $0.running.append(pid) }
    }

    func remove(_ pid: pid_t) {
        state.withLock { state in state.running.removeAll { $0 == pid } }
    }

    func wasKilled(_ pid: pid_t) -> Bool {
        state.withLock { $0.killed.contains(pid) }
    }

    /// Kills one of them with SIGKILL; false if none runs that was not killed yet.
    func killOne(using generator: inout SeededGenerator) -> Bool {
        state.withLock { state in
            let candidates = state.running.filter { !state.killed.contains($0) }
            guard let victim = candidates.randomElement(using: &generator) else { return false }
            state.killed.insert(victim)
            kill(victim, SIGKILL)
            return true
        }
    }
}

/// A random source that a seed reproduces (SplitMix64).
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
