/// Punycode (RFC 3492): one label of a DNS name in ASCII and back, without the prefix `xn--`.
enum Punycode {
    private static let base = 36
    private static let minimumThreshold = 1
    private static let maximumThreshold = 26
    private static let initialBias = 72
    private static let initialScalar = 128

    /// The label in ASCII; nil if it is longer than a label of a DNS name can be.
    static func encode(_ label: [Unicode.Scalar]) -> [UInt8]? {
        // Each scalar takes a byte at least; the limit also bounds the time, which grows with the square of
        // the length.
        guard label.count < 64 else { return nil }
        var output = label.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let basicCount = output.count
        if basicCount > 0 { output.append(UInt8(ascii: "-")) }
        var handled = basicCount
        var lowest = initialScalar
        var bias = initialBias
        var delta = 0
        while handled < label.count {
            // At most 64 × 0x110000: no step below can overflow.
            guard let next = label.lazy.map({ Int($0.value) }).filter({ $0 >= lowest }).min() else {
                return nil
            }
            delta += (next - lowest) * (handled + 1)
            lowest = next
            for scalar in label {
                let value = Int(scalar.value)
                if value < lowest { delta += 1 }
                guard value == lowest else { continue }
                append(delta, bias: bias, to: &output)
                bias = adapt(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            lowest += 1
        }
        return output
    }

    /// The label that an ASCII text stands for; nil for a text that stands for none.
    static func decode(_ text: ArraySlice<UInt8>) -> [Unicode.Scalar]? {
        guard text.count < 64, text.allSatisfy({ $0 < 0x80 }) else { return nil }
        let hyphen = text.lastIndex(of: UInt8(ascii: "-"))
        var output = text[..<(hyphen ?? text.startIndex)].map { Unicode.Scalar($0) }
        var position = hyphen.map { $0 + 1 } ?? text.startIndex
        var scalar = initialScalar
        var bias = initialBias
        var index = 0
        while position < text.endIndex {
            let start = index
            var weight = 1
            var threshold = base
            while true {
                guard position < text.endIndex, let digit = value(ofDigit: text[position]) else { return nil }
                position += 1
                let (step, stepOverflow) = digit.multipliedReportingOverflow(by: weight)
                let (sum, sumOverflow) = index.addingReportingOverflow(step)
                guard !stepOverflow, !sumOverflow else { return nil }
                index = sum
                let limit = min(max(threshold - bias, minimumThreshold), maximumThreshold)
                if digit < limit { break }
                let (product, overflow) = weight.multipliedReportingOverflow(by: base - limit)
                guard !overflow else { return nil }
                weight = product
                threshold += base
            }
            let count = output.count + 1
            bias = adapt(index - start, count: count, isFirst: start == 0)
            let (next, overflow) = scalar.addingReportingOverflow(index / count)
            guard !overflow, let number = UInt32(exactly: next), let decoded = Unicode.Scalar(number) else {
                return nil
            }
            scalar = next
            index %= count
            output.insert(decoded, at: index)
            index += 1
        }
        return output
    }

    private static func append(_ delta: Int, bias: Int, to output: inout [UInt8]) {
        var rest = delta
        var threshold = base
        while true {
            let limit = min(max(threshold - bias, minimumThreshold), maximumThreshold)
            if rest < limit { break }
            output.append(digit(limit + (rest - limit) % (base - limit)))
            rest = (rest - limit) / (base - limit)
            threshold += base
        }
        output.append(digit(rest))
    }

    private static func adapt(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var bias = 0
        while delta > (base - minimumThreshold) * maximumThreshold / 2 {
            delta /= base - minimumThreshold
            bias += base
        }
        return bias + (base - minimumThreshold + 1) * delta / (delta + 38)
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? value + 0x61 : value - 26 + 0x30)
    }

    private static func value(ofDigit byte: UInt8) -> Int? {
        if ASCII.isDigit(byte) { return Int(byte) - 0x30 + 26 }
        return ASCII.isLetter(byte) ? Int(byte | 0x20) - 0x61 : nil
    }
}
