/// How long to wait before connecting again: doubling from 2 s to 60 s, each cut by chance to between a half
/// and the whole, and never under 1 s.
package struct Backoff: Equatable, Sendable {
    private var attempts = 0

    package init() {}

    /// The next wait; `chance` lies from 0 to 1.
    package mutating func next(chance: Double) -> Duration {
        let whole = min(60_000, 2000 << min(attempts, 5))
        attempts = min(attempts + 1, 5)
        let share = 0.5 + 0.5 * min(1, max(0, chance.isNaN ? 1 : chance))
        return .milliseconds(max(1000, Int(Double(whole) * share)))
    }

    /// The relay answered: the next loss starts over.
    package mutating func reset() { attempts = 0 }
}
