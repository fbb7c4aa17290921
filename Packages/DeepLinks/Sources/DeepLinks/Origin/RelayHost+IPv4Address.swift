extension RelayHost {
    /// An IPv4 address.
    public struct IPv4Address: Hashable, Sendable, CustomStringConvertible {
        /// The 32 bits, the first number in the highest eight.
        public let bits: UInt32

        /// Takes 32 bits.
        public init(bits: UInt32) { self.bits = bits }

        /// Reads four decimal numbers from 0 to 255 without leading zeros; any other spelling is nil.
        public init?(_ text: String) {
            self.init(Array(text.utf8)[...])
        }

        init?(_ bytes: ArraySlice<UInt8>) {
            let numbers = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard numbers.count == 4 else { return nil }
            var bits: UInt32 = 0
            for number in numbers {
                guard (1...3).contains(number.count), number.allSatisfy(ASCII.isDigit) else { return nil }
                guard number.count == 1 || number.first != UInt8(ascii: "0") else { return nil }
                let value = number.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - 0x30) }
                guard value <= 255 else { return nil }
                bits = bits << 8 | value
            }
            self.bits = bits
        }

        /// Four decimal numbers.
        public var description: String {
            "\(bits >> 24).\(bits >> 16 & 255).\(bits >> 8 & 255).\(bits & 255)"
        }

        /// Whether the address is this machine: 127.0.0.0/8.
        public var isLoopback: Bool { bits >> 24 == 127 }

        /// Whether the public internet reaches the address: none of the blocks that spec deep-links refuses.
        public var isPublic: Bool {
            !Self.refused.contains { block in bits >> (32 - block.length) == block.bits >> (32 - block.length)
            }
        }

        private static let refused: [(bits: UInt32, length: UInt32)] = [
            (0x0000_0000, 8),  // 0.0.0.0/8
            (0x0A00_0000, 8),  // 10.0.0.0/8
            (0x6440_0000, 10),  // 100.64.0.0/10
            (0x7F00_0000, 8),  // 127.0.0.0/8
            (0xA9FE_0000, 16),  // 169.254.0.0/16
            (0xAC10_0000, 12),  // 172.16.0.0/12
            (0xC000_0000, 24),  // 192.0.0.0/24
            (0xC000_0200, 24),  // 192.0.2.0/24
            (0xC0A8_0000, 16),  // 192.168.0.0/16
            (0xC612_0000, 15),  // 198.18.0.0/15
            (0xC633_6400, 24),  // 198.51.100.0/24
            (0xCB00_7100, 24),  // 203.0.113.0/24
            (0xE000_0000, 3),  // 224.0.0.0 and up
        ]
    }
}
