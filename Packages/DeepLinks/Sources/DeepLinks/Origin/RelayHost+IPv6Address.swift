extension RelayHost {
    /// An IPv6 address without a zone.
    public struct IPv6Address: Hashable, Sendable, CustomStringConvertible {
        /// The first 64 bits.
        public let high: UInt64
        /// The last 64 bits.
        public let low: UInt64

        /// Takes 128 bits.
        public init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }

        /// Reads an address without brackets (RFC 4291, 2.2): hexadecimal groups, one `::`, and perhaps an
        /// IPv4 address at the end.
        ///
        /// A zone or anything else is nil.
        public init?(_ text: String) {
            self.init(Array(text.utf8)[...])
        }

        init?(_ bytes: ArraySlice<UInt8>) {
            guard bytes.count <= 45 else { return nil }
            let colon = UInt8(ascii: ":")
            var gap: Int?
            for index in bytes.indices.dropLast()
            where gap == nil && bytes[index] == colon && bytes[index + 1] == colon {
                gap = index
            }
            let groups: [UInt16]
            if let gap {
                guard let before = Self.groups(bytes[..<gap], mayEndInIPv4: false),
                    let after = Self.groups(bytes[(gap + 2)...], mayEndInIPv4: true),
                    before.count + after.count < 8
                else { return nil }
                groups = before + [UInt16](repeating: 0, count: 8 - before.count - after.count) + after
            } else {
                guard let all = Self.groups(bytes, mayEndInIPv4: true), all.count == 8 else { return nil }
                groups = all
            }
            high = groups[..<4].reduce(0) { $0 << 16 | UInt64($1) }
            low = groups[4...].reduce(0) { $0 << 16 | UInt64($1) }
        }

        private static func groups(_ bytes: ArraySlice<UInt8>, mayEndInIPv4: Bool) -> [UInt16]? {
            if bytes.isEmpty { return [] }
            let texts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            var groups: [UInt16] = []
            for (position, text) in texts.enumerated() {
                if mayEndInIPv4, position == texts.count - 1, text.contains(UInt8(ascii: ".")) {
                    guard let address = IPv4Address(text) else { return nil }
                    groups += [UInt16(address.bits >> 16), UInt16(address.bits & 0xFFFF)]
                    continue
                }
                guard (1...4).contains(text.count) else { return nil }
                var group: UInt16 = 0
                for byte in text {
                    guard let digit = ASCII.value(ofHexDigit: byte) else { return nil }
                    group = group << 4 | UInt16(digit)
                }
                groups.append(group)
            }
            return groups
        }

        private var groups: [UInt16] {
            [high, low].flatMap { half in
                [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
            }
        }

        /// The address without brackets in its canonical spelling (RFC 5952, 4): lower case, no leading
        /// zeros, the first longest run of two or more zero groups as `::`.
        ///
        /// The last 32 bits are never written as IPv4.
        public var description: String {
            let groups = groups
            var longest = 0..<0
            var start = 0
            for index in 0...groups.count where index == groups.count || groups[index] != 0 {
                if index - start > max(longest.count, 1) { longest = start..<index }
                start = index + 1
            }
            let text = { (part: ArraySlice<UInt16>) in
                part.map { String($0, radix: 16) }.joined(separator: ":")
            }
            guard !longest.isEmpty else { return text(groups[...]) }
            return text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
        }

        /// Whether the address is this machine: `::1`.
        public var isLoopback: Bool { high == 0 && low == 1 }

        /// Whether the public internet reaches the address: in 2000::/3 and in none of the blocks that spec
        /// deep-links refuses.
        ///
        /// The IPv4-mapped and IPv4-compatible forms lie outside 2000::/3, so none of them is public.
        public var isPublic: Bool {
            guard high >> 61 == 1 else { return false }
            if Self.reachableAssignments.contains(where: { $0.contains(self) }) { return true }
            return !Self.refused.contains { $0.contains(self) }
        }

        /// The addresses that share the first bits; at most 128 of them.
        private struct Block: Sendable {
            let high: UInt64
            var low: UInt64 = 0
            let length: UInt64

            func contains(_ address: IPv6Address) -> Bool {
                let highMask = length >= 64 ? UInt64.max : ~(UInt64.max >> length)
                let lowMask = length <= 64 ? 0 : ~(length == 128 ? 0 : UInt64.max >> (length - 64))
                return (address.high ^ high) & highMask == 0 && (address.low ^ low) & lowMask == 0
            }
        }

        private static let refused = [
            Block(high: 0x2001_0000_0000_0000, length: 23),  // 2001::/23, protocol assignments
            Block(high: 0x2001_0DB8_0000_0000, length: 32),  // 2001:db8::/32, documentation
            Block(high: 0x2002_0000_0000_0000, length: 16),  // 2002::/16, 6to4
            Block(high: 0x3FFF_0000_0000_0000, length: 20),  // 3fff::/20, documentation
        ]

        /// What IANA's special-purpose registry lists as globally reachable inside 2001::/23.
        private static let reachableAssignments = [
            Block(high: 0x2001_0001_0000_0000, low: 1, length: 128),  // port control protocol anycast
            Block(high: 0x2001_0001_0000_0000, low: 2, length: 128),  // TURN anycast
            Block(high: 0x2001_0001_0000_0000, low: 3, length: 128),  // DNS-SD service registration anycast
            Block(high: 0x2001_0003_0000_0000, length: 32),  // AMT
            Block(high: 0x2001_0004_0112_0000, length: 48),  // AS112-v6
            Block(high: 0x2001_0020_0000_0000, length: 28),  // ORCHIDv2
            Block(high: 0x2001_0030_0000_0000, length: 28),  // drone remote identification
        ]
    }
}
