/// How urgently a match should wake the phone (spec nip-pl "Classes"), from least to most.
public enum PriorityClass: String, Sendable, Hashable, Comparable, CaseIterable {
    /// Delivered without sound.
    case silent
    /// An ordinary notification.
    case `default`
    /// Breaks through a summary.
    case timeSensitive = "time_sensitive"
    /// Only for kinds that the descriptor calls urgent.
    case urgent

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// The order silent < default < time_sensitive < urgent.
    public static func < (left: PriorityClass, right: PriorityClass) -> Bool { left.rank < right.rank }
}
