/// Message ids as text.
enum MessageID {
    /// How an id is written.
    enum Spelling {
        /// Not 64 ASCII hexadecimal digits.
        case invalid
        /// 64 digits without a capital: the id itself.
        case lowercase
        /// 64 digits, one a capital at least.
        case mixedCase
    }

    /// Looks at a text once, without a copy.
    static func spelling(of text: String) -> Spelling {
        let bytes = text.utf8.span
        guard bytes.count == 64 else { return .invalid }
        // Without a way out of the loop the compiler looks at many bytes at once.
        var faults: UInt8 = 0
        var capitals: UInt8 = 0
        for index in 0..<64 {
            let byte = bytes[index]
            let isDigit = byte &- 0x30 <= 9
            let isLetter = (byte | 0x20) &- 0x61 <= 5
            faults |= isDigit || isLetter ? 0 : 1
            capitals |= byte &- 0x41 <= 5 ? 1 : 0
        }
        if faults != 0 { return .invalid }
        return capitals == 0 ? .lowercase : .mixedCase
    }
}
