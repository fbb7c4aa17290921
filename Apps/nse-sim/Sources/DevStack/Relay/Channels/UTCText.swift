/// A time as text for people and programs, in UTC: `2023-11-14T22:13:20Z` (RFC 3339).
struct UTCText: Equatable, Sendable {
    let text: String

    /// Nil outside the years 1970 to 9999, for which the format has no form or we no use.
    init?(_ time: Int64) {
        guard (0..<253_402_300_800).contains(time) else { return nil }
        var days = time / 86_400
        var year: Int64 = 1970
        // Four centuries have one number of days, whatever years they begin with.
        year += days / 146_097 * 400
        days %= 146_097
        while days >= Self.days(in: year) {
            days -= Self.days(in: year)
            year += 1
        }
        var month: Int64 = 1
        while days >= Self.days(in: month, of: year) {
            days -= Self.days(in: month, of: year)
            month += 1
        }
        let second = time % 86_400
        let date = "\(year)-\(Self.pair(month))-\(Self.pair(days + 1))"
        let clock = [second / 3600, second / 60 % 60, second % 60].map(Self.pair).joined(separator: ":")
        text = "\(date)T\(clock)Z"
    }

    private static func isLeap(_ year: Int64) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    private static func days(in year: Int64) -> Int64 { isLeap(year) ? 366 : 365 }

    private static func days(in month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func pair(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
