internal import Foundation

/// SplitMix64: the same numbers for the same seed, on every machine.
struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The seed from `BUZZ_SEED`, else a new one; printed, so that a failing run can be repeated.
    static func freshSeed(for test: String) -> UInt64 {
        let seed =
            ProcessInfo.processInfo.environment["BUZZ_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: .min ... .max)
        print("\(test): BUZZ_SEED=\(seed)")
        return seed
    }

    /// Whether the long runs are asked for.
    static var isLongRun: Bool { ProcessInfo.processInfo.environment["BUZZ_LONG"] == "1" }
}
