#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The system's clock.
///
/// Library code takes `now` as an argument; programs read it here.
public enum WallClock: Sendable {
    /// Seconds since 1970-01-01 00:00:00 UTC, rounded down.
    public static func now() -> Int64 {
        Int64(time(nil))
    }
}
