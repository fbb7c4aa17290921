internal import PushCache
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Counts the steps that the cache takes on disk, and ends or stops this process just before one of them.
final class Steps: Sendable {
    private let killAt: Int
    private let stopAt: Int
    private let taken = Atomic<Int>(0)

    init(killAt: Int, stopAt: Int) {
        self.killAt = killAt
        self.stopAt = stopAt
    }

    var count: Int { taken.load(ordering: .relaxed) }

    func take(_ operation: FileOperation) {
        let number = taken.add(1, ordering: .relaxed).newValue
        if number == killAt { raise(SIGKILL) }
        if number == stopAt { raise(SIGSTOP) }
    }
}
